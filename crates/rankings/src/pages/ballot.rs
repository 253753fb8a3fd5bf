//! `/r/{id}`: the ballot.

use super::{
    common::{COOKIE_AGE, FEW_BALLOTS, share},
    order::{BallotForm, Order},
    words::{Stage, counted, time},
};
use crate::{
    Error,
    ballots::Ballots,
    model::{Poll, PollId, ResultsVisibility, Vote, Voter},
    service::{
        access::{Credentials, VOTER_COOKIE},
        cast_vote::{self, CastVote},
        get_poll, get_vote, withdraw_vote,
    },
};
use askama::Template;
use axum::{
    Extension,
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use web::{Ctx, Form, Html, Layout, Notice, Path, Problem, Query, Share};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Way {
    /// What has just been done: `cast`, `changed` or `withdrawn`.
    done: String,
}

/// One line of the ballot.
struct Choice {
    name: String,
    /// From 1; nothing where it is left out.
    place: String,
    first: bool,
    last: bool,
}

#[derive(Template)]
#[template(path = "rankings/ballot.html")]
struct BallotPage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    description: Vec<String>,
    stage: Stage,
    ballots: String,
    notice: Option<Notice>,
    ranked: Vec<Choice>,
    rest: Vec<Choice>,
    most: usize,
    /// What the last button did.
    said: String,
    voted: bool,
    closes: String,
    sees_results: bool,
    /// What others will learn of this ballot.
    privacy: &'static str,
    manages: bool,
}

/// Everything a ballot page is drawn from.
struct Drawn {
    poll: Poll,
    total: Option<u64>,
    vote: Option<Vote>,
    manages: bool,
}

impl Drawn {
    async fn load(
        ctx: &Ctx,
        ballots: &Ballots,
        id: PollId,
        credentials: &Credentials,
    ) -> Result<Self, Error> {
        let seen = get_poll::get_poll(ctx, ballots, id, credentials).await?;
        let vote = get_vote::find_own_vote(ctx, id, credentials).await?;
        let manages = credentials.manages(&seen.poll);
        Ok(Self { poll: seen.poll, total: seen.total_votes, vote, manages })
    }

    fn page(self, ctx: &Ctx, order: Order, notice: Option<Notice>) -> BallotPage {
        let Self { poll, total, vote, manages } = self;
        let base = format!("/r/{}", poll.id);
        let layout = Layout::of(ctx, format!("{}: your ballot", poll.title))
            .describe(poll.description.clone().unwrap_or_else(|| "Put the ones you like in order.".into()))
            .noindex()
            .script("rank.js")
            .live(format!("{base}/live"));
        let last = order.ranked.len();
        let ranked = order.ranked.into_iter().enumerate().map(|(at, name)| {
            let place = (at + 1).to_string();
            Choice { name, place, first: at == 0, last: at + 1 == last }
        });
        let rest = order.rest.into_iter();
        let rest = rest.map(|name| Choice { name, place: String::new(), first: false, last: false });
        BallotPage {
            layout,
            share: share(ctx, &poll),
            base,
            description: paragraphs(poll.description.as_deref()),
            stage: Stage::of(&poll, ctx.clock.now()),
            ballots: total.map_or_else(String::new, |total| format!("{} in", counted(total, "ballot"))),
            notice,
            ranked: ranked.collect(),
            rest: rest.collect(),
            most: poll.candidates.len(),
            said: String::new(),
            voted: vote.is_some(),
            closes: poll.expires_at.map(time).unwrap_or_default(),
            sees_results: total.is_some(),
            privacy: privacy(&poll, total),
            title: poll.title,
            manages,
        }
    }
}

fn paragraphs(text: Option<&str>) -> Vec<String> {
    text.unwrap_or_default()
        .split('\n')
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Live results with few ballots tell whose ballot has just come in; better said before it is cast.
fn privacy(poll: &Poll, total: Option<u64>) -> &'static str {
    match (poll.settings.results_visibility, total) {
        (ResultsVisibility::AfterClose, _) => {
            "Nobody sees who ranked what. Results are shown when the poll is over."
        }
        (_, Some(total)) if total < FEW_BALLOTS => {
            "Names are not kept. But results are live and few have voted, so others may guess which ballot is yours."
        }
        _ => "Nobody sees who ranked what; the totals are shown.",
    }
}

pub async fn show_ballot(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
    Query(way): Query<Way>,
) -> Result<Response, Problem> {
    let drawn = Drawn::load(&ctx, &ballots, id, &Credentials::of_cookies(&ctx)).await?;
    let order = Order::new(&drawn.poll, drawn.vote.clone().map_or_else(Vec::new, |vote| vote.rankings));
    let notice = match way.done.as_str() {
        "cast" => {
            Some(Notice::good("Your ballot is in.").text("You can change it here until the poll is over."))
        }
        "changed" => Some(Notice::good("Your ballot is changed.").text("The new order counts.")),
        "withdrawn" => Some(Notice::good("Your ballot is withdrawn.").text("It no longer counts.")),
        _ => None,
    };
    Ok(Html(drawn.page(&ctx, order, notice)).into_response())
}

/// A button moves a choice; the last one casts the ballot.
pub async fn send_ballot(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
    Form(form): Form<BallotForm>,
) -> Result<Response, Problem> {
    let credentials = Credentials::of_cookies(&ctx);
    let drawn = Drawn::load(&ctx, &ballots, id, &credentials).await?;
    let mut order = Order::read(&drawn.poll, &form);
    if form.send.is_none() {
        let said = order.moved(&form).unwrap_or_default();
        return Ok(Html(BallotPage { said, ..drawn.page(&ctx, order, None) }).into_response());
    }
    if let Some(trouble) = form.trouble() {
        let notice = Notice::bad("Your ballot was not cast.").text(trouble);
        return Ok(
            (StatusCode::UNPROCESSABLE_ENTITY, Html(drawn.page(&ctx, order, Some(notice)))).into_response()
        );
    }
    let voter = credentials.voter().cloned().unwrap_or_else(|| Voter::drawn(&ctx.rng));
    let cmd = CastVote { poll: id, rankings: order.ranked.clone(), voter };
    match cast_vote::cast_vote(&ctx, &cmd).await {
        Ok(cast) => Ok(thanks(&ctx, id, &cmd.voter, cast.replaced)),
        Err(error @ (Error::Closed | Error::Expired)) => {
            let notice = Notice::bad("Your ballot was not counted.").text(&error);
            let status = Problem::from(error).status();
            let drawn = Drawn::load(&ctx, &ballots, id, &credentials).await?;
            Ok((status, Html(drawn.page(&ctx, order, Some(notice)))).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// Back to the ballot, which the browser now remembers.
fn thanks(ctx: &Ctx, id: PollId, voter: &Voter, replaced: bool) -> Response {
    let done = if replaced { "changed" } else { "cast" };
    let back = Redirect::to(&format!("/r/{id}?done={done}"));
    match voter.key() {
        Some(key) => {
            let cookie = ctx.new_cookie(VOTER_COOKIE, key, "/r", COOKIE_AGE);
            (ctx.cookies.clone().add(cookie), back).into_response()
        }
        None => back.into_response(),
    }
}

pub async fn withdraw(ctx: Ctx, Path(id): Path<PollId>) -> Result<Redirect, Problem> {
    let credentials = Credentials::of_cookies(&ctx);
    let vote = credentials.vote_in(&ctx, id).ok_or(Error::NoBallot)?;
    withdraw_vote::withdraw_vote(&ctx, id, vote, &credentials).await?;
    Ok(Redirect::to(&format!("/r/{id}?done=withdrawn")))
}
