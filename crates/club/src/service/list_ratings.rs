//! Lists ratings: one's own, and all with so many stars.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    model::{Rating, SiteId, Stars, ids::site_ref},
    stored::{self, sk},
    tables::FUS_MAIN,
};
use kernel::{PageRequest, UserId};
use std::collections::HashSet;
use store::Position;
use web::Services;

/// Somebody who comments much more than they rate is not shown an empty page before this many queries.
const MOST_QUERIES: usize = 20;

/// AP5: one's own ratings, without the comments that stand between them.
pub async fn my_ratings(
    by: &Allowed<TakesPart>,
    page: PageRequest<Position>,
) -> Result<(Vec<Rating>, Option<Position>), Error> {
    let query = keys::ratings_of(by.user_id()?).reverse().limit(page.limit);
    let (mut ratings, mut after) = (Vec::new(), page.after);
    for _ in 0..MOST_QUERIES {
        let rows = by.store.query(query.clone().after(after)).await?;
        for row in rows.items.iter().filter(|row| !keys::is_comment(sk(row))) {
            ratings.extend(store::readable_row::<Rating>(&FUS_MAIN, row));
        }
        after = rows.next;
        if !ratings.is_empty() || after.is_none() {
            break;
        }
    }
    Ok((ratings, after))
}

/// AP6: every rating with so many stars, newest sites first.
pub async fn ratings_by_stars(
    by: &Allowed<TakesPart>,
    stars: Stars,
    page: PageRequest<Position>,
) -> Result<(Vec<Rating>, Option<Position>), Error> {
    let query = keys::ratings_by_stars(stars).reverse().limit(page.limit).after(page.after);
    let rows = by.store.query(query).await?;
    Ok((stored::read(rows.items), rows.next))
}

/// The sites that somebody has rated.
pub async fn rated_by(services: &Services, user: UserId) -> store::Result<HashSet<SiteId>> {
    let rows = store::query_all(services.store.as_ref(), keys::ratings_of(user)).await?;
    let rated = rows.iter().map(sk).filter(|place| !keys::is_comment(place));
    Ok(rated.filter_map(site_ref::parse).collect())
}
