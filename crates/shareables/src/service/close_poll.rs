//! Closing a poll by hand.

use crate::{Error, gate::Visitor, live, model::Shareable};
use web::{Ctx, Edit, Expected};

/// Takes no more votes. A poll that is closed stays so.
pub async fn close_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let load = || visitor.share_to_edit(ctx);
    let (share, ()) = web::edit(ctx, expected, load, |share| {
        share.poll_mut()?.is_closed = true;
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    live::edited(ctx, &share.short_id);
    Ok(share)
}
