//! Reading the club's items, and how each of them is edited.

use crate::{
    Error, keys,
    model::{
        Comment, CommentId, Match, MatchId, Membership, Player, PlayerId, Profile, Rating, RoleGroup,
        RoleGroupName, Site, SiteId,
    },
    tables::FUS_MAIN,
};
use kernel::{Class, Classify, UserId};
use serde::de::DeserializeOwned;
use store::{Item, Key, Query, View, from_item};
use web::Services;

/// The entity under a key, if there is one.
async fn find<T: DeserializeOwned>(services: &Services, key: Key) -> store::Result<Option<T>> {
    services.store.get(&FUS_MAIN, &key).await?.map(from_item).transpose()
}

/// The site, unless it is being deleted.
pub async fn site(services: &Services, id: SiteId) -> Result<Site, Error> {
    let site: Option<Site> = find(services, keys::site(id)).await?;
    site.filter(|site| site.deleted_at.is_none()).ok_or(Error::NoSite)
}

pub async fn find_rating(services: &Services, user: UserId, site: SiteId) -> store::Result<Option<Rating>> {
    find(services, keys::rating(user, site)).await
}

/// A comment that `user` wrote.
pub async fn find_own_comment(
    services: &Services,
    user: UserId,
    site: SiteId,
    comment: CommentId,
) -> store::Result<Option<Comment>> {
    find(services, keys::comment(user, site, comment)).await
}

/// A comment, whoever wrote it.
pub async fn find_comment(
    services: &Services,
    site: SiteId,
    comment: CommentId,
) -> store::Result<Option<Comment>> {
    let rows = services.store.query(keys::comment_on(site, comment)).await?;
    rows.items.first().map(from_item).transpose()
}

/// The role group, unless it is being deleted.
pub async fn role_group(services: &Services, name: &RoleGroupName) -> Result<RoleGroup, Error> {
    let group: Option<RoleGroup> = find(services, keys::role_group(name)).await?;
    group.filter(|group| group.deleted_at.is_none()).ok_or(Error::NoRoleGroup)
}

pub async fn find_membership(
    services: &Services,
    user: UserId,
    group: &RoleGroupName,
) -> store::Result<Option<Membership>> {
    find(services, keys::membership(user, group)).await
}

/// What somebody shows of themselves; empty where they never wrote anything.
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

/// Every entity that a query finds.
pub async fn all<T: DeserializeOwned>(services: &Services, query: Query) -> store::Result<Vec<T>> {
    read(&store::query_all(services.store.as_ref(), query).await?)
}

/// The entities under these keys, by batch reads; those that are not there are left out.
pub async fn each<T: DeserializeOwned>(services: &Services, keys: &[Key]) -> store::Result<Vec<T>> {
    let rows = store::batch_get_all(services.store.as_ref(), &FUS_MAIN, keys).await?;
    rows.into_iter().flatten().map(from_item).collect()
}

/// Rows as what they are.
pub fn read<T: DeserializeOwned>(rows: &[Item]) -> store::Result<Vec<T>> {
    rows.iter().map(from_item).collect()
}

/// The sort key of a row.
pub fn sk(row: &Item) -> &str {
    row.get("SK").and_then(View::as_str).unwrap_or_default()
}

// A profile is not there before its first edit.
web::entities! {
    Site: |site| (&FUS_MAIN, keys::site(site.id)), |site, now| site.updated_at = now;
    Comment: |comment| (&FUS_MAIN, keys::comment(comment.user_id, comment.site_id, comment.id)), |comment, now| comment.updated_at = now;
    RoleGroup: |group| (&FUS_MAIN, keys::role_group(&group.name)), |group, now| group.updated_at = now;
    Profile: |profile| (&FUS_MAIN, keys::profile(profile.user_id)), |profile, now| profile.updated_at = Some(now);
    Player: |player| (&FUS_MAIN, keys::player(player.id)), |player, now| player.updated_at = now;
    Match: |played| (&FUS_MAIN, keys::squash_match(played.id)), |played, now| played.updated_at = now;
}
