//! Rates a link; rating again replaces what one said. The site's sums change in the same transaction.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    live::{SitePage, Sites},
    model::{
        Rating, SiteId, Stars,
        rating::{read_note, read_stars},
        site::stars_attribute,
    },
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, UserId};
use store::{Condition, StoreError, Transaction, Write};
use web::{Fault, Services, live::Change};

/// How often a rating is written anew when its owner changes it elsewhere at the same moment.
const TRIES: usize = 16;

#[derive(Debug, Clone)]
pub struct RateSite {
    pub stars: i64,
    pub note: Option<String>,
}

pub async fn rate_site(by: &Allowed<TakesPart>, id: SiteId, cmd: RateSite) -> Result<Rating, Error> {
    let mut checks = Checks::new();
    let (stars, note) = (read_stars(cmd.stars, &mut checks), read_note(cmd.note.as_deref(), &mut checks));
    checks.done()?;
    let Some(stars) = stars else { return Err(Error::NoRating) };
    let rating = Rating::new(by.user_id()?, id, stars, note, by.clock.now().into());
    replace(by, rating.user_id, id, Some(&rating)).await?;
    Ok(rating)
}

/// Puts a rating in the place of whatever is there, or takes away what is there. What was there before.
pub async fn replace(
    services: &Services,
    user: UserId,
    id: SiteId,
    new: Option<&Rating>,
) -> Result<Option<Rating>, Error> {
    for _ in 0..TRIES {
        stored::site(services, id).await?;
        let old = stored::find_rating(services, user, id).await?;
        if old.is_none() && new.is_none() {
            return Ok(None);
        }
        let writes = writes(services, (user, id), old.as_ref(), new)?;
        match services.store.transact(Transaction::of(writes)).await {
            Ok(()) => {
                Sites::changed(services, id);
                services.live.changed::<SitePage>(&id, Change::Answered);
                return Ok(old);
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// The rating if it is still what was read, and the site's sums by the difference.
fn writes(
    services: &Services,
    (user, id): (UserId, SiteId),
    old: Option<&Rating>,
    new: Option<&Rating>,
) -> store::Result<Vec<Write>> {
    let write = match new {
        Some(rating) => store::put(&FUS_MAIN, keys::rating(user, id), rating)?,
        None => Write::delete(&FUS_MAIN, keys::rating(user, id)),
    };
    let as_read = match old {
        Some(old) => Condition::equals("updatedAt", old.updated_at.to_string())
            .and(Condition::equals("stars", u32::from(old.stars.get()))),
        None => Condition::absent("PK"),
    };
    let there = Condition::exists("PK").and(Condition::absent("deletedAt"));
    let sums = sums(old.map(|rating| rating.stars), new.map(|rating| rating.stars));
    let site = if sums.is_empty() {
        Write::check(&FUS_MAIN, keys::site(id), there)
    } else {
        sums.into_iter()
            .fold(Write::update(&FUS_MAIN, keys::site(id)), |site, (name, by)| site.add(name, by))
            .when(there)
    };
    Ok([write.when(as_read), site].into_iter().chain(Sites::mark(services, id)?).collect())
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
