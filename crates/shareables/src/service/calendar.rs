//! An event as a calendar file.

use crate::{
    Error, cookies,
    model::{Event, EventKind, Shareable, ShortId},
    service::open,
};
use icalendar::{Calendar, Component, Event as Entry, EventLike};
use jiff::Timestamp;
use web::Ctx;

/// The event for a calendar program, in UTC, which each shows in its own time zone.
pub async fn get_calendar(ctx: &Ctx, id: &ShortId) -> Result<String, Error> {
    let share = open::for_reading(ctx, id).await?.share;
    let url = ctx.url(&cookies::page_path(id));
    Ok(calendar(&share, share.event()?, &url))
}

fn calendar(share: &Shareable, event: &Event, url: &str) -> String {
    let mut entry = Entry::new();
    entry
        .uid(&format!("{}@roundtable", share.short_id.compact()))
        .add_property("DTSTAMP", utc(*share.updated_at))
        .add_property("CREATED", utc(*share.created_at))
        .add_property("LAST-MODIFIED", utc(*share.updated_at))
        .sequence(u32::try_from(share.version).unwrap_or(u32::MAX))
        .add_property("DTSTART", utc(*event.start_time))
        .summary(&share.name)
        .url(url);
    if let Some(end) = event.end_time {
        entry.add_property("DTEND", utc(*end));
    }
    if let Some(location) = &event.location {
        entry.location(location);
        if event.kind == EventKind::Virtual {
            entry.add_property("X-ROUNDTABLE-TYPE", "virtual");
        }
    }
    if let Some(description) = &event.description {
        entry.description(description);
    }
    Calendar::new().push(entry.done()).done().to_string()
}

fn utc(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}
