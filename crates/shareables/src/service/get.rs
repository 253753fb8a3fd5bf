//! Looking at a share.

use crate::{
    Error, keys,
    model::{Entity, Shareable, ShortId, Tick},
    service::open::{self, Opened},
    view::{ShareableView, Ticks},
};
use store::{Store, from_item, query_all};
use web::Ctx;

/// A share as the caller may see it.
pub async fn get_shareable(ctx: &Ctx, id: &ShortId) -> Result<ShareableView, Error> {
    let opened = open::for_reading(ctx, id).await?;
    show(ctx, opened).await
}

/// What the caller sees of a share that was opened.
pub async fn show(ctx: &Ctx, Opened { share, access }: Opened) -> Result<ShareableView, Error> {
    let ticks = ticks_of(ctx.store.as_ref(), &share).await?;
    Ok(ShareableView::of(ctx, share, access, &ticks))
}

/// AP3: the ticks of a checklist; other kinds have none, and nothing is read for them.
pub async fn ticks_of(store: &dyn Store, share: &Shareable) -> Result<Ticks, Error> {
    if share.entity() != Entity::Checklist {
        return Ok(Ticks::new());
    }
    let items = query_all(store, keys::ticks_of(&share.short_id)).await?;
    let ticks =
        items.into_iter().map(|item| from_item::<Tick>(item).map(|tick| (tick.checklist_item_id, tick)));
    Ok(ticks.collect::<store::Result<_>>()?)
}
