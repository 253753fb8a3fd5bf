//! Giving back what somebody said they would do: anyone who may tick may do so.

use super::tick_item::check_there;
use crate::{Error, gate::Opened, keys::Part, live, model::ItemId, stored};
use web::Ctx;

/// Releases an item; where nobody holds it, nothing happens.
pub async fn release_item(ctx: &Ctx, opened: &Opened, item: ItemId) -> Result<(), Error> {
    check_there(ctx, opened, item).await?;
    ctx.store.write(stored::remove_mark(Part::Claim, opened.id(), item)).await?;
    live::edited(ctx, opened.id());
    Ok(())
}
