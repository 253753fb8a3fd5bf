//! The address of one's calendar.

use crate::service::calendar_feed;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, Json, Problem};

/// A new calendar address. It is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFeed {
    /// For a calendar program to follow. Whoever has it can read along.
    url: String,
}

/// Makes the address of one's calendar, in place of an earlier one.
#[utoipa::path(
    post,
    path = "/me/calendar-feed",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 201, body = NewFeed), (status = 401, description = "not signed in"))
)]
pub async fn make_feed(ctx: Ctx) -> Result<(StatusCode, Json<NewFeed>), Problem> {
    let url = calendar_feed::make_feed(&ctx).await?;
    Ok((StatusCode::CREATED, Json(NewFeed { url })))
}

/// Stops the address of one's calendar; it is dead at once.
#[utoipa::path(
    delete,
    path = "/me/calendar-feed",
    tag = "identity",
    security(("bearer" = [])),
    responses((status = 204), (status = 401, description = "not signed in"))
)]
pub async fn stop_feed(ctx: Ctx) -> Result<StatusCode, Problem> {
    calendar_feed::stop_feed(&ctx).await?;
    Ok(StatusCode::NO_CONTENT)
}
