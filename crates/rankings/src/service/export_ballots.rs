//! Every ballot in the format of `roundtable tally`, for the manager. Equal ballots share a line and the most frequent come first, so
//! that the order says nothing about who voted when. The order for ties comes first, so that the count can be repeated exactly.

use crate::{
    Error,
    live::{Ballots, Held},
    model::Poll,
};
use web::Ctx;

pub async fn export_ballots(ctx: &Ctx, poll: &Poll) -> Result<String, Error> {
    Ok(ctx.with_followed::<Ballots, _>(poll, |held: &Held| held.election().as_file()).await?)
}
