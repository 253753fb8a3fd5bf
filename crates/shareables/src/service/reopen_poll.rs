//! Opening a closed poll again.

use crate::{Error, gate::Visitor, live, model::Shareable};
use web::{Ctx, Edit, Expected};

/// Takes votes again.
pub async fn reopen_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let load = || visitor.share_to_edit(ctx);
    let (share, ()) = web::edit(ctx, expected, load, |share| {
        share.poll_mut()?.reopen(ctx.clock.now());
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    live::edited(ctx, &share.short_id);
    Ok(share)
}
