//! The groups that somebody is in.

use super::get_group::GroupSeen;
use crate::{
    Error, keys,
    model::{Group, Membership},
    tables::INVITER_TABLE,
};
use kernel::PageRequest;
use store::{Position, batch_get_all, from_item};
use web::Ctx;

/// A page of them, and where the next one begins.
pub async fn list_groups(
    ctx: &Ctx,
    page: PageRequest<Position>,
) -> Result<(Vec<GroupSeen>, Option<Position>), Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let rows = ctx.store.query(keys::groups_of(user).limit(page.limit).after(page.after)).await?;
    let memberships: Vec<Membership> = rows.items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    let keys: Vec<_> = memberships.iter().map(|mine| keys::group(mine.group_id)).collect();
    let groups = batch_get_all(ctx.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let mut seen = Vec::with_capacity(groups.len());
    for (mine, group) in memberships.into_iter().zip(groups) {
        let group: Option<Group> = group.map(from_item).transpose()?;
        seen.extend(group.filter(|group| group.deleted_at.is_none()).map(|group| GroupSeen { group, mine }));
    }
    Ok((seen, rows.next))
}
