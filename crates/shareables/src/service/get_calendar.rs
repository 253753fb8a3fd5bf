//! An event as a calendar file.

use crate::{
    Error,
    gate::Opened,
    model::{Event, EventKind, Shareable},
};
use icalendar::{Calendar, Component};
use web::{CalendarEntry, calendar::utc};

/// The event for a calendar program; `url` is the address of its page.
pub fn get_calendar(opened: &Opened, url: &str) -> Result<String, Error> {
    let (share, event) = (&opened.share, opened.share.event()?);
    let entry = entry(share, event, url);
    let created = share.created_at.unwrap_or_default();
    let updated = share.updated_at.unwrap_or(created);
    let mut entry = entry.event(*updated);
    entry
        .add_property("CREATED", utc(*created))
        .add_property("LAST-MODIFIED", utc(*updated))
        .sequence(u32::try_from(share.version).unwrap_or(u32::MAX));
    if event.location.is_some() && event.kind.is(&EventKind::Virtual) {
        entry.add_property("X-ROUNDTABLE-TYPE", "virtual");
    }
    if let Some(description) = &event.description {
        entry.description(description);
    }
    Ok(Calendar::new().push(entry).to_string())
}

/// The entry of an event; `url` is the address of its page.
pub fn entry(share: &Shareable, event: &Event, url: &str) -> CalendarEntry {
    CalendarEntry {
        uid: format!("{}@roundtable", share.short_id.compact()),
        start: *event.start_time,
        end: event.end_time.map(|end| *end),
        title: share.name.clone(),
        location: event.location.clone(),
        url: url.to_owned(),
        cancelled: event.cancelled,
    }
}
