//! Results, for those who may see them; ballots, for the manager.

use crate::{
    Error,
    ballots::Ballots,
    model::{Poll, PollId},
    service::{access::Credentials, load},
};
use std::sync::Arc;
use tally::Results;
use web::Ctx;

pub async fn get_results(
    ctx: &Ctx,
    ballots: &Ballots,
    id: PollId,
    credentials: &Credentials,
) -> Result<(Poll, Arc<Results>), Error> {
    let poll = load::poll(ctx, id).await?;
    credentials.must_see_results(ctx, &poll).await?;
    let results = ballots.results(&ctx.services(), &poll).await?;
    Ok((poll, results))
}

/// Every ballot in the format of `roundtable tally`. Equal ballots share a line and the most frequent come first, so that the order
/// says nothing about who voted when.
pub async fn export_ballots(
    ctx: &Ctx,
    ballots: &Ballots,
    id: PollId,
    credentials: &Credentials,
) -> Result<String, Error> {
    let poll = load::poll(ctx, id).await?;
    credentials.must_manage(&poll)?;
    let rankings = ballots.rankings(&ctx.services(), &poll).await?;
    Ok(rankings.iter().map(|(count, ranking)| tally::format_ballot(*count, ranking) + "\n").collect())
}
