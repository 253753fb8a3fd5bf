//! Withdraws a vote while the poll is open: what was counted at the end stays counted.

use crate::{
    Error, keys,
    live::{Ballots, PollRoom},
    model::{Credentials, PollId, VoteId},
    service::cast_vote::must_be_open,
    stored,
    tables::RANKED_CHOICE_POLLS,
};
use store::Write;
use web::{Change, Ctx, edit::commit};

pub async fn withdraw_vote(
    ctx: &Ctx,
    poll: PollId,
    vote: VoteId,
    credentials: &Credentials,
) -> Result<(), Error> {
    let poll = stored::get_poll(ctx, poll).await?;
    credentials.must_hold(poll.id, vote, &ctx.keys)?;
    must_be_open(&poll, ctx.clock.now())?;
    let key = keys::vote(poll.id, vote);
    let remove = Write::delete(&RANKED_CHOICE_POLLS, key.clone()).if_there();
    let mark = ctx.mark::<Ballots>(&poll.id, &key)?;
    match commit(ctx, remove, mark.into_iter().collect()).await {
        Ok(()) => {}
        Err(error) if error.is_condition_failed() => return Err(Error::NoBallot),
        Err(error) => return Err(error.into()),
    }
    ctx.answered::<Ballots>(&poll.id, [key]);
    ctx.live.changed::<PollRoom>(&poll.id, Change::Answered);
    Ok(())
}
