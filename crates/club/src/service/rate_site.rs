//! Rates a link; rating again replaces what one said. The site's sums change in the same transaction.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    live::{SitePage, Sites},
    model::{
        Given, Rating, SiteId, Stars,
        ids::site_ref,
        rating::{read_note, read_stars},
        site::stars_attribute,
    },
    service::counters,
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, Moment, UserId};
use store::{Condition, Item, StoreError, Transaction, Write};
use web::{Fault, Services, live::Change};

/// How often a rating is written anew when its owner changes it elsewhere at the same moment.
const TRIES: usize = 16;

#[derive(Debug, Clone)]
pub struct RateSite {
    pub stars: i64,
    pub note: Option<String>,
}

pub async fn rate_site(by: &Allowed<TakesPart>, id: &SiteId, cmd: RateSite) -> Result<Rating, Error> {
    let mut checks = Checks::new();
    let (stars, note) = (read_stars(cmd.stars, &mut checks), read_note(cmd.note.as_deref(), &mut checks));
    checks.done()?;
    let Some(stars) = stars else { return Err(Error::NoRating) };
    let (user, now) = (by.user_id()?, Moment::from(by.clock.now()));
    replace(by, user, id, Some(&New { stars, note: note.clone(), at: now })).await?;
    Ok(Rating {
        user_id: user.into(),
        site_id: id.clone(),
        stars: Given(stars.get().into()),
        note,
        updated_at: Some(now),
    })
}

/// A rating as it becomes.
pub struct New {
    pub stars: Stars,
    pub note: Option<String>,
    pub at: Moment,
}

/// Puts a rating in the place of the one that is there, or removes it. Returns whether one was there.
pub async fn replace(
    services: &Services,
    user: UserId,
    id: &SiteId,
    new: Option<&New>,
) -> Result<bool, Error> {
    for _ in 0..TRIES {
        counters::of_ratings(services, &stored::site(services, id).await?).await?;
        let old = services.store.get(&FUS_MAIN, &keys::rating(user, id)).await?;
        if old.is_none() && new.is_none() {
            return Ok(false);
        }
        let writes = writes(services, (user, id), old.as_ref(), new)?;
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                Sites::changed(services, id);
                services.live.changed::<SitePage>(id, Change::Answered);
                return Ok(old.is_some());
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// The rating if it is still what was read, and the site's sums by the difference. Attributes that are not ours stay.
fn writes(
    services: &Services,
    (user, id): (UserId, &SiteId),
    old: Option<&Item>,
    new: Option<&New>,
) -> store::Result<Vec<Write>> {
    let key = keys::rating(user, id);
    let write = match new {
        Some(new) => {
            let stars = u32::from(new.stars.get());
            let rated = Write::update(&FUS_MAIN, key)
                .set("siteId", site_ref::text(id))
                .set("stars", stars)
                .set("starRating", stars)
                .set("updatedAt", new.at.to_string());
            match &new.note {
                Some(note) => rated.set("note", note.as_str()),
                None => rated.remove("note"),
            }
        }
        None => Write::delete(&FUS_MAIN, key),
    };
    let as_read = match old {
        Some(old) => same(old, "updatedAt").and(same(old, "stars")).and(Condition::exists("PK")),
        None => Condition::absent("PK"),
    };
    let there = Condition::exists("PK").and(Condition::absent("deletedAt"));
    let before = old.and_then(|old| Given(old.get("stars")?.as_number()?.as_i64()?).known());
    let sums = sums(before, new.map(|rating| rating.stars));
    let site = if sums.is_empty() {
        Write::check(&FUS_MAIN, keys::site(id), there)
    } else {
        sums.into_iter()
            .fold(Write::update(&FUS_MAIN, keys::site(id)), |site, (name, by)| site.add(name, by))
            .when(there)
    };
    Ok([write.when(as_read), site].into_iter().chain(Sites::mark(services, id)?).collect())
}

/// Holds while an attribute is what was read, also where it is not there.
fn same(row: &Item, name: &'static str) -> Condition {
    row.get(name).map_or_else(|| Condition::absent(name), |value| Condition::equals(name, value.to_value()))
}

/// By how much each of the site's sums changes; nothing where the stars stay.
fn sums(old: Option<Stars>, new: Option<Stars>) -> Vec<(&'static str, i64)> {
    if old == new {
        return Vec::new();
    }
    let value = |stars: Option<Stars>| stars.map_or(0, |stars| i64::from(stars.get()));
    let mut sums = vec![("ratingSum", value(new) - value(old))];
    match (old, new) {
        (None, Some(_)) => sums.push(("ratingCount", 1)),
        (Some(_), None) => sums.push(("ratingCount", -1)),
        _ => {}
    }
    sums.extend(old.map(|stars| (stars_attribute(stars), -1)));
    sums.extend(new.map(|stars| (stars_attribute(stars), 1)));
    sums
}
