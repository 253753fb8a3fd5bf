//! `/r/{id}/results`: the winner, every round, every transfer, head to head, and one's own ballot on its way.

use super::{
    parts::{Counted, Winner},
    verdict::{Banner, Mine},
    words::{Kept, Stage, share},
};
use crate::{Error, gate::Gate, model::Poll, service::get_results, urls};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{Ctx, Html, Layout, Problem, Share, outcome::Became};

#[derive(Template)]
#[template(path = "rankings/results.html")]
struct ResultsPage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    stage: Stage,
    winner: Winner,
    counted: Counted,
    mine: Option<Mine>,
    manages: bool,
    became: Became,
    kept: Option<Kept>,
}

#[derive(Template)]
#[template(path = "rankings/hidden.html")]
struct HiddenPage {
    layout: Layout,
    base: String,
    title: String,
    why: String,
    stage: Stage,
}

pub async fn show_results(gate: Gate) -> Result<Response, Problem> {
    let (ctx, poll) = (&gate.ctx, gate.poll().await?);
    let rights = gate.rights(&poll).await?;
    let results = match get_results::get_results(ctx, &poll, rights).await {
        Ok(results) => results,
        Err(error @ Error::ResultsHidden(_)) => return Err(hidden(ctx, poll, error)),
        Err(error) => return Err(error.into()),
    };
    let vote = gate.visitor.find_vote(ctx).await?;
    let mine = vote.filter(|_| results.total_votes > 0).map(|vote| Mine::of(&results, &vote.rankings));
    let stage = Stage::of(&poll, ctx.clock.now());
    let page = ResultsPage {
        layout: layout(ctx, &poll).script("rounds.js"),
        share: share(ctx, &poll),
        base: urls::poll(poll.id),
        winner: Winner { banner: Banner::of(&results, stage.open) },
        counted: Counted::of(&results),
        manages: rights.manages,
        became: Became(poll.outcomes.clone()),
        kept: Kept::of(&poll, ctx.clock.now()),
        title: poll.title,
        stage,
        mine,
    };
    Ok(Html(page).into_response())
}

fn layout(ctx: &Ctx, poll: &Poll) -> Layout {
    Layout::of(ctx, format!("Results – {}", poll.title))
        .noindex()
        .script("times.js")
        .live(urls::live(poll.id))
}

/// Why there is nothing to see yet; the page comes alive when there is.
fn hidden(ctx: &Ctx, poll: Poll, error: Error) -> Problem {
    let page = HiddenPage {
        layout: layout(ctx, &poll),
        base: urls::poll(poll.id),
        why: error.to_string(),
        stage: Stage::of(&poll, ctx.clock.now()),
        title: poll.title,
    };
    Problem::from(error).with_page(page)
}
