//! Calendars: a member's address of a group's, and one hangout by itself.

use super::{failures, views::FeedView};
use crate::{
    Error, calendar,
    gate::{GroupGate, HangoutGate},
    service::{get_hangout, group_calendar},
    urls,
};
use http::StatusCode;
use web::{CalendarFile, Json, Problem};

/// Makes the address of your calendar of this group, in place of an earlier one. It works while you are in the group.
#[utoipa::path(post, path = "/groups/{id}/calendar-feed", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 201, body = FeedView), failures::Members,
        (status = 403, description = "an API token")))]
pub async fn make_feed(GroupGate { ctx, id }: GroupGate) -> Result<(StatusCode, Json<FeedView>), Problem> {
    let key = group_calendar::make_feed(&ctx, &id).await?;
    Ok((StatusCode::CREATED, Json(FeedView { url: ctx.url(&urls::calendar(&key)) })))
}

/// Stops the address of your calendar of this group.
#[utoipa::path(delete, path = "/groups/{id}/calendar-feed", tag = "hangouts",
    params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 204), failures::Members, (status = 403, description = "an API token")))]
pub async fn stop_feed(GroupGate { ctx, id }: GroupGate) -> Result<StatusCode, Problem> {
    group_calendar::stop_feed(&ctx, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A hangout as a calendar file.
#[utoipa::path(get, path = "/hangouts/{id}/event.ics", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, content_type = "text/calendar", body = String),
        (status = 304, description = "as the caller knows it"),
        (status = 401, description = "not signed in"),
        (status = 404, description = "no such hangout, you are not invited, or it has no date yet")))]
pub async fn get_event(HangoutGate { ctx, id }: HangoutGate) -> Result<CalendarFile, Problem> {
    let seen = get_hangout::get_hangout(&ctx, &id).await?;
    let file = calendar::of_hangout(&ctx, &ctx.url(""), &seen.hangout).ok_or(Error::NoDate)?;
    Ok(ctx.calendar_file("hangout.ics", file))
}
