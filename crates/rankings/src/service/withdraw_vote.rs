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
use store::{StoreError, Write};
use web::{AnswerKey, Change, Ctx, Fault, edit::commit};

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
        let mark = ctx.mark::<Ballots>(&poll.id, &key)?;
        match commit(ctx, remove, mark.into_iter().chain(remembered).collect()).await {
            Ok(()) => {
                ctx.answered::<Ballots>(&poll.id, [key]);
                ctx.live.changed::<Poll>(&poll.id, Change::Answered);
                return Ok(());
            }
            // The voter's ballot was replaced or withdrawn meanwhile.
            Err(StoreError::Conflict | StoreError::ConditionFailed(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}
