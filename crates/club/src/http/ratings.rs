//! Stars and notes.

use super::{
    failures::{Listing, TakingPart},
    lists::Listed,
    views::RatingView,
};
use crate::{
    Error,
    gate::{Allowed, TakesPart},
    model::{SiteId, Stars},
    service::{self, list_ratings, rate_site::RateSite},
    stored,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use web::{Fault, Json, PageQuery, Path, Problem, Query};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingBody {
    /// 1 to 5.
    #[schema(minimum = 1, maximum = 5)]
    pub stars: i64,
    #[serde(default)]
    #[schema(max_length = 5000)]
    pub note: Option<String>,
}

/// Which ratings are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct StarsQuery {
    /// 1 to 5.
    #[param(value_type = u32, minimum = 1, maximum = 5)]
    pub stars: String,
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    #[param(max_length = 4096)]
    pub cursor: Option<String>,
}

/// The caller's rating of a link.
#[utoipa::path(get, path = "/sites/{id}/rating", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = RatingView), TakingPart))]
pub async fn get_rating(by: Allowed<TakesPart>, Path(id): Path<SiteId>) -> Result<Json<RatingView>, Problem> {
    stored::site(&by, &id).await?;
    let rating = stored::find_rating(&by, by.user_id()?, &id).await?.ok_or(Error::NoRating)?;
    Ok(Json(rating.into()))
}

/// Rates a link; rating again replaces what one said.
#[utoipa::path(put, path = "/sites/{id}/rating", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = RatingView),
        (status = 409, description = "changed elsewhere at the same moment"),
        (status = 422, description = "not 1 to 5 stars, or a note that is too long"), TakingPart))]
pub async fn rate_site(
    by: Allowed<TakesPart>,
    Path(id): Path<SiteId>,
    Json(body): Json<RatingBody>,
) -> Result<Json<RatingView>, Problem> {
    let cmd = RateSite { stars: body.stars, note: body.note };
    Ok(Json(service::rate_site::rate_site(&by, &id, cmd).await?.into()))
}

/// Takes the caller's rating back.
#[utoipa::path(delete, path = "/sites/{id}/rating", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 204), (status = 409, description = "changed elsewhere at the same moment"),
        TakingPart))]
pub async fn withdraw_rating(by: Allowed<TakesPart>, Path(id): Path<SiteId>) -> Result<StatusCode, Problem> {
    service::withdraw_rating::withdraw_rating(&by, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's ratings.
#[utoipa::path(get, path = "/me/ratings", tag = "club", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = Listed<RatingView>), (status = 401, description = "not signed in"),
        Listing))]
pub async fn my_ratings(
    by: Allowed<TakesPart>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Listed<RatingView>>, Problem> {
    let list = format!("ratings of {}", by.user_id()?);
    let (ratings, next) = list_ratings::my_ratings(&by, by.page_request(&list, &page)?).await?;
    Ok(Json(by.page(&list, ratings.into_iter().map(RatingView::from).collect(), next)?.into()))
}

/// Everyone's ratings with so many stars.
#[utoipa::path(get, path = "/ratings", tag = "club", params(StarsQuery), security(("bearer" = [])),
    responses((status = 200, body = Listed<RatingView>), (status = 400, description = "a bad cursor"),
        (status = 401, description = "not signed in"),
        (status = 422, description = "not 1 to 5 stars, or a limit that is none")))]
pub async fn list_ratings(
    by: Allowed<TakesPart>,
    Query(query): Query<StarsQuery>,
) -> Result<Json<Listed<RatingView>>, Problem> {
    let stars = query.stars.parse::<u8>().ok().and_then(|stars| Stars::try_from(stars).ok());
    let stars = stars.ok_or_else(|| Fault::about("stars", "Give 1 to 5 stars."))?;
    let list = format!("ratings with {} stars", stars.get());
    let page = by.page_request(&list, &PageQuery { limit: query.limit, cursor: query.cursor })?;
    let (ratings, next) = list_ratings::ratings_by_stars(&by, stars, page).await?;
    Ok(Json(by.page(&list, ratings.into_iter().map(RatingView::from).collect(), next)?.into()))
}
