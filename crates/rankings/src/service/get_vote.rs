//! A voter's own vote.

use crate::{
    Error,
    model::{Credentials, PollId, Vote, VoteId},
    stored,
};
use web::Ctx;

pub async fn get_vote(
    ctx: &Ctx,
    poll: PollId,
    vote: VoteId,
    credentials: &Credentials,
) -> Result<Vote, Error> {
    let poll = stored::get_poll(ctx, poll).await?;
    credentials.must_hold(poll.id, vote, &ctx.keys)?;
    stored::find_vote(ctx, poll.id, vote).await?.ok_or(Error::NoBallot)
}
