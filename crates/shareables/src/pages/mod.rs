//! The pages: the same use cases as the JSON door, complete without scripts.

use axum::{Router, response::Redirect, routing::get};
use web::{App, Path, Problem};

pub fn routes() -> Router<App> {
    Router::new().route("/{code}", get(short))
}

/// `/abc-def-12345`, as it is written on posters. Whatever is not shaped like a code is not ours.
async fn short(Path(code): Path<String>) -> Result<Redirect, Problem> {
    let path =
        crate::path_of_code(&code).ok_or_else(|| Problem::not_found("There is nothing at this address."))?;
    Ok(Redirect::to(&path))
}
