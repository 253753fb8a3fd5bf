//! Adding people to a group and taking them out, under race: the group's count of members and its owners change with the membership.

use crate::{
    Error, announce, keys, live,
    model::{Group, GroupId, GroupRole, Membership},
    stored,
    tables::INVITER_TABLE,
};
use kernel::{Account, Moment, UserId};
use store::{Key, StoreError, Transaction, Write};
use web::{Entity, Fault, Services};

/// How often it is tried anew when the group changes at the same moment.
const TRIES: usize = 8;

/// Lets somebody in; who is in already stays as they are. `on` must hold too. Someone whom `by` adds is told so.
pub async fn admit(
    services: &Services,
    id: GroupId,
    (user, name): (UserId, &str),
    on: Option<&Write>,
    by: Option<&Account>,
) -> Result<(Group, Membership), Error> {
    for _ in 0..TRIES {
        let group = stored::find_group(services, id).await?.ok_or(Error::NoGroup)?;
        if let Some(member) = stored::find_membership(services, id, user).await? {
            return Ok((group, member));
        }
        let now = Moment::from(services.clock.now());
        let member = Membership::of(&group, user, name, GroupRole::Member, now)
            .but(|member| member.added_by = by.map(|by| by.user_id));
        let writes = [stored::count_member(&group, 1), stored::put_membership(&member)?.if_new()];
        let told = by.map(|by| announce::added(&member, by, *now)).transpose()?;
        let writes = writes.into_iter().chain(on.cloned()).chain(told);
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                services.work_bell.notify_one();
                live::members_changed(services, id, user).await;
                return Ok((Group { member_count: group.member_count + 1, ..group }, member));
            }
            Err(error) if on.is_some() && error.failed_at(2) => return Err(Error::NoInvite),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// Takes somebody out. The last owner stays.
pub async fn dismiss(services: &Services, id: GroupId, user: UserId) -> Result<(), Error> {
    for _ in 0..TRIES {
        let group = stored::find_group(services, id).await?.ok_or(Error::NoGroup)?;
        stored::find_membership(services, id, user).await?.ok_or(Error::NoMember)?;
        if group.needs(user) {
            return Err(Error::LastOwner);
        }
        let membership = Write::delete(&INVITER_TABLE, keys::membership(id, user)).if_there();
        let writes = [one_fewer(services, &group, user)?, membership];
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                live::members_changed(services, id, user).await;
                return Ok(());
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// The group without this member. Who owned it is no owner any more, which is an edit; that somebody has left is none.
fn one_fewer(services: &Services, group: &Group, user: UserId) -> store::Result<Write> {
    let mut after = group.clone();
    if group.role_of(user) == GroupRole::Owner {
        after.set_role(user, GroupRole::Member);
        after.edited(services.clock.now());
    }
    let (table, key): (_, Key) = group.place();
    Ok(store::difference(table, key, group, &after)?.add("memberCount", -1).when(group.unchanged()))
}
