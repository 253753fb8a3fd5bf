//! The organiser takes every tick back.

use crate::{Error, gate::Opened, keys::Part, model::Shareable, tables::SHAREABLES};
use store::remove_some;
use web::Ctx;

pub async fn clear_ticks(ctx: &Ctx, opened: &Opened) -> Result<(), Error> {
    opened.share.checklist()?;
    while remove_some(ctx.store.as_ref(), &SHAREABLES, [Part::Tick.all_of(opened.id())]).await? {}
    Ok(ctx.commit([]).edited::<Shareable>(opened.id()).await?)
}
