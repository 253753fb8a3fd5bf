//! Reads entities and makes the writes of those that people edit. Hangouts are written by [`crate::pointers`] alone.

use crate::{
    keys,
    live::WatchGroup,
    model::{Answer, Group, GroupId, Hangout, HangoutId, Invite, InviteId, Membership, Removal, Response},
    tables::INVITER_TABLE,
};
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{Condition, Key, Query, Store, Table, Write, batch_get_all, from_item};
use web::{Entity, Notices, Services};

impl Entity for Group {
    fn place(&self) -> (&'static Table, Key) {
        (&INVITER_TABLE, keys::group(self.group_id))
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn edited(&mut self, now: Timestamp) {
        self.version += 1;
        self.updated_at = now.into();
    }

    fn notices(&self, notices: &mut Notices) {
        notices.edited::<WatchGroup>(&self.group_id);
    }

    fn unchanged(&self) -> Condition {
        Condition::equals("version", self.version).and(there())
    }
}

/// Holds of a group or hangout that has not been deleted.
pub fn there() -> Condition {
    Condition::exists(INVITER_TABLE.key.pk.name).and(Condition::absent("deletedAt"))
}

/// The group, unless it is being deleted.
pub async fn find_group(services: &Services, id: GroupId) -> store::Result<Option<Group>> {
    let group: Option<Group> = find(services, keys::group(id)).await?;
    Ok(group.filter(|group| group.deleted_at.is_none()))
}

/// The hangout, unless it is being deleted.
pub async fn find_hangout(services: &Services, id: HangoutId) -> store::Result<Option<Hangout>> {
    let hangout: Option<Hangout> = find(services, keys::hangout(id)).await?;
    Ok(hangout.filter(|hangout| hangout.deleted_at.is_none()))
}

pub async fn find_membership(
    services: &Services,
    group: GroupId,
    user: UserId,
) -> store::Result<Option<Membership>> {
    find(services, keys::membership(group, user)).await
}

pub async fn find_invite(
    services: &Services,
    group: GroupId,
    id: &InviteId,
) -> store::Result<Option<Invite>> {
    find(services, keys::invite(group, id)).await
}

/// How `user` was removed from the group, unless they have been let in again.
pub async fn find_removal(
    services: &Services,
    group: GroupId,
    user: UserId,
) -> store::Result<Option<Removal>> {
    find(services, keys::removal(group, user)).await
}

/// Which of these groups `user` is in, and how.
pub async fn memberships_in(
    services: &Services,
    groups: impl IntoIterator<Item = GroupId>,
    user: UserId,
) -> store::Result<BTreeMap<GroupId, Membership>> {
    let keys: Vec<_> = groups.into_iter().map(|group| keys::membership(group, user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held = rows.into_iter().flatten().map(from_item::<Membership>);
    held.map(|membership| membership.map(|membership| (membership.group_id, membership))).collect()
}

/// The names of these people, as far as they are in the group.
pub async fn names_in(
    services: &Services,
    group: GroupId,
    users: impl Iterator<Item = UserId>,
) -> store::Result<BTreeMap<UserId, String>> {
    let users: BTreeSet<UserId> = users.collect();
    let keys: Vec<_> = users.into_iter().map(|user| keys::membership(group, user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held = rows.into_iter().flatten().map(from_item::<Membership>);
    held.map(|member| member.map(|member| (member.user_id, member.display_name))).collect()
}

/// What `user` said to each of these hangouts.
pub async fn answers_of(
    services: &Services,
    hangouts: impl IntoIterator<Item = HangoutId>,
    user: UserId,
) -> store::Result<HashMap<HangoutId, Answer>> {
    let keys: Vec<_> = hangouts.into_iter().map(|hangout| keys::response(hangout, user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held = rows.into_iter().flatten().map(from_item::<Response>);
    held.map(|response| response.map(|response| (response.hangout_id, response.response))).collect()
}

/// Everything that a query finds, page after page.
pub async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> store::Result<Vec<T>> {
    let rows = store::query_all(services.store.as_ref(), query).await?;
    rows.into_iter().map(from_item).collect()
}

pub fn put_membership(membership: &Membership) -> store::Result<Write> {
    store::put(&INVITER_TABLE, keys::membership(membership.group_id, membership.user_id), membership)
}

/// The update of a membership that is still there.
pub fn change_membership(before: &Membership, after: &Membership) -> store::Result<Write> {
    let key = keys::membership(before.group_id, before.user_id);
    Ok(store::difference(&INVITER_TABLE, key, before, after)?.if_there())
}

/// The update that notes the first time a person who was added opens the group.
pub fn open_membership(mine: &Membership, now: Moment) -> Write {
    Write::update(&INVITER_TABLE, keys::membership(mine.group_id, mine.user_id))
        .set("openedAt", now.to_string())
        .when(Condition::absent("openedAt"))
        .if_there()
}

pub fn put_response(response: &Response) -> store::Result<Write> {
    store::put(&INVITER_TABLE, keys::response(response.hangout_id, response.user_id), response)
}

/// The update of a response that is still there.
pub fn change_response(before: &Response, after: &Response) -> store::Result<Write> {
    let key = keys::response(before.hangout_id, before.user_id);
    Ok(store::difference(&INVITER_TABLE, key, before, after)?.if_there())
}

/// One more or one fewer member, of a group that is as it was read.
pub fn count_member(group: &Group, by: i64) -> Write {
    Write::update(&INVITER_TABLE, keys::group(group.group_id)).add("memberCount", by).when(group.unchanged())
}

async fn find<T: DeserializeOwned>(services: &Services, key: Key) -> store::Result<Option<T>> {
    let store: &dyn Store = services.store.as_ref();
    store.get(&INVITER_TABLE, &key).await?.map(from_item::<T>).transpose()
}
