//! Putting a checklist's items in another order.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::Visitor,
    model::{ItemId, Shareable},
};
use kernel::Checks;
use web::{Ctx, Edit, Expected};

/// Puts the organiser's items in the order of `ids`.
pub async fn reorder_items(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    ids: &[ItemId],
) -> Result<Shareable, Error> {
    let (share, ()) = change_share(ctx, visitor, expected, |share| {
        let mut checks = Checks::new();
        share.checklist_mut()?.reorder(ids, &mut checks);
        checks.done()?;
        Ok(Edit::of(()))
    })
    .await?;
    Ok(share)
}
