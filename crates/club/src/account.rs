//! What the club does about an account's life: what it holds of a person, and what goes with them.

mod player;
pub mod pointers;

use crate::{
    Error, keys,
    live::{LadderPage, SitePage, Whole},
    model::{
        Comment, CommentPlace, Membership, Profile, Rating, SiteId,
        ids::{membership_ref, site_ref},
    },
    service::{change_avatar, rate_site},
    stored::sk,
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde_json::{Value, json};
use std::net::IpAddr;
use store::{Item, Key, View, Write, from_item};
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
            "memberships": [],
            "profile": null,
            "sites": added(services, user).await?,
            "squashPlayers": players,
            "squashMatches": matches,
            "others": [],
        });
        for row in &rows {
            let (list, value) = exported(row)?;
            if let ("memberships", Some(name)) = (list, value.get("name"))
                && let Value::Array(names) = &mut held["roleGroups"]
            {
                names.push(name.clone());
            }
            match &mut held[list] {
                Value::Array(items) => items.push(value),
                place => *place = value,
            }
        }
        Ok(Some(("club", held)))
    }

    /// The row of the document is there from the first sign-in on. What else is in it stays.
    async fn signed_in(
        &self,
        services: &Services,
        user: UserId,
        at: Timestamp,
        from: IpAddr,
    ) -> store::Result<()> {
        let seen = Write::update(&FUS_MAIN, keys::profile(user))
            .set("lastLoginAt", Moment::from(at).to_string())
            .set("lastLoginIp", from.to_string());
        services.store.write(seen).await
    }

    /// Ratings go by the same transaction as when they are withdrawn, so that the sums of their sites follow.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool> {
        let rows = store::query_all(services.store.as_ref(), keys::everything_of(user)).await?;
        for row in &rows {
            match site_ref::parse(sk(row)).filter(|_| !keys::is_comment(sk(row))) {
                Some(site) => forget_rating(services, user, &site, row).await?,
                None => forget_row(services, row).await?,
            }
        }
        let is_player = player::forget(services, user).await?;
        pointers::remove_all(services, user).await?;
        Ok(is_player || !rows.is_empty())
    }
}

/// The links that a person added.
async fn added(services: &Services, user: UserId) -> store::Result<Vec<Value>> {
    let sites = pointers::sites_of(services, user).await?;
    Ok(sites
        .iter()
        .map(|site| {
            json!({
                "siteId": site.id, "url": site.url, "title": site.shown_title(), "description": site.description,
                "tags": site.tags, "createdAt": site.created_at,
            })
        })
        .collect())
}

/// Where an exported row belongs, and how it is told. A row that cannot be read is exported as it is stored.
fn exported(row: &Item) -> store::Result<(&'static str, Value)> {
    let told = match sk(row) {
        place if keys::is_comment(place) => comment(row),
        place if place.starts_with(keys::SITE_WORD) => rating(row),
        keys::PROFILE => profile(row),
        place if membership_ref::parse(place).is_some() => membership(row),
        _ => return Ok(("others", from_item(row)?)),
    };
    told.or_else(|_| Ok(("others", from_item(row)?)))
}

fn comment(row: &Item) -> store::Result<(&'static str, Value)> {
    let comment: Comment = from_item(row)?;
    let value = json!({
        "siteId": comment.site_id(), "commentId": comment.id(), "body": comment.body,
        "createdAt": comment.created_at, "updatedAt": comment.updated_at,
    });
    Ok(("comments", value))
}

fn rating(row: &Item) -> store::Result<(&'static str, Value)> {
    let rating: Rating = from_item(row)?;
    let value = json!({
        "siteId": rating.site_id, "stars": rating.stars.0, "note": rating.note, "updatedAt": rating.updated_at,
    });
    Ok(("ratings", value))
}

fn profile(row: &Item) -> store::Result<(&'static str, Value)> {
    let profile: Profile = from_item(row)?;
    let value = json!({
        "description": profile.description, "avatarKey": profile.avatar_key, "updatedAt": profile.updated_at,
        "lastLoginAt": profile.last_login_at, "lastLoginIp": profile.last_login_ip,
    });
    Ok(("profile", value))
}

fn membership(row: &Item) -> store::Result<(&'static str, Value)> {
    let membership: Membership = from_item(row)?;
    let value = json!({
        "name": membership.group, "addedAt": membership.added_at, "addedBy": membership.added_by,
    });
    Ok(("memberships", value))
}

async fn forget_rating(services: &Services, user: UserId, site: &SiteId, row: &Item) -> store::Result<()> {
    match rate_site::replace(services, user, site, None).await {
        Ok(_) => Ok(()),
        // The site is going too, or never was there: the rating goes alone.
        Err(Error::NoSite) => remove(services, row).await,
        Err(error) => Err(error.into()),
    }
}

/// A comment, a membership or a profile; a profile's picture goes with it.
async fn forget_row(services: &Services, row: &Item) -> store::Result<()> {
    if sk(row) == keys::PROFILE {
        let picture = row.get("avatarKey").and_then(View::as_str);
        change_avatar::remove(services, picture.map(str::to_owned)).await;
    }
    remove(services, row).await?;
    match sk(row).parse::<CommentPlace>() {
        Ok(place) => services.live.changed::<SitePage>(&place.site, Change::Answered),
        Err(_) => services.live.changed::<LadderPage>(&Whole, Change::Edited),
    }
    Ok(())
}

async fn remove(services: &Services, row: &Item) -> store::Result<()> {
    services.store.write(Write::delete(&FUS_MAIN, Key::of(row, &FUS_MAIN.key)?)).await
}
