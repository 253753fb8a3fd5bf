//! Lists ratings: one's own, and all with so many stars.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    model::{Rating, SiteId, Stars, ids::site_ref},
    stored::sk,
};
use kernel::{PageRequest, UserId};
use std::collections::HashSet;
use store::{Position, from_item};
use web::Services;

/// AP5: one's own ratings, without the comments that stand between them.
pub async fn my_ratings(
    by: &Allowed<TakesPart>,
    page: PageRequest<Position>,
) -> Result<(Vec<Rating>, Option<Position>), Error> {
    let query = keys::ratings_of(by.user_id()?).reverse().limit(page.limit).after(page.after);
    let rows = by.store.query(query).await?;
    let ratings = rows.items.iter().filter(|row| !keys::is_comment(sk(row))).map(from_item);
    Ok((ratings.collect::<store::Result<_>>()?, rows.next))
}

/// AP6: every rating with so many stars, newest sites first.
pub async fn ratings_by_stars(
    by: &Allowed<TakesPart>,
    stars: Stars,
    page: PageRequest<Position>,
) -> Result<(Vec<Rating>, Option<Position>), Error> {
    let query = keys::ratings_by_stars(stars).reverse().limit(page.limit).after(page.after);
    let rows = by.store.query(query).await?;
    Ok((rows.items.iter().map(from_item).collect::<store::Result<_>>()?, rows.next))
}

/// The sites that somebody has rated.
pub async fn rated_by(services: &Services, user: UserId) -> store::Result<HashSet<SiteId>> {
    let rows = store::query_all(services.store.as_ref(), keys::ratings_of(user)).await?;
    Ok(rows.iter().filter_map(|row| site_ref::parse(sk(row))).collect())
}
