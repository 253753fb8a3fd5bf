//! A poll as a caller may see it.

use crate::{
    Error,
    ballots::Ballots,
    model::{Poll, PollId},
    service::{access::Credentials, load},
};
use web::Ctx;

/// A poll, and how many votes it has where the caller may know.
pub struct SeenPoll {
    pub poll: Poll,
    pub total_votes: Option<u64>,
}

pub async fn get_poll(
    ctx: &Ctx,
    ballots: &Ballots,
    id: PollId,
    credentials: &Credentials,
) -> Result<SeenPoll, Error> {
    let poll = load::poll(ctx, id).await?;
    seen(ctx, ballots, poll, credentials).await
}

/// The poll with its number of votes; while results are hidden the number is too, because it tells who voted when.
pub async fn seen(
    ctx: &Ctx,
    ballots: &Ballots,
    poll: Poll,
    credentials: &Credentials,
) -> Result<SeenPoll, Error> {
    let sees = credentials.see_results(ctx, &poll).await?;
    let total_votes = if sees { Some(ballots.total(&ctx.services(), &poll).await?) } else { None };
    Ok(SeenPoll { poll, total_votes })
}
