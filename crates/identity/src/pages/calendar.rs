//! `/calendar/{secret}.ics`, for calendar programs.

use crate::{error::Error, service::follow_calendar};
use axum::response::IntoResponse;
use http::header;
use web::{Ctx, Path, Problem};

pub async fn read(ctx: Ctx, Path(file): Path<String>) -> Result<impl IntoResponse, Problem> {
    let secret = file.strip_suffix(".ics").ok_or(Error::NoSuchCalendar)?;
    let calendar = follow_calendar::read_feed(&ctx, secret).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"roundtable.ics\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, calendar))
}
