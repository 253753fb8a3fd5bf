//! Closing a poll by hand, and opening it again.

use crate::{
    Error,
    model::{Shareable, ShortId},
    service::save::{self, Edit},
};
use web::Ctx;

/// Takes no more votes. A poll that is closed stays so.
pub async fn close_poll(ctx: &Ctx, id: &ShortId) -> Result<Shareable, Error> {
    let (share, ()) = save::edit(ctx, id, |share| {
        share.poll_mut()?.is_closed = true;
        Ok(Edit::of(()))
    })
    .await?;
    Ok(share)
}

/// Takes votes again.
pub async fn reopen_poll(ctx: &Ctx, id: &ShortId) -> Result<Shareable, Error> {
    let (share, ()) = save::edit(ctx, id, |share| {
        share.poll_mut()?.reopen(ctx.clock.now());
        Ok(Edit::of(()))
    })
    .await?;
    Ok(share)
}
