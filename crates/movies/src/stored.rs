//! Entities as they are stored: reading them, and how an edit of each is written.

use crate::{
    Error, keys,
    model::{
        FilmId, FilmRating, Household, HouseholdId, Invite, InviteId, Member, MemberId, Membership, Pick,
        PickId, Preferences, Removal, Round, RoundId, Suggestion, User, Vote,
    },
    tables::{GROUP_MEMBERSHIPS, GROUPS, INVITES, PICKS, PREFERENCES, RATINGS, ROUNDS, SUGGESTIONS, VOTES},
};
use identity::tables::USERS;
use kernel::UserId;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use store::{Condition, Item, Key, Query, Table, Value, View, Write, batch_get_all, from_item, query_all};
use web::{Entity, Services, system::SYSTEM};

async fn find<T: DeserializeOwned>(
    services: &Services,
    table: &'static Table,
    key: Key,
) -> Result<Option<T>, Error> {
    Ok(services.store.get(table, &key).await?.map(from_item).transpose()?)
}

async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> Result<Vec<T>, Error> {
    let rows = query_all(services.store.as_ref(), query).await?;
    Ok(rows.into_iter().map(from_item).collect::<store::Result<_>>()?)
}

pub async fn find_user(services: &Services, member: MemberId) -> Result<Option<User>, Error> {
    find(services, &USERS, keys::user(member)).await
}

/// The rows of several members; those who are gone are left out.
pub async fn list_users(
    services: &Services,
    members: &[MemberId],
) -> Result<BTreeMap<MemberId, User>, Error> {
    let mut wanted = members.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let keys: Vec<_> = wanted.into_iter().map(keys::user).collect();
    let rows = batch_get_all(services.store.as_ref(), &USERS, &keys).await?;
    let read = |row| from_item::<User>(row).map(|user| (user.user_id, user));
    Ok(rows.into_iter().flatten().map(read).collect::<store::Result<_>>()?)
}

/// Those whom somebody manages. By an index, which may lag: for listing only.
pub async fn list_managed(services: &Services, parent: UserId) -> Result<Vec<User>, Error> {
    let mut managed: Vec<User> = all(services, keys::managed_by(parent)).await?;
    managed.sort_by_key(|user| (user.created_at, user.user_id));
    Ok(managed)
}

/// The household; one that is being removed is not there.
pub async fn get_household(services: &Services, id: HouseholdId) -> Result<Household, Error> {
    let household: Option<Household> = find(services, &GROUPS, keys::household(id)).await?;
    household.filter(|household| household.deleted_at.is_none()).ok_or(Error::NoHousehold)
}

/// Everybody in a household, in the order in which they came: two reads, however many they are.
pub async fn list_members(services: &Services, household: HouseholdId) -> Result<Vec<Member>, Error> {
    let mut memberships: Vec<Membership> = all(services, keys::members_of(household)).await?;
    memberships.sort_by_key(|membership| (membership.joined_at, membership.user_id));
    let ids: Vec<_> = memberships.iter().map(|membership| membership.user_id).collect();
    let mut users = list_users(services, &ids).await?;
    let joined = memberships
        .into_iter()
        .filter_map(|membership| users.remove(&membership.user_id).map(|user| Member { user, membership }));
    Ok(joined.collect())
}

pub async fn find_preferences(
    services: &Services,
    household: HouseholdId,
    member: MemberId,
) -> Result<Preferences, Error> {
    let stored = find(services, &PREFERENCES, keys::preferences(household, member)).await?;
    Ok(stored.unwrap_or_else(|| Preferences::none(household, member)))
}

pub async fn list_preferences(
    services: &Services,
    household: HouseholdId,
) -> Result<Vec<Preferences>, Error> {
    all(services, keys::preferences_in(household)).await
}

pub async fn find_invite(services: &Services, id: InviteId) -> Result<Option<Invite>, Error> {
    find(services, &INVITES, keys::invite(id)).await
}

/// How `user` was removed from the household, unless they have been let in again.
pub async fn find_removal(
    services: &Services,
    household: HouseholdId,
    user: UserId,
) -> Result<Option<Removal>, Error> {
    find(services, &SYSTEM, keys::removal(household, user)).await
}

/// The household and the person that a row of removals is about.
pub fn removal_of(row: &Item) -> Option<(HouseholdId, UserId)> {
    let text = |name| row.get(name).and_then(View::as_str).unwrap_or_default();
    keys::removal_at(text(SYSTEM.key.pk.name), text("SK"))
}

/// The round, if it is the household's.
pub async fn get_round(services: &Services, household: HouseholdId, id: RoundId) -> Result<Round, Error> {
    let round: Option<Round> = find(services, &ROUNDS, keys::round(id)).await?;
    round.filter(|round| round.group_id == household).ok_or(Error::NoRound)
}

/// A round's shortlist, in order.
pub async fn list_suggestions(services: &Services, round: RoundId) -> Result<Vec<Suggestion>, Error> {
    let mut suggestions: Vec<Suggestion> = all(services, keys::suggestions_of(round)).await?;
    suggestions.sort_by_key(|suggestion| suggestion.position);
    Ok(suggestions)
}

pub async fn get_suggestion(services: &Services, round: RoundId, film: FilmId) -> Result<Suggestion, Error> {
    find(services, &SUGGESTIONS, keys::suggestion(round, film)).await?.ok_or(Error::NoSuggestion)
}

pub async fn list_votes(services: &Services, round: RoundId) -> Result<Vec<Vote>, Error> {
    all(services, keys::votes_of(round)).await
}

pub async fn list_ratings(services: &Services, round: RoundId) -> Result<Vec<FilmRating>, Error> {
    all(services, keys::ratings_of(round)).await
}

pub async fn find_pick(services: &Services, id: PickId) -> Result<Option<Pick>, Error> {
    find(services, &PICKS, keys::pick(id)).await
}

web::entities! {
    Household: |home| (&GROUPS, keys::household(home.group_id)), |_, _| {},
        while Condition::exists("group_id").and(Condition::absent("deleted_at"));
    User: |user| (&USERS, keys::user(user.user_id)), |_, _| {}, while Condition::exists("user_id");
    Preferences: |said| (&PREFERENCES, keys::preferences(said.group_id, said.user_id)), |said, now| said.updated_at = Some(now);
    Round: |round| (&ROUNDS, keys::round(round.round_id)), |round, now| round.updated_at = Some(now),
        while Condition::exists("round_id");
    Pick: |pick| (&PICKS, keys::pick(pick.pick_id)), |_, _| {}, while Condition::exists("pick_id");
}

/// A put of an entity that [`Entity::place`] knows the place of.
pub fn put<E: Entity>(entity: &E) -> store::Result<Write> {
    let (table, key) = entity.place();
    store::put(table, key, entity)
}

pub fn put_membership(membership: &Membership) -> store::Result<Write> {
    let key = keys::membership(membership.group_id, membership.user_id);
    store::put(&GROUP_MEMBERSHIPS, key, membership)
}

pub fn put_suggestion(suggestion: &Suggestion) -> store::Result<Write> {
    let key = keys::suggestion(suggestion.round_id, suggestion.tmdb_movie_id);
    store::put(&SUGGESTIONS, key, suggestion)
}

/// Returns the write that keeps only those whom a film suits and `keep` allows, if they are as they were read.
pub fn change_suits(film: &Suggestion, keep: impl Fn(&MemberId) -> bool) -> Write {
    let texts = |members: &[MemberId]| -> Value {
        Value::L(members.iter().map(|member| Value::from(member.to_string())).collect())
    };
    let kept: Vec<_> = film.suits.iter().copied().filter(|member| keep(member)).collect();
    let write = Write::update(&SUGGESTIONS, keys::suggestion(film.round_id, film.tmdb_movie_id));
    write.set("suits", texts(&kept)).when(Condition::equals("suits", texts(&film.suits)))
}

/// Returns the write that gives a film another place on its shortlist. The rest of it stays as it is stored.
pub fn change_position(film: &Suggestion, position: u32) -> Write {
    let write = Write::update(&SUGGESTIONS, keys::suggestion(film.round_id, film.tmdb_movie_id));
    write.set("position", position).if_there()
}

pub fn put_vote(vote: &Vote) -> store::Result<Write> {
    let key = keys::vote(vote.round_id, vote.tmdb_movie_id, vote.member_id);
    store::put(&VOTES, key, vote)
}

pub fn put_rating(rating: &FilmRating) -> store::Result<Write> {
    let key = keys::rating(rating.round_id, rating.member_id);
    store::put(&RATINGS, key, rating)
}

pub fn put_invite(invite: &Invite) -> store::Result<Write> {
    store::put(&INVITES, keys::invite(invite.invite_id), invite)
}
