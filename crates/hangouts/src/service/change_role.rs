//! An owner makes a member an owner, or an owner a plain member.

use super::get_group;
use crate::{
    Error,
    model::{Group, GroupId, GroupRole, Membership},
    stored,
};
use kernel::UserId;
use web::{Ctx, Edit, Expected};

pub async fn change_role(ctx: &Ctx, id: GroupId, user: UserId, role: GroupRole) -> Result<Membership, Error> {
    get_group::get_own_group(ctx, id).await?;
    let before = stored::find_membership(ctx, id, user).await?.ok_or(Error::NoMember)?;
    let after = before.but(|member| member.role = role);
    let load = async || stored::find_group(ctx, id).await?.ok_or(Error::NoGroup);
    web::edit(ctx, &Expected::any(), load, |group: &mut Group| {
        if role == GroupRole::Member && group.needs(user) {
            return Err(Error::LastOwner);
        }
        group.set_role(user, role);
        let member = (before != after).then(|| stored::change_membership(&before, &after)).transpose()?;
        Ok(Edit::of(()).with(member))
    })
    .await?;
    web::audit(ctx, "group", &id.to_string(), "a member's role was changed");
    Ok(after)
}
