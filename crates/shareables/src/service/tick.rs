//! Ticking items off: by anyone who can view, each tick in an item of its own.

use crate::{
    Error, keys,
    model::{
        ItemId, ShortId, Tick,
        fields::{check_name, trimmed},
    },
    service::{dependants::CHUNK, edit::untick, live, open},
    tables::SHAREABLES,
    view::ItemView,
};
use kernel::Checks;
use store::{Transaction, Write, query_all};
use web::Ctx;

/// Ticks an item, in somebody's name if they give one. Ticking again puts the newer name.
pub async fn tick_item(ctx: &Ctx, id: &ShortId, item: ItemId, by: Option<String>) -> Result<ItemView, Error> {
    let share = open::for_answering(ctx, id).await?.share;
    let item = share.checklist()?.find(item).ok_or(Error::NoSuchItem)?.clone();
    let by = trimmed(by);
    let mut checks = Checks::new();
    check_name(&mut checks, "by", by.as_deref());
    checks.done()?;
    let tick = Tick {
        checklist_item_id: item.checklist_item_id,
        checked_by: by,
        checked_at: ctx.clock.now().into(),
        ttl: share.ttl,
    };
    ctx.store.write(store::put(&SHAREABLES, keys::tick(id, item.checklist_item_id), &tick)?).await?;
    live::tell_edited(ctx, id);
    Ok(ItemView::of(item, Some(&tick)))
}

/// Takes a tick back; where there is none, nothing happens.
pub async fn untick_item(ctx: &Ctx, id: &ShortId, item: ItemId) -> Result<(), Error> {
    let share = open::for_answering(ctx, id).await?.share;
    share.checklist()?.find(item).ok_or(Error::NoSuchItem)?;
    ctx.store.write(untick(id, item)).await?;
    live::tell_edited(ctx, id);
    Ok(())
}

/// The organiser takes every tick back.
pub async fn clear_ticks(ctx: &Ctx, id: &ShortId) -> Result<(), Error> {
    let share = open::for_editing(ctx, id).await?.share;
    share.checklist()?;
    let ticks = query_all(ctx.store.as_ref(), keys::ticks_of(id)).await?;
    for chunk in ticks.chunks(CHUNK as usize) {
        let delete = |tick| Ok(Write::delete(&SHAREABLES, super::dependants::key_of(tick)?));
        let deletes: Vec<_> = chunk.iter().map(delete).collect::<store::Result<_>>()?;
        ctx.store.transact(Transaction::of(deletes)).await?;
    }
    live::tell_edited(ctx, id);
    Ok(())
}
