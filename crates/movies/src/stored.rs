//! Entities as they are stored: reading them, and how an edit of each is written.

use crate::{
    Error, keys,
    model::{
        FilmId, FilmRating, Household, HouseholdId, Invite, InviteId, InviteToken, Member, MemberId,
        Membership, Pick, PickId, Preferences, Removal, Round, RoundId, Status, Suggestion, User, Verdicts,
        Vote,
    },
    tables::{GROUP_MEMBERSHIPS, GROUPS, INVITES, PICKS, PREFERENCES, RATINGS, ROUNDS, SUGGESTIONS, VOTES},
};
use identity::tables::USERS;
use kernel::{UserId, secret};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use store::{
    Condition, Item, Key, Query, Table, Value, View, Write, batch_get_all, from_item, query_all, readable,
    readable_row, to_item,
};
use web::{Entity, Services, system::SYSTEM};

async fn find<T: DeserializeOwned>(
    services: &Services,
    table: &'static Table,
    key: Key,
) -> Result<Option<T>, Error> {
    Ok(services.store.get(table, &key).await?.and_then(|row| readable_row(table, row)))
}

async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> Result<Vec<T>, Error> {
    let table = query.table;
    Ok(readable(table, query_all(services.store.as_ref(), query).await?))
}

/// Holds while an attribute is absent; NULL is.
pub fn unset(attribute: &'static str) -> Condition {
    Condition::absent(attribute).or(Condition::equals(attribute, Value::Null))
}

/// The row of a member, with their household.
pub async fn find_user(services: &Services, member: MemberId) -> Result<Option<User>, Error> {
    match find(services, &USERS, keys::user(member)).await? {
        Some(user) => settled(services, user).await.map(Some),
        None => Ok(None),
    }
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
    let users: Vec<User> = readable(&USERS, rows.into_iter().flatten());
    Ok(users.into_iter().map(|user| (user.user_id, user)).collect())
}

/// `user` with their household, also where only a membership names it, as another program writes it.
pub async fn settled(services: &Services, user: User) -> Result<User, Error> {
    if user.group_id.is_some() {
        return Ok(user);
    }
    let listed: Vec<Membership> = all(services, keys::memberships_of(user.user_id)).await?;
    for membership in listed {
        let household = membership.group_id;
        // The index may show one that is gone.
        let key = keys::membership(household, user.user_id);
        if services.store.get(&GROUP_MEMBERSHIPS, &key).await?.is_none() {
            continue;
        }
        match get_household(services, household).await {
            Ok(_) => return Ok(User { group_id: Some(household), is_listed_only: true, ..user }),
            Err(Error::NoHousehold) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(user)
}

/// The write that notes the household on the row of a person whom only a membership names.
pub fn fill_household(user: &User) -> Option<Write> {
    let household = user.group_id.filter(|_| user.is_listed_only)?;
    let lacking = Condition::exists("user_id").and(unset("group_id"));
    let key = keys::user(user.user_id);
    Some(Write::update(&USERS, key).set("group_id", household.to_string()).when(lacking))
}

/// Managed members of an account. By an index, which may lag: for listing only.
pub async fn list_managed(services: &Services, parent: UserId) -> Result<Vec<User>, Error> {
    let managed: Vec<User> = all(services, keys::managed_by(parent)).await?;
    let settled = managed.into_iter().map(|user| settled(services, user));
    let mut managed = futures::future::try_join_all(settled).await?;
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
) -> Result<Option<Preferences>, Error> {
    find(services, &PREFERENCES, keys::preferences(household, member)).await
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

/// The invite with a token: by the id that the token holds, else by the index.
pub async fn find_invite_with(services: &Services, token: &str) -> Result<Option<Invite>, Error> {
    let is_it = |invite: &Invite| secret::same(&invite.invite_token, token);
    if let Ok(token) = token.parse::<InviteToken>()
        && let Some(invite) = find_invite(services, token.invite).await?.filter(is_it)
    {
        return Ok(Some(invite));
    }
    if kernel::BadId::check(token).is_err() {
        return Ok(None);
    }
    let listed: Vec<Invite> = all(services, keys::invites_with(token)).await?;
    match listed.first() {
        // An index may show an older state.
        Some(listed) => Ok(find_invite(services, listed.invite_id).await?.filter(is_it)),
        None => Ok(None),
    }
}

/// How `user` was removed from the household, unless they have been let in again.
pub async fn find_removal(
    services: &Services,
    household: HouseholdId,
    user: UserId,
) -> Result<Option<Removal>, Error> {
    // One that cannot be read must not let them in.
    let row = services.store.get(&SYSTEM, &keys::removal(household, user)).await?;
    Ok(row.map(from_item).transpose()?)
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

/// A household's newest rounds, by an index, which may lag.
pub async fn list_newest_rounds(services: &Services, household: HouseholdId) -> Result<Vec<Round>, Error> {
    let rows = services.store.query(keys::rounds_of(household).limit(NEWEST_ROUNDS)).await?;
    Ok(readable(&ROUNDS, rows.items))
}

/// Rounds among which one in voting is looked for that the household's row does not name.
const NEWEST_ROUNDS: u32 = 25;

/// A round's shortlist, in order.
pub async fn list_suggestions(services: &Services, round: RoundId) -> Result<Vec<Suggestion>, Error> {
    let mut suggestions: Vec<Suggestion> = all(services, keys::suggestions_of(round)).await?;
    suggestions.sort_by_key(|suggestion| suggestion.position);
    for (place, one) in (1..).zip(&mut suggestions) {
        if one.position == u32::MAX {
            one.position = place;
        }
    }
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

/// The pick of a round; by the index where the round does not name it.
pub async fn find_pick_of(services: &Services, round: &Round) -> Result<Option<Pick>, Error> {
    if let Some(id) = round.pick_id
        && let Some(pick) = find_pick(services, id).await?
    {
        return Ok(Some(pick));
    }
    if !matches!(round.stored_status(), Status::Selected | Status::Watched | Status::Rated) {
        return Ok(None);
    }
    let listed: Vec<Pick> = all(services, keys::picks_in(round.round_id)).await?;
    match listed.iter().max_by_key(|pick| (pick.picked_at, pick.pick_id)) {
        Some(pick) => find_pick(services, pick.pick_id).await,
        None => Ok(None),
    }
}

/// Films that a household has watched: as its row says, else by its picks.
pub async fn list_watched(services: &Services, household: &Household) -> Result<Vec<FilmId>, Error> {
    if let Some(watched) = &household.watched_movie_ids {
        return Ok(watched.clone());
    }
    let picks: Vec<Pick> = all(services, keys::picks_of(household.group_id)).await?;
    let watched = picks.iter().rev().filter(|pick| pick.was_watched());
    Ok(watched.fold(Vec::new(), |watched, pick| Household::watched_with(&watched, pick.tmdb_movie_id)))
}

/// Ratings of one film by member.
pub fn verdicts(ratings: &[FilmRating]) -> Verdicts {
    ratings.iter().map(|rating| (rating.member_id, rating.rating.clone())).collect()
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

/// Returns the write that sets a vote. Attributes of an earlier one that are not known stay.
pub fn set_vote(vote: &Vote) -> store::Result<Write> {
    set_all(&VOTES, keys::vote(vote.round_id, vote.tmdb_movie_id, vote.member_id), vote)
}

/// Returns the write that sets a rating. Attributes of an earlier one that are not known stay.
pub fn set_rating(rating: &FilmRating) -> store::Result<Write> {
    set_all(&RATINGS, keys::rating(rating.round_id, rating.member_id), rating)
}

/// Sets the attributes of an entity, of a row that is there or not.
fn set_all(table: &'static Table, key: Key, entity: &impl Serialize) -> store::Result<Write> {
    let item = to_item(entity)?;
    let others = item.iter().filter(|(name, _)| table.key.attrs().all(|attr| attr.name != *name));
    Ok(others.fold(Write::update(table, key), |write, (name, value)| write.set(name, value.to_value())))
}

pub fn put_invite(invite: &Invite) -> store::Result<Write> {
    store::put(&INVITES, keys::invite(invite.invite_id), invite)
}
