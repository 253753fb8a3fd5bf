//! Push messages on the account page: the worker that shows them, and ending them on a device.

use crate::{gate::InPerson, service::subscribe_push, urls};
use axum::response::{IntoResponse, Response};
use http::header;
use uuid::Uuid;
use web::{Path, Problem};

/// Served at an address of its own that never changes, because a browser knows a worker by it, and at the root, because a worker has
/// the pages below its address.
pub async fn worker() -> impl IntoResponse {
    let headers =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, format!("{}\n{}", include_str!("../../assets/push-worker.js"), web::offline::worker()))
}

pub async fn end(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    subscribe_push::unsubscribe_push(&me, me.user(), id).await?;
    Ok(web::done(urls::ME, "push").into_response())
}
