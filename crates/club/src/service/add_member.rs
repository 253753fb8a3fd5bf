//! Adds somebody to a role group.

use super::list_comments::names;
use crate::{
    Error,
    gate::{Allowed, Governs},
    keys,
    model::{Membership, PersonId, RoleGroupName},
    stored,
    tables::FUS_MAIN,
};
use store::{Condition, Transaction, Write};

/// Who is a member already stays one as they were.
pub async fn add_member(
    by: &Allowed<Governs>,
    group: &RoleGroupName,
    user: &PersonId,
) -> Result<Membership, Error> {
    stored::role_group(by, group).await?;
    if names(by, std::slice::from_ref(user)).await?.is_empty() {
        return Err(Error::NoPerson);
    }
    if let Some(there) = stored::find_membership(by, user, group).await? {
        return Ok(there);
    }
    let membership = Membership::new(group, user, by.user_id()?, by.clock.now().into());
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
    if let Some(user) = user.account() {
        by.live.account_changed(user);
        by.live.mine_changed(user);
    }
    web::audit(by, "role group", group.as_str(), "member added");
    Ok(membership)
}
