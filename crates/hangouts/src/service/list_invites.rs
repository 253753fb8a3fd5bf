//! The invite links of a group that still work, for its owners. Their secrets are not known any more.

use super::get_group;
use crate::{
    Error, keys,
    model::{GroupId, Invite},
    stored,
};
use web::Ctx;

pub async fn list_invites(ctx: &Ctx, id: &GroupId) -> Result<Vec<Invite>, Error> {
    get_group::get_own_group(ctx, id).await?;
    let mut invites: Vec<Invite> = stored::all(ctx, keys::invites_of(id)).await?;
    invites.retain(|invite| !invite.has_expired(ctx.clock.now()));
    invites.sort_by_key(|invite| invite.expires_at);
    Ok(invites)
}
