//! One address is one link, and one account is one player. A row in `System` decides where two requests come at once; what other
//! programs wrote without such a row is found in the catalogue and on the ladder.

use crate::{
    Error, keys,
    live::{Matches, Sites, Whole},
    model::{PersonId, PlayerId, SiteId, site::same_address},
    stored,
};
use kernel::UserId;
use store::{Condition, Item, Key, View, Write};
use web::{Services, system::SYSTEM};

/// The attribute of such a row that names the thing.
const OF: &str = "of";

/// Returns the write by which `site` takes an address, unless another link has it.
pub async fn take_address(services: &Services, url: &str, site: &SiteId) -> Result<Write, Error> {
    let there = services.with_followed::<Sites, _>(&Whole, |catalogue| {
        catalogue.with_url(url, Some(site)).map(|site| site.id.clone())
    });
    if let Some(other) = there.await? {
        refuse_if_there(services, url, &other).await?;
    }
    let key = keys::address(services, &same_address(url));
    let held = services.store.get(&SYSTEM, &key).await?;
    if let Some(other) = held.as_ref().and_then(holder).and_then(|other| other.parse().ok())
        && other != *site
    {
        refuse_if_there(services, url, &other).await?;
    }
    Ok(take(key, held.as_ref(), site.as_str()))
}

/// Returns the write by which `site` gives its address back, if it holds it.
pub async fn leave_address(services: &Services, url: &str, site: &SiteId) -> store::Result<Option<Write>> {
    leave(services, keys::address(services, &same_address(url)), site.as_str()).await
}

async fn refuse_if_there(services: &Services, url: &str, other: &SiteId) -> Result<(), Error> {
    match stored::site(services, other).await {
        Ok(site) if same_address(&site.url) == same_address(url) => {
            Err(Error::SiteThere { id: other.clone(), title: site.shown_title().into_owned() })
        }
        Ok(_) | Err(Error::NoSite) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns the write by which `player` is this account, unless another player is.
pub async fn take_account(services: &Services, user: UserId, player: PlayerId) -> Result<Write, Error> {
    let there = services.with_followed::<Matches, _>(&Whole, |record| record.player_of(user, player));
    if let Some(other) = there.await? {
        refuse_if_plays(services, user, other).await?;
    }
    let key = keys::plays(user);
    let held = services.store.get(&SYSTEM, &key).await?;
    if let Some(other) = held.as_ref().and_then(holder).and_then(|other| other.parse().ok())
        && other != player
    {
        refuse_if_plays(services, user, other).await?;
    }
    Ok(take(key, held.as_ref(), &player.to_string()))
}

/// Returns the write by which `player` is an account no longer, if it holds it.
pub async fn leave_account(
    services: &Services,
    person: Option<&PersonId>,
    player: PlayerId,
) -> store::Result<Option<Write>> {
    match person.and_then(PersonId::account) {
        Some(user) => leave(services, keys::plays(user), &player.to_string()).await,
        None => Ok(None),
    }
}

async fn refuse_if_plays(services: &Services, user: UserId, other: PlayerId) -> Result<(), Error> {
    match stored::player(services, other).await {
        Ok(player) if player.user_id.as_ref().is_some_and(|person| person.is(user)) => {
            Err(Error::AccountPlays { id: other, name: player.name })
        }
        Ok(_) | Err(Error::NoPlayer) => Ok(()),
        Err(error) => Err(error),
    }
}

fn holder(row: &Item) -> Option<&str> {
    row.get(OF).and_then(View::as_str)
}

/// Holds while nobody else was faster. A row that was left behind is taken over.
fn take(key: Key, held: Option<&Item>, by: &str) -> Write {
    let put = Write::put(&SYSTEM, Item::new().with(OF, by).with_key(&SYSTEM, key));
    match held.and_then(holder) {
        Some(before) => put.when(Condition::equals(OF, before)),
        None if held.is_some() => put,
        None => put.if_new(),
    }
}

async fn leave(services: &Services, key: Key, by: &str) -> store::Result<Option<Write>> {
    let held = services.store.get(&SYSTEM, &key).await?;
    let is_held = held.as_ref().and_then(holder) == Some(by);
    Ok(is_held.then(|| Write::delete(&SYSTEM, key).when(Condition::equals(OF, by))))
}
