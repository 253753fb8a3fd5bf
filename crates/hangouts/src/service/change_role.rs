//! An owner makes a member an owner, or an owner a plain member.

use super::get_group;
use crate::{
    Error,
    model::{Group, GroupId, GroupRole, Membership, PersonId},
    stored,
};
use web::{Ctx, Edit, Expected};

pub async fn change_role(
    ctx: &Ctx,
    id: &GroupId,
    person: &PersonId,
    role: GroupRole,
) -> Result<Membership, Error> {
    get_group::get_own_group(ctx, id).await?;
    let before = stored::find_membership(ctx, id, person).await?.ok_or(Error::NoMember)?;
    let after = before.but(|member| member.role = Some(role.into()));
    let load = async || stored::group_to_change(ctx, id).await?.ok_or(Error::NoGroup);
    web::edit(ctx, &Expected::any(), load, |group: &mut Group| {
        if role == GroupRole::Member && group.needs(person) {
            return Err(Error::LastOwner);
        }
        group.set_role(person, role);
        let member = (before != after).then(|| stored::change_membership(&before, &after)).transpose()?;
        Ok(Edit::of(()).with(member))
    })
    .await?;
    web::audit(ctx, "group", &id.to_string(), "a member's role was changed");
    Ok(after)
}
