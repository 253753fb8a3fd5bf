//! A member leaves, or an owner removes one.

use super::{change_members, get_group};
use crate::{Error, model::GroupId};
use kernel::UserId;
use web::Ctx;

pub async fn remove_member(ctx: &Ctx, id: GroupId, user: UserId) -> Result<(), Error> {
    let seen = get_group::get_group(ctx, id).await?;
    let leaves = seen.mine.user_id == user;
    if !leaves {
        seen.must_own()?;
    }
    change_members::dismiss(ctx, id, user).await?;
    let what = if leaves { "a member left a group" } else { "a member was removed from a group" };
    web::audit(ctx, "group", &id.to_string(), what);
    Ok(())
}
