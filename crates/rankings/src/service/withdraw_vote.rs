//! Takes a vote back, while the poll is open: what was counted at the end stays counted.

use crate::{
    Error, keys,
    model::{PollId, VoteId},
    service::{access::Credentials, cast_vote::mark, live, load},
    tables::RANKED_CHOICE_POLLS,
};
use store::{Transaction, Write};
use web::Ctx;

pub async fn withdraw_vote(
    ctx: &Ctx,
    poll: PollId,
    vote: VoteId,
    credentials: &Credentials,
) -> Result<(), Error> {
    let poll = load::poll(ctx, poll).await?;
    credentials.must_hold(ctx, poll.id, vote)?;
    poll.must_be_open(ctx.clock.now())?;
    let remove = Write::delete(&RANKED_CHOICE_POLLS, keys::vote(poll.id, vote)).if_there();
    match ctx.store.transact(Transaction::of([remove, mark(ctx, poll.id, vote)?])).await {
        Ok(()) => {}
        Err(error) if error.is_condition_failed() => return Err(Error::NoBallot),
        Err(error) => return Err(error.into()),
    }
    live::votes_changed(&ctx.live, &poll);
    Ok(())
}
