//! The pages that belong to no feature: what people see first, `/home`, and the way to a shared thing by its code.

use crate::compose::HomeCards;
use askama::Template;
use axum::{
    Extension, Router,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use serde::Deserialize;
use web::{App, Ctx, Html, Layout, Problem, Query};

/// `cards` are those of all features.
pub fn routes(cards: HomeCards) -> Router<App> {
    Router::new().route("/", get(landing)).route("/home", get(home).layer(Extension(cards)))
}

#[derive(Template)]
#[template(path = "server/landing.html")]
struct LandingPage {
    layout: Layout,
    /// What was typed into the code box and is no code.
    not_a_code: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CodeBox {
    code: Option<String>,
}

/// What Roundtable is, and a box for a code.
async fn landing(ctx: Ctx, Query(typed): Query<CodeBox>) -> Response {
    let mut not_a_code = None;
    if let Some(code) = typed.code.filter(|code| !code.trim().is_empty()) {
        match shareables::path_of_code(&code) {
            Some(path) => return Redirect::to(&path).into_response(),
            None => not_a_code = Some(code),
        }
    }
    let layout = Layout::of(&ctx, "Roundtable: decide together, then do it");
    Html(LandingPage { layout, not_a_code }).into_response()
}

#[derive(Template)]
#[template(path = "server/home.html")]
struct HomePage {
    layout: Layout,
    name: String,
    cards: Vec<String>,
}

/// Everything of mine on one page, made of the features' cards.
async fn home(ctx: Ctx, Extension(cards): Extension<HomeCards>) -> Result<Response, Problem> {
    let Some(account) = ctx.actor.account.clone() else {
        return Ok(Redirect::to("/sign-in?next=/home").into_response());
    };
    let mut shown = Vec::new();
    for card in cards.iter() {
        shown.extend(card.card(&ctx).await?);
    }
    let layout = Layout::of(&ctx, "Home");
    Ok(Html(HomePage { layout, name: account.display_name, cards: shown }).into_response())
}

#[derive(Template)]
#[template(path = "server/api_docs.html")]
struct ApiDocsPage {
    layout: Layout,
    groups: &'static [crate::openapi::Group],
}

/// The API's description as a page that needs nothing from the network.
pub async fn api_docs(ctx: Ctx) -> Response {
    let layout = Layout::of(&ctx, "API");
    Html(ApiDocsPage { layout, groups: crate::openapi::groups() }).into_response()
}
