//! How many have voted, for those who may know.

use crate::{
    Error,
    live::{Ballots, Held, Rights},
    model::Poll,
};
use web::Ctx;

/// While results are hidden the number is too, because it tells who voted when.
pub async fn count_votes(ctx: &Ctx, poll: &Poll, rights: Rights) -> Result<Option<u64>, Error> {
    if !rights.see_results(poll, ctx.clock.now()) {
        return Ok(None);
    }
    Ok(Some(ctx.with_followed::<Ballots, _>(poll, Held::total).await?))
}
