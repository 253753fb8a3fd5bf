//! `/r/{id}`: the ballot.

use super::{
    order::{BallotForm, Order},
    parts::Count,
    words::{FEW_BALLOTS, Kept, Stage, preview, share},
};
use crate::{
    Error,
    gate::{self, Gate, Visitor},
    model::{Poll, ResultsVisibility, Vote, Voter},
    service::{
        cast_vote::{self, CastVote},
        get_poll::{self, SeenPoll},
        withdraw_vote,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{CreatingForm, Filled, Html, Layout, Linked, Notice, OnceField, Problem, Share, When};

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
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a piece of the page by itself")]
struct BallotPage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    description: Option<Linked>,
    stage: Stage,
    count: Option<Count>,
    notice: Option<Notice>,
    once: OnceField,
    ranked: Vec<Choice>,
    rest: Vec<Choice>,
    most: usize,
    /// What the last button did.
    said: String,
    voted: bool,
    /// The ballot of somebody else on this device.
    for_another: bool,
    closes: Option<When>,
    kept: Option<Kept>,
    sees_results: bool,
    /// What others will learn of this ballot.
    privacy: &'static str,
    manages: bool,
}

/// Everything a ballot page is drawn from.
struct Drawn {
    seen: SeenPoll,
    vote: Option<Vote>,
    manages: bool,
    for_another: bool,
}

impl Drawn {
    async fn load(gate: &Gate, for_another: bool) -> Result<Self, Problem> {
        let poll = gate.poll().await?;
        let rights = gate.rights(&poll).await?;
        let seen = get_poll::get_poll(&gate.ctx, poll, rights).await?;
        let vote = if for_another { None } else { gate.visitor.find_vote(&gate.ctx).await? };
        Ok(Self { seen, vote, manages: rights.manages, for_another })
    }

    fn page(self, gate: &Gate, order: Order, notice: Option<Notice>) -> BallotPage {
        let Self { seen: SeenPoll { poll, total_votes, .. }, vote, manages, for_another } = self;
        let (ctx, now) = (&gate.ctx, gate.ctx.clock.now());
        let last = order.ranked.len();
        let ranked = order.ranked.into_iter().enumerate().map(|(at, name)| {
            let place = (at + 1).to_string();
            Choice { name, place, first: at == 0, last: at + 1 == last }
        });
        let rest = order.rest.into_iter();
        let rest = rest.map(|name| Choice { name, place: String::new(), first: false, last: false });
        BallotPage {
            layout: Layout::of(ctx, poll.title.clone())
                .describe(preview(&poll, now))
                .picture(ctx.url(&urls::preview(poll.id)))
                .noindex()
                .script("rank.js")
                .script("times.js")
                .script("here.js")
                .live(urls::live(poll.id)),
            share: share(ctx, &poll),
            base: urls::poll(poll.id),
            description: poll.description.clone().map(Linked::new),
            stage: Stage::of(&poll, now),
            count: total_votes.map(Count::of),
            notice,
            once: OnceField(ctx.new_once()),
            ranked: ranked.collect(),
            rest: rest.collect(),
            most: poll.candidates.len(),
            said: String::new(),
            voted: vote.is_some(),
            for_another,
            closes: poll.expires_at.map(|end| When::new(end, now)),
            kept: Kept::of(&poll, now),
            sees_results: total_votes.is_some(),
            privacy: privacy(&poll, total_votes),
            title: poll.title,
            manages,
        }
    }
}

/// Live results with few ballots tell whose ballot has just come in; better said before it is cast.
fn privacy(poll: &Poll, total: Option<u64>) -> &'static str {
    match (poll.settings.results_visibility, total) {
        (ResultsVisibility::AfterClose, _) => {
            "Nobody sees who ranked what. Results are shown when the poll is closed."
        }
        (_, Some(total)) if total < FEW_BALLOTS => {
            "Names are not kept. Results are live and few people have voted, so others may guess which ballot is yours."
        }
        _ => "Nobody sees who ranked what; the totals are shown.",
    }
}

pub async fn show_ballot(gate: Gate) -> Result<Response, Problem> {
    let for_another = gate.ctx.query_value("for") == Some("another");
    let drawn = Drawn::load(&gate, for_another).await?;
    let poll = &drawn.seen.poll;
    let order = Order::new(poll, drawn.vote.clone().map_or_else(Vec::new, |vote| vote.rankings));
    let open = poll.state(gate.ctx.clock.now()).is_open();
    let notice = notice(gate.ctx.done(), drawn.vote.is_some() && open);
    Ok(Html(drawn.page(&gate, order, notice)).into_response())
}

fn notice(done: Option<&str>, voted: bool) -> Option<Notice> {
    let can_change = "You can change it until the poll is closed.";
    match done {
        Some("cast") => Some(Notice::good("Your ballot is in.").text(can_change)),
        Some("changed") => Some(Notice::good("Your ballot is changed.").text("The new order counts.")),
        Some("another") => Some(Notice::good("Their ballot is in.")),
        Some("withdrawn") => Some(Notice::good("Your ballot is withdrawn.").text("It no longer counts.")),
        _ => voted.then(|| Notice::good("Your ballot is in.").text(can_change)),
    }
}

/// A button moves an option; the last one casts the ballot.
pub async fn send_ballot(
    gate: Gate,
    CreatingForm { once, form, .. }: CreatingForm<BallotForm>,
) -> Result<Response, Problem> {
    let ctx = &gate.ctx;
    let drawn = Drawn::load(&gate, form.for_another()).await?;
    let mut order = Order::read(&drawn.seen.poll, &form);
    if form.send.is_none() {
        let said = order.moved(&form).unwrap_or_default();
        return Ok(Html(BallotPage { said, ..drawn.page(&gate, order, None) }).into_response());
    }
    let held = gate.visitor.voter.clone().filter(|_| !form.for_another());
    let voter = match held {
        Some(voter) => voter,
        // The form's own key makes it the same voter however often it is sent.
        None => Voter::Key(once.seed(ctx)?.token("voter key")),
    };
    let as_voter = Visitor { voter: Some(voter.clone()), ..gate.visitor.clone() };
    let before = as_voter.find_vote(ctx).await?;
    let cmd = CastVote { poll: gate.id(), rankings: order.ranked.clone(), voter };
    let cast = match form.trouble() {
        Some(trouble) => Err(web::Fault::about("rankings", trouble).into()),
        None => cast_vote::cast_vote(ctx, &cmd).await,
    };
    match cast {
        Ok(cast) => {
            // The same ballot once more, as by a second tap, changes nothing.
            let changed = before.is_some_and(|before| before.rankings != cast.vote.rankings);
            Ok(thanks(&gate, &cmd.voter, changed, form.for_another()))
        }
        Err(error) => refused(&gate, order, form.for_another(), error).await,
    }
}

async fn refused(gate: &Gate, order: Order, for_another: bool, error: Error) -> Result<Response, Problem> {
    let words = match &error {
        Error::Fault(web::Fault::Invalid(errors)) => errors.first().map(|first| first.message.clone()),
        Error::Closed | Error::Expired => Some(error.to_string()),
        _ => None,
    };
    let problem = Problem::from(error.clone());
    let status = problem.status();
    let notice = match words {
        Some(words) => Notice::bad("Your ballot was not cast.").text(words),
        None => match Filled::refused((), "Your ballot was not cast.", problem)?.notice {
            Some(notice) => notice,
            None => return Err(error.into()),
        },
    };
    let drawn = Drawn::load(gate, for_another).await?;
    Ok((status, Html(drawn.page(gate, order, Some(notice)))).into_response())
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
