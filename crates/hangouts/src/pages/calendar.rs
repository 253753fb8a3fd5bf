//! `/calendar/groups/{key}.ics`: a member's calendar of a group, for the calendar program that has its address.

use crate::{Error, model::FeedKey, service::group_calendar};
use web::{CalendarFile, Ctx, Path, Problem};

pub async fn read(ctx: Ctx, Path(file): Path<String>) -> Result<CalendarFile, Problem> {
    let key = file.strip_suffix(".ics").and_then(FeedKey::parse).ok_or(Error::NoCalendar)?;
    let calendar = group_calendar::read_feed(&ctx, &key).await?;
    Ok(ctx.calendar_feed("group.ics", calendar))
}
