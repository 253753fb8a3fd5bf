//! Taking back a tick: anyone who can view may do so.

use super::tick_item::check_there;
use crate::{
    Error,
    gate::Opened,
    keys::Part,
    model::{ItemId, Shareable},
    stored,
};
use web::Ctx;

/// Takes a mark off an item; where there is none, nothing happens.
pub async fn unmark_item(ctx: &Ctx, opened: &Opened, mark: Part, item: ItemId) -> Result<(), Error> {
    check_there(ctx, opened, item).await?;
    let write = stored::remove_mark(mark, opened.id(), item);
    Ok(ctx.commit([write]).touched::<Shareable>(opened.id()).await?)
}
