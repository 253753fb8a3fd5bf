//! `/calendar/groups/{key}.ics`: a member's calendar of a group, for the calendar program that has its address.

use crate::{Error, model::FeedKey, service::group_calendar};
use axum::response::IntoResponse;
use http::header;
use web::{Ctx, Path, Problem};

pub async fn read(ctx: Ctx, Path(file): Path<String>) -> Result<impl IntoResponse, Problem> {
    let key = file.strip_suffix(".ics").and_then(FeedKey::parse).ok_or(Error::NoCalendar)?;
    let calendar = group_calendar::read_feed(&ctx, &key).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"group.ics\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, calendar))
}
