//! Returns the ballots without their voters, for the manager to count elsewhere.

use crate::{
    Error,
    live::{Ballots, Held},
    model::Poll,
};
use tally::Election;
use web::Ctx;

pub async fn export_ballots(ctx: &Ctx, poll: &Poll) -> Result<Election, Error> {
    Ok(ctx.with_followed::<Ballots, _>(poll, |held: &Held| held.election().clone()).await?)
}
