//! Putting the organiser's items of a checklist in another order.

use super::edit_shareable::change_share;
use crate::{
    Error,
    gate::Visitor,
    model::{ItemId, Shareable},
};
use kernel::checked;
use web::{Ctx, Edit, Expected};

pub async fn reorder_items(
    ctx: &Ctx,
    visitor: &Visitor,
    expected: &Expected,
    ids: &[ItemId],
) -> Result<Shareable, Error> {
    let reorder = |share: &mut Shareable| {
        let checklist = share.checklist_mut()?;
        Ok(Edit::of(checked(|checks| checklist.reorder(ids, checks))?))
    };
    Ok(change_share(ctx, visitor, expected, reorder).await?.0)
}
