//! `/r/{id}/screen`: for a projector: the code to vote by, and the result as it comes in.

use super::{about::About, parts::Count, verdict::Verdict};
use crate::{
    Error,
    gate::{Gate, Opened},
    service::get_results,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, Problem};

#[derive(Template)]
#[template(path = "rankings/screen.html")]
struct ScreenPage<'a> {
    layout: Layout,
    about: About<'a>,
    result: Option<(Count, Verdict<'a>)>,
}

pub async fn show_screen(gate: Gate) -> Result<Response, Problem> {
    let (ctx, Opened { poll, rights, .. }) = (&gate.ctx, gate.open().await?);
    let results = match get_results::get_results(ctx, &poll, rights).await {
        Ok(results) => Some(results),
        Err(Error::ResultsHidden(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let about = About::of(ctx, &poll);
    let is_open = about.is_open();
    let result = results.as_deref();
    let page = ScreenPage {
        layout: about.layout(format!("Screen – {}", poll.title)),
        result: result.map(|results| (Count(results.total_votes), Verdict { results, is_open })),
        about,
    };
    Ok(Html(page).into_response())
}
