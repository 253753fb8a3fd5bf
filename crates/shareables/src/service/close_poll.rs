//! Closing a poll by hand.

use super::edit_shareable::change_share;
use crate::{Error, gate::Visitor, model::Shareable};
use web::{Ctx, Edit, Expected};

/// Takes no more votes. A poll that is closed stays so.
pub async fn close_poll(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    let (share, ()) = change_share(ctx, visitor, expected, |share| {
        share.poll_mut()?.is_closed = true;
        Ok(Edit::of(()))
    })
    .await?;
    Ok(share)
}
