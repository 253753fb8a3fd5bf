//! Adding a share to an account, and giving it up: on any device its owner is then its organiser.

use crate::{
    Error,
    gate::{To, Visitor},
    model::Shareable,
};
use web::{
    Ctx,
    mine::{Keep, change_owner},
};

pub async fn keep_shareable(ctx: &Ctx, visitor: &Visitor, keep: Keep) -> Result<Shareable, Error> {
    let share: Shareable = change_owner(ctx, keep, || visitor.share(ctx, To::Organise)).await?;
    web::audit(ctx, "share", share.short_id.compact(), "owner of a share changed");
    Ok(share)
}
