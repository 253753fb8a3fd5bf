//! Taking a tick back: by anyone who can view.

use super::tick_item::check_there;
use crate::{Error, gate::Opened, keys::Part, live, model::ItemId, stored};
use web::Ctx;

/// Takes a tick back; where there is none, nothing happens.
pub async fn untick_item(ctx: &Ctx, opened: &Opened, item: ItemId) -> Result<(), Error> {
    check_there(ctx, opened, item).await?;
    ctx.store.write(stored::remove_mark(Part::Tick, opened.id(), item)).await?;
    live::edited(ctx, opened.id());
    Ok(())
}
