//! Makes something of what a closed poll decided, once of each kind.

use super::create_poll::KIND;
use crate::{Error, gate::Visitor, live::Ballots, model::Poll, urls};
use web::{
    Change, Ctx, Once, Problem,
    outcome::{self, Answered, Decided, Happened, MakeOutcome, Origin},
};

pub async fn make_outcome(
    ctx: &Ctx,
    visitor: &Visitor,
    once: &Once,
    cmd: &MakeOutcome,
) -> Result<Happened, Problem> {
    let load = || closed_poll(ctx, visitor);
    let decided = decided(ctx, &load().await?).await?;
    let from = Origin { kind: KIND.into(), path: format!("{}/results", urls::poll(visitor.id)) };
    let made = outcome::make_outcome(ctx, once, cmd, (&from, &decided), load).await?;
    ctx.live.changed::<Poll>(&visitor.id, Change::Edited);
    Ok(made)
}

/// The poll, for its manager, once it takes no more ballots.
pub async fn closed_poll(ctx: &Ctx, visitor: &Visitor) -> Result<Poll, Error> {
    let poll = visitor.for_managing(ctx).await?;
    if poll.state(ctx.clock.now()).is_open() { Err(Error::StillOpen) } else { Ok(poll) }
}

/// What won; a tie decides nothing.
pub async fn decided(ctx: &Ctx, poll: &Poll) -> Result<Decided, Error> {
    let results = ctx.followed::<Ballots>(poll).await?;
    let answered = |winner: &tally::Name| Answered {
        question: poll.title.clone(),
        answer: winner.to_string(),
        ..Answered::default()
    };
    Ok(Decided { title: poll.title.clone(), answers: results.winner.iter().map(answered).collect() })
}
