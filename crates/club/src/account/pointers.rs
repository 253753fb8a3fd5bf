//! Rows in `System` by which the links that a person added, and the players that they are, are found without reading the whole
//! catalogue or ladder. They only find: what they name is read, and counts if it says the same.

use crate::{
    keys,
    model::{PersonId, Player, PlayerId, Site, SiteId, ids::player_ref, ids::site_ref},
    stored,
};
use async_trait::async_trait;
use kernel::UserId;
use std::collections::BTreeSet;
use store::{Item, Key, Query, Transaction, View, Write, from_item};
use web::{AtStart, Services, system::SYSTEM};

/// Rows written in one transaction.
const CHUNK: usize = 96;

/// Returns the key of the pointer to a link, where it is known who added it.
fn of_site(site: &Site) -> Option<Key> {
    Some(keys::added_site(site.added_by.as_ref()?.account()?, &site.id))
}

/// Returns the keys of the pointers to a player: by account and by address.
fn of_player(player: &Player) -> BTreeSet<Key> {
    let by_account = player.user_id.as_ref().map(|user| keys::is_player(user.as_str(), player.id));
    let by_address = player.email.as_deref().map(|email| keys::is_player(email, player.id));
    by_account.into_iter().chain(by_address).collect()
}

fn put(key: Key) -> Write {
    Write::put(&SYSTEM, Item::new().with_key(&SYSTEM, key))
}

/// Returns the write that goes with a new link.
pub fn site_added(site: &Site) -> Option<Write> {
    of_site(site).map(put)
}

/// Returns the write that goes with the deletion of a link.
pub fn site_deleted(site: &Site) -> Option<Write> {
    of_site(site).map(|key| Write::delete(&SYSTEM, key))
}

/// Returns the writes that go with a change of a player, one who comes or goes included.
pub fn player_changed(before: Option<&Player>, after: Option<&Player>) -> Vec<Write> {
    let (old, new) = (before.map(of_player).unwrap_or_default(), after.map(of_player).unwrap_or_default());
    let gone = old.difference(&new).map(|key| Write::delete(&SYSTEM, key.clone()));
    gone.chain(new.iter().cloned().map(put)).collect()
}

/// Returns the links that a person added.
pub async fn sites_of(services: &Services, user: UserId) -> store::Result<Vec<Site>> {
    fill_once(services).await?;
    let ids: Vec<SiteId> = named(services, keys::added_by(user), site_ref::parse).await?;
    let keys: Vec<_> = ids.iter().map(keys::site).collect();
    let sites: Vec<Site> = stored::each(services, &keys).await?;
    Ok(sites
        .into_iter()
        .filter(|site| is_theirs(site.added_by.as_ref(), user) && site.deleted_at.is_none())
        .collect())
}

/// Returns the players that a person is, by link or by address.
pub async fn players_of(services: &Services, user: UserId) -> store::Result<Vec<Player>> {
    fill_once(services).await?;
    let email = match identity::stored::get_account(services.store.as_ref(), user).await {
        Ok(account) => Some(account.email.to_lowercase()),
        Err(identity::Error::NoSuchAccount) => None,
        Err(error) => return Err(error.into()),
    };
    let mut ids = BTreeSet::new();
    for person in [Some(user.to_string()), email.clone()].into_iter().flatten() {
        let found: Vec<PlayerId> = named(services, keys::players_of(&person), player_ref::parse).await?;
        ids.extend(found);
    }
    let keys: Vec<_> = ids.into_iter().map(keys::player).collect();
    let players: Vec<Player> = stored::each(services, &keys).await?;
    let is_theirs = |player: &Player| {
        is_theirs(player.user_id.as_ref(), user) || (player.email.is_some() && player.email == email)
    };
    Ok(players.into_iter().filter(is_theirs).collect())
}

fn is_theirs(person: Option<&PersonId>, user: UserId) -> bool {
    person.is_some_and(|person| person.is(user))
}

async fn named<T>(
    services: &Services,
    query: Query,
    parse: impl Fn(&str) -> Option<T>,
) -> store::Result<Vec<T>> {
    let rows = store::query_all(services.store.as_ref(), query).await?;
    Ok(rows.iter().filter_map(|row| parse(row.get("SK").and_then(View::as_str)?)).collect())
}

/// Removes the pointers of an account that is being deleted.
pub async fn remove_all(services: &Services, user: UserId) -> store::Result<()> {
    while store::remove_some(services.store.as_ref(), &SYSTEM, [keys::person(user)]).await? {}
    Ok(())
}

/// Writes the pointers of what was stored before there were any, once.
pub struct FillPointers;

#[async_trait]
impl AtStart for FillPointers {
    async fn run(&self, services: &Services) {
        if let Err(error) = fill_once(services).await {
            tracing::warn!(%error, "what people have in the club could not be noted; it is done when it is asked for");
        }
    }
}

async fn fill_once(services: &Services) -> store::Result<()> {
    let done = keys::pointers_filled();
    if services.store.get(&SYSTEM, &done).await?.is_some() {
        return Ok(());
    }
    fill(services).await?;
    services.store.write(put(done)).await
}

/// Writes the pointers to every link and player.
pub async fn fill(services: &Services) -> store::Result<()> {
    fill_from(services, keys::sites(), |row| Ok(of_site(&from_item(row)?).into_iter().collect())).await?;
    fill_from(services, keys::players(), |row| Ok(of_player(&from_item(row)?).into_iter().collect())).await
}

async fn fill_from(
    services: &Services,
    mut query: Query,
    pointers: impl Fn(&Item) -> store::Result<Vec<Key>>,
) -> store::Result<()> {
    loop {
        let rows = services.store.query(query.clone()).await?;
        let mut found = Vec::new();
        for row in &rows.items {
            match pointers(row) {
                Ok(keys) => found.extend(keys),
                // A row that cannot be read spoils only itself.
                Err(error) => tracing::warn!(%error, "a row of the club cannot be read"),
            }
        }
        for chunk in found.chunks(CHUNK) {
            services.store.transact(Transaction::of(chunk.iter().cloned().map(put))).await?;
        }
        let Some(next) = rows.next else { return Ok(()) };
        query.after = Some(next);
    }
}
