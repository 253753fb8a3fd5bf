//! An event as a calendar file.

use crate::{
    Error, cookies,
    model::{Event, EventKind, Shareable, ShortId},
    service::open,
};
use icalendar::{Calendar, Component};
use web::{CalendarEntry, Ctx, calendar::utc};

/// The event for a calendar program.
pub async fn get_calendar(ctx: &Ctx, id: &ShortId) -> Result<String, Error> {
    let share = open::for_reading(ctx, id).await?.share;
    let url = ctx.url(&cookies::page_path(id));
    Ok(calendar(&share, share.event()?, &url))
}

fn calendar(share: &Shareable, event: &Event, url: &str) -> String {
    let entry = CalendarEntry {
        uid: format!("{}@roundtable", share.short_id.compact()),
        start: *event.start_time,
        end: event.end_time.map(|end| *end),
        title: share.name.clone(),
        location: event.location.clone(),
        url: url.to_owned(),
    };
    let mut entry = entry.event(*share.updated_at);
    entry
        .add_property("CREATED", utc(*share.created_at))
        .add_property("LAST-MODIFIED", utc(*share.updated_at))
        .sequence(u32::try_from(share.version).unwrap_or(u32::MAX));
    if event.location.is_some() && event.kind == EventKind::Virtual {
        entry.add_property("X-ROUNDTABLE-TYPE", "virtual");
    }
    if let Some(description) = &event.description {
        entry.description(description);
    }
    Calendar::new().push(entry).to_string()
}
