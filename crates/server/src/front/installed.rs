//! `/manifest.webmanifest`, and `/offline`: what a browser shows while there is no connection.

use askama::Template;
use axum::response::{IntoResponse, Response};
use http::header;
use web::{Html, Layout, offline};

/// Of nobody in particular: a browser keeps it.
#[derive(Template)]
#[template(path = "server/offline.html")]
struct OfflinePage {
    layout: Layout,
}

pub async fn offline() -> Html<impl Template> {
    Html(OfflinePage { layout: Layout::plain("No connection").noindex() })
}

pub async fn manifest() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, offline::manifest().to_string()).into_response()
}
