//! Withdraws a vote while the poll is open: what was counted at the end stays counted.

use crate::{
    Error,
    gate::Visitor,
    keys,
    live::Ballots,
    model::{Poll, Vote, VoteId},
    service::cast_vote::{TRIES, must_be_open},
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use std::iter;
use store::{StoreError, Write};
use web::{AnswerKey, Ctx, Fault};

pub async fn withdraw_vote(ctx: &Ctx, visitor: &Visitor, vote: VoteId) -> Result<(), Error> {
    let poll = visitor.for_reading(ctx).await?;
    visitor.must_hold(vote, &ctx.keys)?;
    must_be_open(&poll, ctx.clock.now())?;
    let key = keys::vote(poll.id, vote);
    for _ in 0..TRIES {
        let Vote { once, .. } = stored::find_vote(ctx, poll.id, vote).await?.ok_or(Error::NoBallot)?;
        let remove =
            Write::delete(&RANKED_CHOICE_POLLS, key.clone()).if_there().when(AnswerKey::unchanged(&once)?);
        let remembered = AnswerKey::withdrawn(&once, ctx.clock.now())?;
        let commit = ctx.commit(iter::once(remove).chain(remembered)).answered::<Poll>(&poll.id);
        match commit.rows::<Ballots>(&poll.id, [key.clone()]).await {
            Ok(()) => return Ok(()),
            // The voter's ballot was replaced or withdrawn meanwhile.
            Err(StoreError::Conflict | StoreError::ConditionFailed(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}
