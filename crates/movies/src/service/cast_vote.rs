//! Votes on a film: up or down, changed or taken back while voting lasts. A vote touches only its own item.

use super::nudge;
use crate::{
    Error,
    gate::Who,
    keys,
    live::RoundWatched,
    model::{FilmId, HouseholdId, Round, RoundId, Status, Vote, VoteKind},
    service::move_round::why,
    stored,
    tables::VOTES,
};
use store::Write;
use web::{Ctx, live::Change};

/// `None` takes the vote back.
pub async fn cast_vote(
    ctx: &Ctx,
    who: &Who,
    id: RoundId,
    film: FilmId,
    kind: Option<VoteKind>,
) -> Result<Option<Vote>, Error> {
    let household = who.household()?;
    let round = must_be_voting(ctx, household, id).await?;
    if !round.is_attended_by(who.id()) {
        return Err(Error::NotAttending);
    }
    stored::get_suggestion(ctx, id, film).await?;
    let vote = kind.map(|vote| Vote {
        round_id: id,
        tmdb_movie_id: film,
        member_id: who.id(),
        vote: vote.into(),
        voted_at: Some(ctx.clock.now().into()),
    });
    let write = match &vote {
        Some(vote) => stored::set_vote(vote)?,
        None => Write::delete(&VOTES, keys::vote(id, film, who.id())),
    };
    ctx.store.write(write).await?;
    ctx.live.changed::<RoundWatched>(&id, Change::Answered);
    nudge::when_one_is_missing(ctx, household, &round, who).await?;
    Ok(vote)
}

async fn must_be_voting(ctx: &Ctx, household: HouseholdId, id: RoundId) -> Result<Round, Error> {
    let round = stored::get_round(ctx, household, id).await?;
    match round.status_at(ctx.clock.now()) {
        Status::Voting => Ok(round),
        Status::Selected => Err(Error::AlreadyPicked),
        status => Err(Error::OffTheArrows(why(status))),
    }
}
