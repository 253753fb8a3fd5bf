//! Adds somebody to a role group.

use super::list_comments::names;
use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{Membership, RoleGroupName},
    stored,
    tables::FUS_MAIN,
};
use kernel::UserId;
use store::{Condition, Transaction, Write};

/// Who is a member already stays one as they were.
pub async fn add_member(
    by: &Allowed<Governs>,
    group: &RoleGroupName,
    user: UserId,
) -> Result<Membership, Error> {
    stored::role_group(by, group).await?;
    if names(by, &[user]).await?.is_empty() {
        return Err(Error::NoPerson);
    }
    if let Some(there) = stored::find_membership(by, user, group).await? {
        return Ok(there);
    }
    let (added_at, added_by) = (by.clock.now().into(), by.user_id()?);
    let membership = Membership { group_name: group.clone(), user_id: user, added_at, added_by };
    let there = Condition::exists("PK").and(Condition::absent("deletedAt"));
    let writes = [
        store::put(&FUS_MAIN, keys::membership(user, group), &membership)?.if_new(),
        Write::check(&FUS_MAIN, keys::role_group(group), there),
    ];
    match by.store.transact(Transaction::of(writes)).await {
        // Added by another call at the same moment, whose row stays.
        Err(error) if error.failed_at(0) && !error.failed_at(1) => {
            return stored::find_membership(by, user, group).await?.ok_or(Error::NoMember);
        }
        Err(error) if error.is_condition_failed() => return Err(Error::NoRoleGroup),
        added => added?,
    }
    by.live.account_changed(user);
    by.live.mine_changed(user);
    web::audit(by, "role group", group.as_str(), "member added");
    Ok(membership)
}
