//! The members of a group, for its members.

use super::get_group;
use crate::{
    Error, keys,
    model::{GroupId, Membership},
};
use kernel::PageRequest;
use store::{Position, from_item};
use web::Ctx;

pub async fn list_members(
    ctx: &Ctx,
    id: GroupId,
    page: PageRequest<Position>,
) -> Result<(Vec<Membership>, Option<Position>), Error> {
    get_group::get_membership(ctx, id).await?;
    let rows = ctx.store.query(keys::members_of(id).limit(page.limit).after(page.after)).await?;
    let members = rows.items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    Ok((members, rows.next))
}
