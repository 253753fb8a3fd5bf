//! Reading the club's items, and how each of them is edited.

use crate::{
    Error, keys,
    model::{
        Comment, CommentPlace, Match, MatchId, Membership, PersonId, Player, PlayerId, Profile, Rating,
        RoleGroup, RoleGroupName, Site, SiteId,
    },
    tables::FUS_MAIN,
};
use kernel::{Class, Classify, UserId};
use serde::de::DeserializeOwned;
use store::{Item, Key, Query, View};
use web::Services;

/// The entity under a key, if it is there and can be read.
async fn find<T: DeserializeOwned>(services: &Services, key: Key) -> store::Result<Option<T>> {
    let row = services.store.get(&FUS_MAIN, &key).await?;
    Ok(row.and_then(|row| store::readable_row(&FUS_MAIN, row)))
}

/// The site, unless it is being deleted.
pub async fn site(services: &Services, id: &SiteId) -> Result<Site, Error> {
    let site: Option<Site> = find(services, keys::site(id)).await?;
    site.filter(|site| site.deleted_at.is_none()).ok_or(Error::NoSite)
}

pub async fn find_rating(services: &Services, user: UserId, site: &SiteId) -> store::Result<Option<Rating>> {
    find(services, keys::rating(user, site)).await
}

/// A comment that `user` wrote.
pub async fn find_own_comment(
    services: &Services,
    user: UserId,
    place: &CommentPlace,
) -> store::Result<Option<Comment>> {
    find(services, keys::comment(user, place)).await
}

/// A comment by any writer.
pub async fn find_comment(services: &Services, place: &CommentPlace) -> store::Result<Option<Comment>> {
    Ok(read(services.store.query(keys::comment_on(place)).await?.items).pop())
}

/// The role group, unless it is being deleted.
pub async fn role_group(services: &Services, name: &RoleGroupName) -> Result<RoleGroup, Error> {
    let group: Option<RoleGroup> = find(services, keys::role_group(name)).await?;
    group.filter(|group| group.deleted_at.is_none()).ok_or(Error::NoRoleGroup)
}

pub async fn find_membership(
    services: &Services,
    user: &PersonId,
    group: &RoleGroupName,
) -> store::Result<Option<Membership>> {
    find(services, keys::membership(user, group)).await
}

/// What a person shows of themselves; empty where nothing is stored.
pub async fn profile(services: &Services, user: UserId) -> store::Result<Profile> {
    Ok(find(services, keys::profile(user)).await?.unwrap_or_else(|| Profile::empty(user)))
}

pub async fn player(services: &Services, id: PlayerId) -> Result<Player, Error> {
    find(services, keys::player(id)).await?.ok_or(Error::NoPlayer)
}

pub async fn squash_match(services: &Services, id: MatchId) -> Result<Match, Error> {
    find(services, keys::squash_match(id)).await?.ok_or(Error::NoMatch)
}

/// Nothing in the place of what is not there.
pub fn if_there<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(error) if matches!(error.class(), Class::NotFound) => Ok(None),
        found => found.map(Some),
    }
}

/// Every entity that a query finds, less those that cannot be read.
pub async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> store::Result<Vec<T>> {
    Ok(read(store::query_all(services.store.as_ref(), query).await?))
}

/// The entities under these keys, by batch reads; those that are not there or cannot be read are left out.
pub async fn each<T: DeserializeOwned>(services: &Services, keys: &[Key]) -> store::Result<Vec<T>> {
    let rows = store::batch_get_all(services.store.as_ref(), &FUS_MAIN, keys).await?;
    Ok(read(rows.into_iter().flatten()))
}

/// The entities that these rows hold, less those that cannot be read.
pub fn read<T: DeserializeOwned>(rows: impl IntoIterator<Item = Item>) -> Vec<T> {
    store::readable(&FUS_MAIN, rows)
}

/// The sort key of a row.
pub fn sk(row: &Item) -> &str {
    row.get("SK").and_then(View::as_str).unwrap_or_default()
}

// A profile is not there before its first edit.
web::entities! {
    Site: |site| (&FUS_MAIN, keys::site(&site.id)), |site, now| site.updated_at = Some(now);
    Comment: |comment| (&FUS_MAIN, keys::comment(&comment.user_id, &comment.place)), |comment, now| comment.updated_at = Some(now);
    RoleGroup: |group| (&FUS_MAIN, keys::role_group(&group.name)), |group, now| group.updated_at = Some(now);
    Profile: |profile| (&FUS_MAIN, keys::profile(&profile.user_id)), |profile, now| profile.updated_at = Some(now);
    Player: |player| (&FUS_MAIN, keys::player(player.id)), |player, now| player.updated_at = Some(now);
    Match: |played| (&FUS_MAIN, keys::squash_match(played.id)), |played, now| played.updated_at = Some(now);
}
