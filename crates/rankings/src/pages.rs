//! The pages, on the same services as the API.

use axum::Router;
use web::App;

pub fn routes() -> Router<App> {
    Router::new()
}
