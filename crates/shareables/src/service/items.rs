//! The organiser's work on a checklist's items.

use crate::{
    Error, keys,
    model::{Access, ItemFields, ItemId, ItemPatch, Shareable, ShortId},
    service::{
        edit::untick,
        get,
        open::Opened,
        save::{self, Edit},
    },
    tables::SHAREABLES,
    view::{ItemView, ShareableView},
};
use kernel::Checks;
use store::from_item;
use web::Ctx;

/// Adds items at the end: one, or a whole pasted list.
pub async fn add_items(
    ctx: &Ctx,
    id: &ShortId,
    items: Vec<ItemFields>,
) -> Result<(Shareable, Vec<ItemView>), Error> {
    save::edit(ctx, id, |share| {
        let mut checks = Checks::new();
        let checklist = share.checklist_mut()?;
        let from = checklist.add(items.clone(), &ctx.rng, &mut checks);
        checks.done()?;
        let added = checklist.items[from..].iter().map(|item| ItemView::of(item.clone(), None));
        Ok(Edit::of(added.collect()))
    })
    .await
}

/// Changes an item's name or note.
pub async fn edit_item(
    ctx: &Ctx,
    id: &ShortId,
    item: ItemId,
    patch: ItemPatch,
) -> Result<(Shareable, ItemView), Error> {
    let (share, edited) = save::edit(ctx, id, |share| {
        let mut checks = Checks::new();
        let edited =
            share.checklist_mut()?.edit(item, patch.clone(), &mut checks).ok_or(Error::NoSuchItem)?;
        checks.done()?;
        Ok(Edit::of(edited))
    })
    .await?;
    let tick = ctx.store.get(&SHAREABLES, &keys::tick(id, item)).await?.map(from_item).transpose()?;
    Ok((share, ItemView::of(edited, tick.as_ref())))
}

/// Removes an item and its tick.
pub async fn remove_item(ctx: &Ctx, id: &ShortId, item: ItemId) -> Result<(), Error> {
    save::edit(ctx, id, |share| {
        if !share.checklist_mut()?.remove(item) {
            return Err(Error::NoSuchItem);
        }
        Ok(Edit::of(()).with([untick(id, item)]))
    })
    .await?;
    Ok(())
}

/// Puts the items in another order.
pub async fn reorder_items(ctx: &Ctx, id: &ShortId, ids: Vec<ItemId>) -> Result<ShareableView, Error> {
    let (share, ()) = save::edit(ctx, id, |share| {
        let mut checks = Checks::new();
        share.checklist_mut()?.reorder(&ids, &mut checks);
        checks.done()?;
        Ok(Edit::of(()))
    })
    .await?;
    get::show(ctx, Opened { share, access: Access::Admin }).await
}
