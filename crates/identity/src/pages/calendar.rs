//! `/calendar/{secret}.ics`, for calendar programs.

use crate::{error::Error, service::follow_calendar};
use web::{CalendarFile, Ctx, Path, Problem};

pub async fn read(ctx: Ctx, Path(file): Path<String>) -> Result<CalendarFile, Problem> {
    let secret = file.strip_suffix(".ics").ok_or(Error::NoSuchCalendar)?;
    let calendar = follow_calendar::read_feed(&ctx, secret).await?;
    Ok(ctx.calendar_feed("roundtable.ics", calendar))
}
