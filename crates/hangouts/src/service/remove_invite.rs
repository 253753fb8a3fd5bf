//! An owner stops an invite link.

use super::get_group;
use crate::{
    Error, keys,
    model::{GroupId, InviteId},
    tables::INVITER_TABLE,
};
use store::Write;
use web::Ctx;

pub async fn remove_invite(ctx: &Ctx, id: &GroupId, invite: &InviteId) -> Result<(), Error> {
    get_group::get_own_group(ctx, id).await?;
    let gone = Write::delete(&INVITER_TABLE, keys::invite(id, invite)).if_there();
    match ctx.store.write(gone).await {
        Err(error) if error.is_condition_failed() => return Err(Error::NoInvite),
        done => done?,
    }
    web::audit(ctx, "group", &id.to_string(), "an invite link was stopped");
    Ok(())
}
