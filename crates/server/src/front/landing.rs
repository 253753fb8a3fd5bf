//! `/`: what Roundtable is, what can be made, and a box for a code.

use super::codes;
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use web::{Ctx, Html, Layout, Notice, Problem, Query};

#[derive(Template)]
#[template(path = "server/landing.html")]
struct LandingPage {
    layout: Layout,
    notice: Option<Notice>,
    /// What was typed into the code box and leads nowhere.
    not_found: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CodeBox {
    code: Option<String>,
}

pub async fn landing(ctx: Ctx, Query(typed): Query<CodeBox>) -> Result<Response, Problem> {
    let typed = typed.code.filter(|code| !code.trim().is_empty());
    if let Some(code) = &typed
        && let Some(found) = codes::find_code(&ctx, code).await?
    {
        return Ok(Redirect::to(&found.path).into_response());
    }
    let status = if typed.is_some() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    let notice =
        (ctx.done() == Some("deleted")).then(|| Notice::good("Deleted.").text("It is gone for everyone."));
    let layout = Layout::of(&ctx, "Roundtable: decide together, then do it").with_code_box().describe(
        "Make a checklist, an event, a poll or a ranked poll and share the link. Nobody needs an account.",
    );
    Ok((status, Html(LandingPage { layout, notice, not_found: typed })).into_response())
}
