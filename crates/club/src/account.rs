//! What the club does about an account's life: what it holds of a person, and what goes with them.

mod player;
pub mod pointers;

use crate::{
    Error, keys,
    live::{LadderPage, SitePage, Whole},
    model::{Comment, Membership, Profile, Rating, SiteId, ids::site_ref},
    service::{change_avatar, rate_site},
    stored::sk,
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use store::{Item, Key, Write, from_item};
use web::{AccountHooks, Exported, Services, live::Change};

pub struct ClubAccounts;

#[async_trait]
impl AccountHooks for ClubAccounts {
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported> {
        let rows = store::query_all(services.store.as_ref(), keys::everything_of(user)).await?;
        let (players, matches) = player::export(services, user).await?;
        let mut held = json!({
            "ratings": [],
            "comments": [],
            "roleGroups": [],
            "profile": null,
            "sites": added(services, user).await?,
            "squashPlayers": players,
            "squashMatches": matches,
        });
        for row in &rows {
            let (list, value) = exported(row)?;
            match &mut held[list] {
                Value::Array(items) => items.push(value),
                place => *place = value,
            }
        }
        Ok(Some(("club", held)))
    }

    /// Ratings go by the same transaction as when they are withdrawn, so that the sums of their sites follow.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool> {
        let rows = store::query_all(services.store.as_ref(), keys::everything_of(user)).await?;
        for row in &rows {
            match site_ref::parse(sk(row)) {
                Some(site) => forget_rating(services, user, site, row).await?,
                None => forget_row(services, row).await?,
            }
        }
        let is_player = player::forget(services, user).await?;
        pointers::remove_all(services, user).await?;
        Ok(is_player || !rows.is_empty())
    }
}

/// The links that somebody added.
async fn added(services: &Services, user: UserId) -> store::Result<Vec<Value>> {
    let sites = pointers::sites_of(services, user).await?;
    Ok(sites
        .iter()
        .map(|site| json!({ "siteId": site.id, "url": site.url, "title": site.title, "createdAt": site.created_at }))
        .collect())
}

/// Where an exported row belongs, and how it is told.
fn exported(row: &Item) -> store::Result<(&'static str, Value)> {
    let place = sk(row);
    Ok(if keys::is_comment(place) {
        let comment: Comment = from_item(row)?;
        (
            "comments",
            json!({ "siteId": comment.site_id, "body": comment.body, "createdAt": comment.created_at }),
        )
    } else if place.starts_with(keys::SITE_WORD) {
        let rating: Rating = from_item(row)?;
        ("ratings", json!({ "siteId": rating.site_id, "stars": rating.stars, "note": rating.note }))
    } else if place == "PROFILE" {
        let profile: Profile = from_item(row)?;
        ("profile", json!({ "description": profile.description, "updatedAt": profile.updated_at }))
    } else {
        let membership: Membership = from_item(row)?;
        ("roleGroups", json!(membership.group_name.as_str()))
    })
}

async fn forget_rating(services: &Services, user: UserId, site: SiteId, row: &Item) -> store::Result<()> {
    match rate_site::replace(services, user, site, None).await {
        Ok(_) => Ok(()),
        // The site is going too: the rating goes alone.
        Err(Error::NoSite) => remove(services, row).await,
        Err(error) => Err(error.into()),
    }
}

/// A comment, a membership or a profile; a profile's picture goes with it.
async fn forget_row(services: &Services, row: &Item) -> store::Result<()> {
    if sk(row) == "PROFILE" {
        let profile: Profile = from_item(row)?;
        change_avatar::remove(services, profile.avatar_key).await;
    }
    remove(services, row).await?;
    if keys::is_comment(sk(row)) {
        services.live.changed::<SitePage>(&from_item::<Comment>(row)?.site_id, Change::Answered);
    } else {
        services.live.changed::<LadderPage>(&Whole, Change::Edited);
    }
    Ok(())
}

async fn remove(services: &Services, row: &Item) -> store::Result<()> {
    services.store.write(Write::delete(&FUS_MAIN, Key::of(row, &FUS_MAIN.key)?)).await
}
