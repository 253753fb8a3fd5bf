//! The members of a group, for its members.

use super::get_group;
use crate::{
    Error, keys,
    model::{GroupId, Membership},
    stored,
};
use kernel::PageRequest;
use store::Position;
use web::Ctx;

pub async fn list_members(
    ctx: &Ctx,
    id: &GroupId,
    page: PageRequest<Position>,
) -> Result<(Vec<Membership>, Option<Position>), Error> {
    get_group::get_membership(ctx, id).await?;
    let rows = ctx.store.query(keys::members_of(id).limit(page.limit).after(page.after)).await?;
    Ok((stored::with_names(ctx, stored::read_all(rows.items)).await?, rows.next))
}
