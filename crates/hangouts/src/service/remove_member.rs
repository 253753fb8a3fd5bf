//! A member leaves, or an owner removes one.

use super::{change_members, get_group};
use crate::{
    Error,
    model::{GroupId, PersonId},
    stored,
};
use web::Ctx;

/// Leaves the group and lets nobody add the caller again.
pub async fn leave_for_good(ctx: &Ctx, id: &GroupId) -> Result<(), Error> {
    let user = ctx.actor.signed_in()?.user_id;
    stored::find_membership(ctx, id, user).await?.ok_or(Error::NoGroup)?;
    identity::refuse_group(ctx, user, &id.to_string()).await?;
    remove_member(ctx, id, &user.into()).await
}

pub async fn remove_member(ctx: &Ctx, id: &GroupId, person: &PersonId) -> Result<(), Error> {
    let seen = get_group::get_group(ctx, id).await?;
    let leaves = seen.mine.user_id == *person;
    if !leaves {
        seen.must_own()?;
    }
    let removed_by = (!leaves).then_some(&seen.mine.user_id);
    change_members::dismiss(ctx, id, person, removed_by).await?;
    let what = if leaves { "a member left a group" } else { "a member was removed from a group" };
    web::audit(ctx, "group", &id.to_string(), what);
    Ok(())
}
