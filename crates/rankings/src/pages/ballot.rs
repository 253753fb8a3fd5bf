//! `/r/{id}`: the ballot.

use super::{
    about::{About, FEW_BALLOTS},
    order::{BallotForm, Order},
    parts::Count,
};
use crate::{
    Error,
    gate::{self, Gate, Opened},
    model::{Poll, ResultsVisibility, Vote, Voter},
    service::{
        cast_vote::{self, CastOutcome, CastVote},
        count_votes::count_votes,
        withdraw_vote,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{CreatingForm, Fault, Filled, Html, Layout, Linked, Notice, Problem};

/// What a ballot's page is drawn from.
struct Ballot {
    poll: Poll,
    vote: Option<Vote>,
    manages: bool,
    /// Where they may be known.
    total_votes: Option<u64>,
    /// It is that of somebody else on this device.
    for_another: bool,
}

#[derive(Template)]
#[template(path = "rankings/ballot.html")]
struct BallotPage<'a> {
    layout: Layout,
    about: About<'a>,
    ballot: &'a Ballot,
    order: Order,
    notice: Option<Notice>,
    /// What the last button did.
    said: String,
}

impl Ballot {
    async fn load(gate: &Gate, for_another: bool) -> Result<Self, Problem> {
        let Opened { poll, vote, rights } = gate.open().await?;
        let total_votes = count_votes(&gate.ctx, &poll, rights).await?;
        let vote = vote.filter(|_| !for_another);
        Ok(Self { poll, vote, manages: rights.manages, total_votes, for_another })
    }

    fn page<'a>(&'a self, gate: &'a Gate, order: Order, notice: Option<Notice>) -> BallotPage<'a> {
        let about = About::of(&gate.ctx, &self.poll);
        let layout = about
            .layout(&self.poll.title)
            .describe(about.preview())
            .picture(gate.ctx.url(&urls::preview(self.poll.id)))
            .script("rank.js")
            .script("times.js")
            .script("here.js");
        BallotPage { layout, about, ballot: self, order, notice, said: String::new() }
    }

    fn count(&self) -> Option<Count> {
        self.total_votes.map(Count)
    }

    /// Live results with few ballots tell whose ballot has just come in; better said before it is cast.
    fn privacy(&self) -> &'static str {
        match (self.poll.settings.visibility(), self.total_votes) {
            (ResultsVisibility::AfterClose, _) => {
                "Nobody sees who ranked what. Results are shown when the poll is closed."
            }
            (_, Some(total)) if total < FEW_BALLOTS => {
                "Names are not kept. Results are live and few people have voted, so others may guess which ballot is yours."
            }
            _ => "Nobody sees who ranked what; the totals are shown.",
        }
    }
}

pub async fn show_ballot(gate: Gate) -> Result<Response, Problem> {
    let ballot = Ballot::load(&gate, gate.ctx.query_value("for") == Some("another")).await?;
    let ranked = ballot.vote.as_ref().map_or_else(Vec::new, |vote| vote.rankings.clone());
    let can_change = ballot.vote.is_some() && ballot.poll.is_open(gate.ctx.clock.now());
    let notice = notice(gate.ctx.done(), can_change);
    Ok(Html(ballot.page(&gate, Order::new(&ballot.poll, ranked), notice)).into_response())
}

fn notice(done: Option<&str>, voted: bool) -> Option<Notice> {
    let (title, text) = match done {
        Some("changed") => ("Your ballot is changed.", "The new order counts."),
        Some("another") => return Some(Notice::good("Their ballot is in.")),
        Some("withdrawn") => ("Your ballot is withdrawn.", "It no longer counts."),
        done if voted || done == Some("cast") => {
            ("Your ballot is in.", "You can change it until the poll is closed.")
        }
        _ => return None,
    };
    Some(Notice::good(title).text(text))
}

/// A button moves an option; the last one casts the ballot.
pub async fn send_ballot(
    gate: Gate,
    CreatingForm { once, form, .. }: CreatingForm<BallotForm>,
) -> Result<Response, Problem> {
    let ctx = &gate.ctx;
    let ballot = Ballot::load(&gate, form.for_another()).await?;
    let mut order = Order::read(&ballot.poll, &form);
    if form.send.is_none() {
        let said = order.moved(&form).unwrap_or_default();
        return Ok(Html(BallotPage { said, ..ballot.page(&gate, order, None) }).into_response());
    }
    let held = gate.visitor.voter.clone().filter(|_| !form.for_another());
    let voter = match held {
        Some(voter) => voter,
        // The form's own key makes it the same voter however often it is sent.
        None => Voter::Key(once.seed(ctx)?.token("voter key")),
    };
    let cmd = CastVote { poll: gate.id(), rankings: order.ranked.clone(), voter, once };
    let cast = match form.trouble() {
        Some(trouble) => Err(Fault::about("rankings", trouble).into()),
        None => cast_vote::cast_vote(ctx, &cmd).await,
    };
    match cast {
        Ok(cast) => {
            let changed = cast.outcome == CastOutcome::Replaced;
            Ok(thanks(&gate, &cmd.voter, changed, form.for_another()))
        }
        Err(error) => refused(&gate, order, form.for_another(), error).await,
    }
}

async fn refused(gate: &Gate, order: Order, for_another: bool, error: Error) -> Result<Response, Problem> {
    let words = match &error {
        Error::Fault(Fault::Invalid(errors)) => errors.first().map(|first| first.message.clone()),
        Error::Closed | Error::Expired => Some(error.to_string()),
        _ => None,
    };
    let (title, problem) = ("Your ballot was not cast.", Problem::from(error));
    let filled = match words {
        Some(words) => Filled::because((), Notice::bad(title).text(words), problem.status()),
        None => Filled::refused((), title, problem)?,
    };
    // As it is now: it may have been closed in the meantime.
    let ballot = Ballot::load(gate, for_another).await?;
    Ok(filled.status().with(ballot.page(gate, order, filled.notice)))
}

/// Back to the ballot, which the browser now remembers, unless it was somebody else's.
fn thanks(gate: &Gate, voter: &Voter, changed: bool, for_another: bool) -> Response {
    let done = match (for_another, changed) {
        (true, _) => "another",
        (false, true) => "changed",
        (false, false) => "cast",
    };
    let back = web::done(urls::poll(gate.id()), done);
    match gate::voter_cookie(&gate.ctx, voter).filter(|_| !for_another) {
        Some(cookie) => (gate.ctx.cookies.clone().add(cookie), back).into_response(),
        None => back.into_response(),
    }
}

pub async fn withdraw(gate: Gate) -> Result<Redirect, Problem> {
    let vote = gate.visitor.vote_id(&gate.ctx.keys).ok_or(Error::NoBallot)?;
    withdraw_vote::withdraw_vote(&gate.ctx, &gate.visitor, vote).await?;
    Ok(web::done(urls::poll(gate.id()), "withdrawn"))
}
