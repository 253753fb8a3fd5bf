//! `/api/docs`: the API's description as a page that needs nothing from the network.

use super::{Group, groups};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Ctx, Html, Layout};

#[derive(Template)]
#[template(path = "server/api_docs.html")]
struct ApiDocsPage {
    layout: Layout,
    groups: &'static [Group],
}

pub async fn api_docs(ctx: Ctx) -> Response {
    Html(ApiDocsPage { layout: Layout::of(&ctx, "API"), groups: groups() }).into_response()
}
