//! Somebody leaves a household or is removed from it, and takes along whom they manage. When the last adult leaves, it is disbanded.

use super::{disband, join};
use crate::{
    Error,
    gate::Who,
    keys, live,
    model::{Household, HouseholdId, Member, MemberId, User},
    stored,
    tables::{GROUP_MEMBERSHIPS, GROUPS, PREFERENCES},
};
use identity::tables::USERS;
use kernel::Moment;
use store::{Condition, StoreError, Transaction, Write};
use web::{Fault, Services};

/// How often it is tried anew when somebody comes or goes at the same moment.
const TRIES: usize = 8;

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
        if leave(services, &home, &members, member).await? {
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

/// Takes `member` out of the household; `false` when who is in it changed meanwhile.
pub async fn leave(
    services: &Services,
    home: &Household,
    members: &[Member],
    member: &Member,
) -> Result<bool, Error> {
    let household = home.group_id;
    let along = member.id().account().map_or_else(Vec::new, |account| {
        members.iter().filter(|other| other.is_managed_by(account)).collect()
    });
    let leaving: Vec<_> = std::iter::once(member).chain(along).collect();
    let adults_stay = members.iter().any(|other| !other.id().is_managed() && other.id() != member.id());
    let mut writes: Vec<_> = leaving.iter().flat_map(|one| without(household, one.id())).collect();
    if adults_stay {
        writes.push(join::counted(household));
    } else {
        let now = Moment::from(services.clock.now());
        let same = Condition::equals("version", home.version).and(Condition::absent("deleted_at"));
        let hide = Write::update(&GROUPS, keys::household(household)).set("deleted_at", now.to_string());
        writes.push(hide.when(same));
        writes.push(disband::enqueue(household, *now)?);
    }
    match services.store.transact(Transaction::of(writes)).await {
        Ok(()) => {
            services.work_bell.notify_one();
            live::people_changed(services, home, member.id());
            web::audit(services, "household", &household.to_string(), "a member left");
            Ok(true)
        }
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What is removed of somebody who leaves. Votes and ratings stay, as those of a former member.
fn without(household: HouseholdId, member: MemberId) -> [Write; 3] {
    let here = Condition::equals("group_id", household.to_string());
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
        Some(household) => Condition::equals("group_id", household.to_string()),
        None => Condition::absent("group_id"),
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
