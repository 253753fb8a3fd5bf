//! A voter's own vote.

use crate::{
    Error,
    model::{PollId, Vote, VoteId},
    service::{access::Credentials, load},
};
use web::Ctx;

pub async fn get_vote(
    ctx: &Ctx,
    poll: PollId,
    vote: VoteId,
    credentials: &Credentials,
) -> Result<Vote, Error> {
    let poll = load::poll(ctx, poll).await?;
    credentials.must_hold(ctx, poll.id, vote)?;
    load::find_vote(ctx, poll.id, vote).await?.ok_or(Error::NoBallot)
}

/// The ballot of whoever asks, if they have cast one.
pub async fn find_own_vote(
    ctx: &Ctx,
    poll: PollId,
    credentials: &Credentials,
) -> Result<Option<Vote>, Error> {
    match credentials.vote_in(ctx, poll) {
        Some(vote) => load::find_vote(ctx, poll, vote).await,
        None => Ok(None),
    }
}
