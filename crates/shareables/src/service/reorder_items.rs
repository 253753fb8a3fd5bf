//! Putting a checklist's items in another order.

use crate::{
    Error,
    gate::Visitor,
    live,
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
    let load = || visitor.share_to_edit(ctx);
    let (share, ()) = web::edit(ctx, expected, load, |share| {
        let mut checks = Checks::new();
        share.checklist_mut()?.reorder(ids, &mut checks);
        checks.done()?;
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    live::edited(ctx, &share.short_id);
    Ok(share)
}
