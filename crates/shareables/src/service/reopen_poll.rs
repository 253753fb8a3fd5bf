//! Opening a closed poll again.

use super::edit_shareable::change_share;
use crate::{Error, gate::Visitor, model::Shareable};
use web::{Ctx, Edit, Expected};

/// Takes votes again.
pub async fn reopen_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let (share, ()) = change_share(ctx, visitor, expected, |share| {
        share.poll_mut()?.reopen(ctx.clock.now());
        Ok(Edit::of(()))
    })
    .await?;
    Ok(share)
}
