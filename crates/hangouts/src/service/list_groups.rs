//! The groups that somebody is in.

use super::get_group::GroupSeen;
use crate::{
    Error, complete, keys,
    model::{Group, Membership},
    stored,
    tables::INVITER_TABLE,
};
use kernel::PageRequest;
use store::{Position, batch_get_all};
use web::Ctx;

/// A page of them, and where the next one begins.
pub async fn list_groups(
    ctx: &Ctx,
    page: PageRequest<Position>,
) -> Result<(Vec<GroupSeen>, Option<Position>), Error> {
    let user = ctx.actor.signed_in()?.user_id;
    let rows = ctx.store.query(keys::groups_of(user).limit(page.limit).after(page.after)).await?;
    let memberships: Vec<Membership> = stored::read_all(rows.items);
    let keys: Vec<_> = memberships.iter().map(|mine| keys::group(&mine.group_id)).collect();
    let groups = batch_get_all(ctx.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let mut seen = Vec::with_capacity(groups.len());
    for (mut mine, row) in memberships.into_iter().zip(groups) {
        let Some(row) = row else { continue };
        let group: Option<Group> = stored::read(complete::group(ctx, row, false).await?);
        let Some(group) = group.filter(|group| group.deleted_at.is_none()) else { continue };
        if mine.group_name.is_empty() {
            mine.group_name.clone_from(&group.name);
        }
        seen.push(GroupSeen { group, mine });
    }
    Ok((seen, rows.next))
}
