//! One's calendar: its address made and stopped on the account page, and the calendar itself.

use super::me::{MePage, back};
use crate::{Error, service::calendar_feed};
use axum::{
    Extension,
    response::{IntoResponse, Response},
};
use http::header;
use web::{CalendarSources, Ctx, Html, Path, Problem};

/// The answer is the page itself: what is shown once must not be asked for again.
pub async fn make(ctx: Ctx) -> Result<Response, Problem> {
    let address = calendar_feed::make_feed(&ctx).await?;
    let mut page = MePage::of(&ctx).await?;
    page.new_feed = Some(address);
    Ok(Html(page).into_response())
}

pub async fn stop(ctx: Ctx) -> Result<Response, Problem> {
    calendar_feed::stop_feed(&ctx).await?;
    Ok(back("calendar"))
}

pub async fn read(
    ctx: Ctx,
    Path(file): Path<String>,
    Extension(sources): Extension<CalendarSources>,
) -> Result<impl IntoResponse, Problem> {
    let secret = file.strip_suffix(".ics").ok_or(Error::NoSuchCalendar)?;
    let calendar = calendar_feed::read_feed(&ctx, &sources, secret).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"roundtable.ics\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, calendar))
}
