//! A voter's own vote.

use crate::{
    Error,
    gate::Visitor,
    model::{Vote, VoteId},
};
use web::Ctx;

pub async fn get_vote(ctx: &Ctx, visitor: &Visitor, vote: VoteId) -> Result<Vote, Error> {
    visitor.for_reading(ctx).await?;
    visitor.must_hold(vote, &ctx.keys)?;
    visitor.find_vote(ctx).await?.ok_or(Error::NoBallot)
}
