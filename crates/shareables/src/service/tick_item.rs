//! Ticking an item: by anyone who can view, each tick in an item of its own.

use crate::{
    Error,
    gate::Opened,
    keys::Part,
    model::{AddedItem, ItemId, Shareable, Tick, fields::NAME},
    stored,
};
use kernel::{check::trimmed, checked};
use web::Ctx;

/// Ticks an item, in somebody's name if they give one. Ticking again puts the newer name.
pub async fn tick_item(ctx: &Ctx, opened: &Opened, item: ItemId, by: Option<String>) -> Result<Tick, Error> {
    check_there(ctx, opened, item).await?;
    let by = trimmed(by);
    checked(|checks| _ = checks.optional_text("by", by.as_deref(), NAME))?;
    ctx.take_answer_bytes()?;
    let tick = Tick {
        checklist_item_id: item,
        checked_by: by,
        checked_at: Some(ctx.clock.now().into()),
        ttl: opened.share.ttl,
    };
    let write = stored::put_mark(Part::Tick, opened.id(), item, &tick)?;
    ctx.commit([write]).touched::<Shareable>(opened.id()).await?;
    Ok(tick)
}

/// That the item is on the list, the organiser's or one that someone added.
pub async fn check_there(ctx: &Ctx, opened: &Opened, item: ItemId) -> Result<(), Error> {
    let there = opened.share.checklist()?.find(item).is_some()
        || stored::find_mark::<AddedItem>(ctx, Part::Added, opened.id(), item).await?.is_some();
    if there { Ok(()) } else { Err(Error::NoSuchItem) }
}
