//! `/r/{id}/screen`: for a projector: the code to vote by, and the result as it comes in.

use super::{
    parts::{Count, Winner},
    verdict::Banner,
    words::{Stage, share},
};
use crate::{Error, gate::Gate, service::get_results, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Html, Layout, Problem, Share};

#[derive(Template)]
#[template(path = "rankings/screen.html")]
struct ScreenPage {
    layout: Layout,
    share: Share,
    title: String,
    stage: Stage,
    count: Option<Count>,
    winner: Option<Winner>,
}

pub async fn show_screen(gate: Gate) -> Result<Response, Problem> {
    let (ctx, poll) = (&gate.ctx, gate.poll().await?);
    let rights = gate.rights(&poll).await?;
    let results = match get_results::get_results(ctx, &poll, rights).await {
        Ok(results) => Some(results),
        Err(Error::ResultsHidden(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let stage = Stage::of(&poll, ctx.clock.now());
    let page = ScreenPage {
        layout: Layout::of(ctx, format!("Screen – {}", poll.title)).noindex().live(urls::live(poll.id)),
        share: share(ctx, &poll),
        count: results.as_ref().map(|results| Count::of(results.total_votes)),
        winner: results.map(|results| Winner { banner: Banner::of(&results, stage.open) }),
        title: poll.title,
        stage,
    };
    Ok(Html(page).into_response())
}
