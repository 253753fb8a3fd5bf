//! Reads entities and makes the writes of those that people edit. Hangouts are written by [`crate::pointers`] alone.
//!
//! A row that cannot be read is left out and counted: it is as if it were not there. One that was written by another program is read
//! with the ids of its key, and with the names that other rows have of it.

use crate::{
    complete, keys,
    live::WatchGroup,
    model::{
        Group, GroupId, Hangout, HangoutId, Invite, InviteId, Membership, PersonId, Removal, Response,
        StoredAs, UNNAMED, accounts,
    },
    tables::INVITER_TABLE,
};
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{Condition, Item, Key, Query, Table, View, Write, batch_get_all, readable_row, to_item};
use web::{Entity, Notices, Services, edit::same_version};

impl Entity for Group {
    fn place(&self) -> (&'static Table, Key) {
        (&INVITER_TABLE, keys::group(&self.group_id))
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn edited(&mut self, now: Timestamp) {
        self.version += 1;
        self.updated_at = Some(now.into());
    }

    fn notices(&self, notices: &mut Notices) {
        notices.edited::<WatchGroup>(&self.group_id);
    }

    fn unchanged(&self) -> Condition {
        same_version(self.version).and(there())
    }
}

/// Holds of a group or hangout that has not been deleted.
pub fn there() -> Condition {
    Condition::exists(INVITER_TABLE.key.pk.name).and(Condition::absent("deletedAt"))
}

/// The entity that a row of the table holds, if it can be read.
pub fn read<T: DeserializeOwned>(row: Item) -> Option<T> {
    readable_row(&INVITER_TABLE, keys::named(row))
}

/// The entities that rows of the table hold, less those that cannot be read.
pub fn read_all<T: DeserializeOwned>(rows: impl IntoIterator<Item = Item>) -> Vec<T> {
    rows.into_iter().filter_map(read).collect()
}

/// The group, unless it is being deleted.
pub async fn find_group(services: &Services, id: &GroupId) -> store::Result<Option<Group>> {
    group(services, id, false).await
}

/// The same for a change, before which a row that another program wrote is completed.
pub async fn group_to_change(services: &Services, id: &GroupId) -> store::Result<Option<Group>> {
    group(services, id, true).await
}

async fn group(services: &Services, id: &GroupId, to_change: bool) -> store::Result<Option<Group>> {
    let Some(row) = services.store.get(&INVITER_TABLE, &keys::group(id)).await? else { return Ok(None) };
    let group: Option<Group> = read(complete::group(services, row, to_change).await?);
    Ok(group.filter(|group| group.deleted_at.is_none()))
}

/// The hangout, unless it is being deleted.
pub async fn find_hangout(services: &Services, id: &HangoutId) -> store::Result<Option<Hangout>> {
    Ok(any_hangout(services, id).await?.filter(|hangout| hangout.deleted_at.is_none()))
}

/// The hangout, also while it is being deleted.
pub async fn any_hangout(services: &Services, id: &HangoutId) -> store::Result<Option<Hangout>> {
    Ok(services.store.get(&INVITER_TABLE, &keys::hangout(id)).await?.and_then(hangout))
}

/// Those of these hangouts that are there, each once.
pub async fn hangouts<'a>(
    services: &Services,
    ids: impl IntoIterator<Item = &'a HangoutId>,
) -> store::Result<HashMap<HangoutId, Hangout>> {
    let ids: BTreeSet<&HangoutId> = ids.into_iter().collect();
    let keys: Vec<_> = ids.into_iter().map(keys::hangout).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let found = rows.into_iter().flatten().filter_map(hangout);
    let there = found.filter(|hangout| hangout.deleted_at.is_none());
    Ok(there.map(|hangout| (hangout.hangout_id.clone(), hangout)).collect())
}

/// The hangout that a row holds. One that does not say which groups have it is found by their pointers.
pub fn hangout(row: Item) -> Option<Hangout> {
    let foreign = matches!(row.get("groupIds"), None | Some(View::Null));
    let mut hangout: Hangout = read(row)?;
    hangout.stored_as = if foreign { StoredAs::Foreign } else { StoredAs::Ours };
    Some(hangout)
}

pub async fn find_membership(
    services: &Services,
    group: &GroupId,
    user: impl Into<PersonId>,
) -> store::Result<Option<Membership>> {
    find(services, keys::membership(group, user)).await
}

pub async fn find_invite(
    services: &Services,
    group: &GroupId,
    id: &InviteId,
) -> store::Result<Option<Invite>> {
    find(services, keys::invite(group, id)).await
}

/// How a person was removed from the group, unless they have been let in again. One that cannot be read keeps them out.
pub async fn find_removal(
    services: &Services,
    group: &GroupId,
    user: &PersonId,
) -> store::Result<Option<Removal>> {
    let Some(row) = services.store.get(&INVITER_TABLE, &keys::removal(group, user)).await? else {
        return Ok(None);
    };
    Ok(Some(read(row).unwrap_or_else(|| Removal::unread(group.clone(), user.clone()))))
}

/// The groups of a person, each with a name.
pub async fn groups_of(services: &Services, user: UserId) -> store::Result<Vec<Membership>> {
    with_group_names(services, all(services, keys::groups_of(user)).await?).await
}

/// Which of these groups `user` is in, and how.
pub async fn memberships_in<'a>(
    services: &Services,
    groups: impl IntoIterator<Item = &'a GroupId>,
    user: UserId,
) -> store::Result<BTreeMap<GroupId, Membership>> {
    let keys: Vec<_> = groups.into_iter().map(|group| keys::membership(group, user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held = with_group_names(services, read_all(rows.into_iter().flatten())).await?;
    Ok(held.into_iter().map(|membership| (membership.group_id.clone(), membership)).collect())
}

/// Memberships with the names of their groups, which those that another program wrote may lack.
pub async fn with_group_names(
    services: &Services,
    mut memberships: Vec<Membership>,
) -> store::Result<Vec<Membership>> {
    let nameless: BTreeSet<GroupId> = memberships
        .iter()
        .filter(|mine| mine.group_name.is_empty())
        .map(|mine| mine.group_id.clone())
        .collect();
    if nameless.is_empty() {
        return Ok(memberships);
    }
    let keys: Vec<_> = nameless.iter().map(keys::group).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let groups: Vec<Group> = read_all(rows.into_iter().flatten());
    for mine in memberships.iter_mut().filter(|mine| mine.group_name.is_empty()) {
        let group = groups.iter().find(|group| group.group_id == mine.group_id);
        mine.group_name = group.map_or_else(|| UNNAMED.to_owned(), |group| group.name.clone());
    }
    Ok(memberships)
}

/// A row with the name of a person, which one that another program wrote may lack.
pub trait Named {
    fn person(&self) -> &PersonId;
    fn name(&mut self) -> &mut String;
}

impl Named for Membership {
    fn person(&self) -> &PersonId {
        &self.user_id
    }

    fn name(&mut self) -> &mut String {
        &mut self.display_name
    }
}

impl Named for Response {
    fn person(&self) -> &PersonId {
        &self.user_id
    }

    fn name(&mut self) -> &mut String {
        &mut self.display_name
    }
}

/// How a person is called whose name nobody knows.
pub const NOBODY: &str = "Someone";

/// Rows with the names of their people: those that have none get that of the account.
pub async fn with_names<T: Named>(services: &Services, mut rows: Vec<T>) -> store::Result<Vec<T>> {
    let mut nameless: Vec<&mut T> =
        rows.iter_mut().filter_map(|row| row.name().is_empty().then_some(row)).collect();
    if nameless.is_empty() {
        return Ok(rows);
    }
    let users = accounts(nameless.iter().map(|row| row.person()));
    let names = identity::list_names(services.store.as_ref(), &users).await?;
    for row in &mut nameless {
        let known = row.person().account().and_then(|user| names.get(&user).cloned());
        *row.name() = known.unwrap_or_else(|| NOBODY.to_owned());
    }
    Ok(rows)
}

/// The names of these people, as far as they are in the group.
pub async fn names_in(
    services: &Services,
    group: &GroupId,
    people: impl Iterator<Item = PersonId>,
) -> store::Result<BTreeMap<PersonId, String>> {
    let people: BTreeSet<PersonId> = people.collect();
    let keys: Vec<_> = people.iter().map(|person| keys::membership(group, person)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held: Vec<Membership> = with_names(services, read_all(rows.into_iter().flatten())).await?;
    Ok(held.into_iter().map(|member| (member.user_id, member.display_name)).collect())
}

/// What `user` said to each of these hangouts.
pub async fn answers_of<'a>(
    services: &Services,
    hangouts: impl IntoIterator<Item = &'a HangoutId>,
    user: UserId,
) -> store::Result<HashMap<HangoutId, Response>> {
    let keys: Vec<_> = hangouts.into_iter().map(|hangout| keys::response(hangout, user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let held = read_all::<Response>(rows.into_iter().flatten());
    Ok(held.into_iter().map(|response| (response.hangout_id.clone(), response)).collect())
}

/// Everything readable that a query finds, page after page.
pub async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> store::Result<Vec<T>> {
    Ok(read_all(store::query_all(services.store.as_ref(), query).await?))
}

pub fn put_membership(membership: &Membership) -> store::Result<Write> {
    store::put(&INVITER_TABLE, keys::membership(&membership.group_id, &membership.user_id), membership)
}

/// The update of a membership that is still there.
pub fn change_membership(before: &Membership, after: &Membership) -> store::Result<Write> {
    let key = keys::membership(&before.group_id, &before.user_id);
    Ok(store::difference(&INVITER_TABLE, key, before, after)?.if_there())
}

/// The update that notes the first time a person who was added opens the group.
pub fn open_membership(mine: &Membership, now: Moment) -> Write {
    Write::update(&INVITER_TABLE, keys::membership(&mine.group_id, &mine.user_id))
        .set("openedAt", now.to_string())
        .when(Condition::absent("openedAt"))
        .if_there()
}

/// The write of a response, whether there was one before or not.
pub fn put_response(response: &Response) -> store::Result<Write> {
    whole(keys::response(&response.hangout_id, &response.user_id), response, &Response::OPTIONAL)
}

/// The update of a response that is still there.
pub fn change_response(before: &Response, after: &Response) -> store::Result<Write> {
    let key = keys::response(&before.hangout_id, &before.user_id);
    Ok(store::difference(&INVITER_TABLE, key, before, after)?.if_there())
}

/// The write that makes a row say what `entity` says, whether it is there or not. `optional` are the attributes that the entity may
/// be without; what a row has that the entity does not know stays.
pub fn whole(key: Key, entity: &impl Serialize, optional: &[&'static str]) -> store::Result<Write> {
    let item = to_item(entity)?;
    let set = item
        .iter()
        .fold(Write::update(&INVITER_TABLE, key), |write, (name, value)| write.set(name, value.to_value()));
    Ok(optional.iter().filter(|name| !item.contains(name)).fold(set, |write, name| write.remove(*name)))
}

/// One more or one fewer member, of a group that is as it was read.
pub fn count_member(group: &Group, by: i64) -> Write {
    Write::update(&INVITER_TABLE, keys::group(&group.group_id)).add("memberCount", by).when(group.unchanged())
}

async fn find<T: DeserializeOwned>(services: &Services, key: Key) -> store::Result<Option<T>> {
    Ok(services.store.get(&INVITER_TABLE, &key).await?.and_then(read))
}
