//! Saying that one does or brings something. The first wins.

use super::tick_item::check_there;
use crate::{
    Error,
    gate::Opened,
    keys::Part,
    model::{Claim, ItemId, Shareable, fields::NAME},
    stored,
};
use kernel::checked;
use web::Ctx;

/// Claims an item. Who holds it already holds it still.
pub async fn claim_item(ctx: &Ctx, opened: &Opened, item: ItemId, by: &str) -> Result<Claim, Error> {
    check_there(ctx, opened, item).await?;
    checked(|checks| _ = checks.text("by", by, NAME))?;
    ctx.take_answer_bytes()?;
    let claim = Claim {
        checklist_item_id: item,
        claimed_by: by.trim().to_owned(),
        claimed_at: Some(ctx.clock.now().into()),
        ttl: opened.share.ttl,
    };
    let write = stored::put_mark(Part::Claim, opened.id(), item, &claim)?.if_new();
    match ctx.commit([write]).touched::<Shareable>(opened.id()).await {
        Ok(()) => Ok(claim),
        Err(error) if error.is_condition_failed() => {
            let held: Option<Claim> = stored::find_mark(ctx, Part::Claim, opened.id(), item).await?;
            match held {
                Some(held) if held.claimed_by == claim.claimed_by => Ok(held),
                Some(held) => Err(Error::Claimed { by: held.claimed_by }),
                None => Err(web::Fault::Contended.into()),
            }
        }
        Err(error) => Err(error.into()),
    }
}
