//! Withdraws a vote while the poll is open: what was counted at the end stays counted.

use crate::{
    Error,
    gate::Visitor,
    keys,
    live::Ballots,
    model::{Poll, VoteId},
    service::cast_vote::must_be_open,
    tables::RANKED_CHOICE_POLLS,
};
use store::Write;
use web::{Change, Ctx, edit::commit};

pub async fn withdraw_vote(ctx: &Ctx, visitor: &Visitor, vote: VoteId) -> Result<(), Error> {
    let poll = visitor.for_reading(ctx).await?;
    visitor.must_hold(vote, &ctx.keys)?;
    must_be_open(&poll, ctx.clock.now())?;
    let key = keys::vote(poll.id, vote);
    let remove = Write::delete(&RANKED_CHOICE_POLLS, key.clone()).if_there();
    let mark = ctx.mark::<Ballots>(&poll.id, &key)?;
    let removed = commit(ctx, remove, mark.into_iter().collect()).await;
    removed.map_err(|error| if error.is_condition_failed() { Error::NoBallot } else { error.into() })?;
    ctx.answered::<Ballots>(&poll.id, [key]);
    ctx.live.changed::<Poll>(&poll.id, Change::Answered);
    Ok(())
}
