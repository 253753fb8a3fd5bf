//! Takes back one's rating of a link.

use super::rate_site::replace;
use crate::{
    Error,
    gate::{Allowed, TakesPart},
    model::SiteId,
};

pub async fn withdraw_rating(by: &Allowed<TakesPart>, id: &SiteId) -> Result<(), Error> {
    if replace(by, by.user_id()?, id, None).await? { Ok(()) } else { Err(Error::NoRating) }
}
