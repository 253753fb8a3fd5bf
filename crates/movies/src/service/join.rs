//! What every way into a household writes: the membership, and the household on the person's own row, which makes it the only one.

use crate::{
    Error, keys,
    model::{HouseholdId, Invite, Membership, Role, User},
    stored,
    tables::GROUPS,
};
use identity::tables::USERS;
use kernel::{Moment, UserId};
use store::{Comparison, Condition, Write};
use web::{Services, system::SYSTEM};

/// `user` and those they manage come into `household`, unless they are in one already.
pub async fn writes(
    services: &Services,
    household: HouseholdId,
    user: &User,
    role: Role,
    now: Moment,
) -> Result<Vec<Write>, Error> {
    let mut writes = one(household, user, role, now)?;
    if let Some(account) = user.user_id.account() {
        let managed = stored::list_managed(services, account).await?;
        for child in managed.iter().filter(|child| child.group_id.is_none()) {
            writes.extend(one(household, child, Role::Member, now)?);
        }
    }
    Ok(writes)
}

fn one(household: HouseholdId, user: &User, role: Role, now: Moment) -> Result<Vec<Write>, Error> {
    let free = Condition::exists("user_id").and(stored::unset("group_id"));
    let settle =
        Write::update(&USERS, keys::user(user.user_id)).set("group_id", household.to_string()).when(free);
    let membership = Membership::new(household, user.user_id, role, now);
    Ok(vec![settle, stored::put_membership(&membership)?.if_new()])
}

/// Forgets that `user` was removed, on the condition that `invite` is newer than that.
pub fn let_in_again(household: HouseholdId, user: UserId, invite: &Invite) -> [Write; 2] {
    let absent = Condition::absent(SYSTEM.key.pk.name);
    let older = |made: Moment| Condition::compare("removedAt", Comparison::Less, made.to_string());
    let holds = match invite.created_at {
        Some(made) => absent.or(older(made)),
        None => absent,
    };
    [
        Write::delete(&SYSTEM, keys::removal(household, user)).when(holds),
        Write::delete(&SYSTEM, keys::removed_from(user, household)),
    ]
}

/// Counts a change of who is in the household, which must still be there. Whoever disbands it does so only on the count they saw.
pub fn counted(household: HouseholdId) -> Write {
    let there = Condition::exists("group_id").and(Condition::absent("deleted_at"));
    Write::update(&GROUPS, keys::household(household)).add("version", 1).when(there)
}
