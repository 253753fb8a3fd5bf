//! Somebody leaves a household or is removed from it, and takes along whom they manage. When the last adult leaves, it is disbanded.

use super::{disband, join, revoke_invite};
use crate::{
    Error,
    gate::Who,
    keys, live,
    model::{Household, HouseholdId, Member, MemberId, Removal, User},
    stored,
    tables::{GROUP_MEMBERSHIPS, GROUPS, PREFERENCES},
};
use identity::tables::USERS;
use kernel::{Moment, UserId};
use store::{Condition, StoreError, Transaction, Write, put};
use web::{Fault, Services, edit::same_version, system::SYSTEM};

/// How often it is tried anew when somebody comes or goes at the same moment.
const TRIES: usize = 8;
/// Invites that are revoked in one transaction with the removal of their maker and of those they manage.
const MOST_INVITES: usize = 20;

/// Removes `id`: oneself; as creator anybody with an account; or somebody one manages, for good.
pub async fn remove_member(services: &Services, who: &Who, id: MemberId) -> Result<(), Error> {
    let household = who.household()?;
    for _ in 0..TRIES {
        let home = stored::get_household(services, household).await?;
        let members = stored::list_members(services, household).await?;
        let member = members.iter().find(|member| member.id() == id).ok_or(Error::NoMember)?;
        must_be_allowed(who, &members, member)?;
        if id.is_managed() {
            return delete_managed_member(services, who, id).await;
        }
        let removed_by = (id != who.id()).then(|| who.account());
        if leave(services, &home, &members, member, removed_by).await? {
            return Ok(());
        }
    }
    Err(Fault::Contended.into())
}

fn must_be_allowed(who: &Who, members: &[Member], member: &Member) -> Result<(), Error> {
    if member.id().is_managed() {
        return if member.is_managed_by(who.account()) { Ok(()) } else { Err(Error::NotYours) };
    }
    if member.id() == who.id() {
        let others = members.iter().any(|other| !other.id().is_managed() && other.id() != member.id());
        return if member.is_creator() && others { Err(Error::HandOverFirst) } else { Ok(()) };
    }
    let creator = members.iter().any(|other| other.id() == who.id() && other.is_creator());
    if creator { Ok(()) } else { Err(Error::CreatorOnly) }
}

/// Takes `member` out of the household; `false` when who is in it changed meanwhile. Where another person removes them, older invites
/// no longer let them in, and invites that they made let nobody in.
pub async fn leave(
    services: &Services,
    home: &Household,
    members: &[Member],
    member: &Member,
    removed_by: Option<UserId>,
) -> Result<bool, Error> {
    let (household, now) = (home.group_id, Moment::from(services.clock.now()));
    let along = member.id().account().map_or_else(Vec::new, |account| {
        members.iter().filter(|other| other.is_managed_by(account)).collect()
    });
    let leaving: Vec<_> = std::iter::once(member).chain(along).collect();
    let adults_stay = members.iter().any(|other| !other.id().is_managed() && other.id() != member.id());
    let mut writes: Vec<_> = leaving.iter().flat_map(|one| without(household, one.id())).collect();
    if adults_stay {
        writes.push(join::counted(household));
    } else {
        let same = same_version(home.version).and(stored::unset("deleted_at"));
        let hide = Write::update(&GROUPS, keys::household(household)).set("deleted_at", now.to_string());
        writes.push(hide.when(same));
        writes.push(disband::enqueue(household, *now)?);
    }
    if let Some(user) = member.id().account() {
        // A television that one set up shows the household that one was in then.
        writes.push(Write::delete(&SYSTEM, keys::screen(user)));
        if let Some(by) = removed_by {
            writes.extend(removed(household, user, by, now)?);
            let invites = revoke_invite::revocations(services, household, user, now).await?;
            writes.extend(invites.into_iter().take(MOST_INVITES));
        }
    }
    match services.store.transact(Transaction::of(writes)).await {
        Ok(()) => {
            services.work_bell.notify_one();
            live::people_changed(services, home, member.id());
            let what = if removed_by.is_some() { "a member was removed" } else { "a member left" };
            web::audit(services, "household", &household.to_string(), what);
            if let Some(user) = member.id().account().filter(|_| removed_by.is_some()) {
                revoke_invite::revoke_rest(services, household, user, now).await?;
            }
            Ok(true)
        }
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The rows that say that `user` was removed, in both directions.
fn removed(household: HouseholdId, user: UserId, by: UserId, now: Moment) -> store::Result<[Write; 2]> {
    let removal = Removal { removed_by: by, removed_at: now };
    Ok([
        put(&SYSTEM, keys::removal(household, user), &removal)?,
        put(&SYSTEM, keys::removed_from(user, household), &removal)?,
    ])
}

/// What is removed of somebody who leaves. Votes and ratings stay, as those of a former member.
fn without(household: HouseholdId, member: MemberId) -> [Write; 3] {
    let here = Condition::equals("group_id", household.to_string()).or(stored::unset("group_id"));
    [
        Write::update(&USERS, keys::user(member)).remove("group_id").when(here),
        Write::delete(&GROUP_MEMBERSHIPS, keys::membership(household, member)).if_there(),
        Write::delete(&PREFERENCES, keys::preferences(household, member)),
    ]
}

/// Deletes somebody whom the caller manages, in a household or not.
pub async fn delete_managed_member(services: &Services, who: &Who, id: MemberId) -> Result<(), Error> {
    let user = stored::find_user(services, id).await?;
    let user = user.filter(|user| user.is_managed_by(who.account())).ok_or(Error::NoMember)?;
    let writes = gone(&user);
    match services.store.transact(Transaction::of(writes)).await {
        Ok(()) => {}
        Err(StoreError::ConditionFailed(_)) => return Err(Fault::Contended.into()),
        Err(error) => return Err(error.into()),
    }
    web::audit(services, "managed member", &id.to_string(), "deleted");
    Ok(())
}

fn gone(user: &User) -> Vec<Write> {
    let parent = user.parent_user_id.map(|parent| parent.to_string()).unwrap_or_default();
    let same = match user.group_id {
        Some(household) => Condition::equals("group_id", household.to_string()).or(stored::unset("group_id")),
        None => stored::unset("group_id"),
    };
    let row = Write::delete(&USERS, keys::user(user.user_id))
        .when(Condition::equals("parent_user_id", parent).and(same));
    let mut writes = vec![row];
    if let Some(household) = user.group_id {
        writes.push(Write::delete(&GROUP_MEMBERSHIPS, keys::membership(household, user.user_id)));
        writes.push(Write::delete(&PREFERENCES, keys::preferences(household, user.user_id)));
        writes.push(join::counted(household));
    }
    writes
}
