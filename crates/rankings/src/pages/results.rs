//! `/r/{id}/results`: the winner, every round, every transfer, head to head, and one's own ballot on its way.

use super::{
    chart::{Figures, Rounds, short},
    common::share,
    flows::Flows,
    palette::{Palette, Swatch},
    verdict::{Banner, Mine},
    words::{Stage, counted},
};
use crate::{
    Error,
    ballots::Ballots,
    model::{Poll, PollId},
    service::{access::Credentials, get_results, get_vote, load},
};
use askama::Template;
use axum::{
    Extension,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use std::sync::Arc;
use tally::{Name, Results};
use web::{Ctx, Html, Layout, Path, Problem, Share};

/// Of more candidates than this, those who came furthest are compared.
const MOST_PAIRS: usize = 12;

#[derive(Template)]
#[template(path = "rankings/results.html")]
struct ResultsPage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    stage: Stage,
    banner: Banner,
    counted: Option<Counted>,
    mine: Option<Mine>,
    manages: bool,
}

/// Everything there is once somebody has voted.
struct Counted {
    swatches: Vec<Swatch>,
    any_exhausted: bool,
    rounds: Rounds,
    figures: Figures,
    flows: Option<Flows>,
    ties: Vec<(usize, String)>,
    exhausted: u64,
    exhausted_words: String,
    pairs: Pairs,
}

struct Pairs {
    names: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
    left_out: usize,
    words: String,
}

struct Cell {
    votes: u64,
    wins: bool,
    itself: bool,
}

impl Counted {
    fn of(results: &Results) -> Option<Self> {
        let last = results.rounds.last().filter(|_| results.total_votes > 0)?;
        let palette = Palette::of(results);
        let ties = results
            .rounds
            .iter()
            .filter_map(|round| Some((round.round, round.tie_break.as_ref()?.explanation.clone())));
        Some(Self {
            any_exhausted: last.exhausted > 0,
            rounds: Rounds::of(results, &palette),
            figures: Figures::of(results),
            flows: Flows::of(results, &palette),
            ties: ties.collect(),
            exhausted: last.exhausted,
            exhausted_words: format!(
                "{} of {} ran out of choices before the last round. They counted for as long as one of their choices was still in.",
                last.exhausted,
                counted(results.total_votes, "ballot")
            ),
            pairs: Pairs::of(results),
            swatches: palette.swatches,
        })
    }
}

impl Pairs {
    fn of(results: &Results) -> Self {
        let order = results.finishing_order();
        let place = |name: &Name| results.candidates.iter().position(|other| other == name);
        let shown: Vec<(usize, &Name)> =
            order.iter().take(MOST_PAIRS).filter_map(|name| place(name).map(|at| (at, name))).collect();
        let above = |one: usize, other: usize| {
            results.pairwise.get(one).and_then(|row| row.get(other)).copied().unwrap_or(0)
        };
        let cell = |one: usize, other: usize| Cell {
            votes: above(one, other),
            wins: above(one, other) > above(other, one),
            itself: one == other,
        };
        let row = |(one, name): &(usize, &Name)| {
            (short(name, 24), shown.iter().map(|(other, _)| cell(*one, *other)).collect())
        };
        let words = match (&results.condorcet_winner, &results.cycle[..]) {
            (Some(winner), _) => format!("{winner} beats every other choice one to one."),
            (None, [first, rest @ ..]) if !rest.is_empty() => {
                let beaten: Vec<_> = rest.iter().chain([first]).map(|name| format!("beats {name}")).collect();
                format!("No choice beats all others: {first} {}.", beaten.join(", which "))
            }
            _ => "No choice beats all others one to one.".into(),
        };
        Self {
            names: shown.iter().map(|(_, name)| short(name, 24)).collect(),
            rows: shown.iter().map(row).collect(),
            left_out: order.len() - shown.len(),
            words,
        }
    }
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

pub async fn show_results(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let credentials = Credentials::of_cookies(&ctx);
    let (poll, results) = match get_results::get_results(&ctx, &ballots, id, &credentials).await {
        Ok(found) => found,
        Err(error @ Error::ResultsHidden(_)) => return hidden(&ctx, id, &error).await,
        Err(error) => return Err(error.into()),
    };
    let vote = get_vote::find_own_vote(&ctx, id, &credentials).await?;
    let mine = vote.filter(|_| results.total_votes > 0).map(|vote| Mine::of(&results, &vote.rankings));
    let stage = Stage::of(&poll, ctx.clock.now());
    let page = ResultsPage {
        layout: layout(&ctx, &poll),
        share: share(&ctx, &poll),
        base: format!("/r/{id}"),
        banner: Banner::of(&results, stage.open),
        counted: Counted::of(&results),
        manages: credentials.manages(&poll),
        title: poll.title,
        stage,
        mine,
    };
    Ok(Html(page).into_response())
}

fn layout(ctx: &Ctx, poll: &Poll) -> Layout {
    let layout = Layout::of(ctx, format!("{}: result", poll.title)).noindex();
    layout.live(format!("/r/{}/live", poll.id))
}

/// Why there is nothing to see yet; the page comes alive when there is.
async fn hidden(ctx: &Ctx, id: PollId, error: &Error) -> Result<Response, Problem> {
    let poll = load::poll(ctx, id).await?;
    let page = HiddenPage {
        layout: layout(ctx, &poll),
        base: format!("/r/{id}"),
        why: error.to_string(),
        stage: Stage::of(&poll, ctx.clock.now()),
        title: poll.title,
    };
    Ok((StatusCode::FORBIDDEN, Html(page)).into_response())
}
