//! An event as calendar programs read it.

use crate::{Error, model::Shareable, urls};
use kernel::Zone;
use web::{CalendarEntry, CalendarStatus};

/// The event as an entry of a calendar. Fails where the share is none.
pub fn entry_of(share: &Shareable) -> Result<CalendarEntry, Error> {
    let event = share.event()?;
    let created = share.created_at.unwrap_or_default();
    Ok(CalendarEntry {
        id: share.short_id.compact().to_owned(),
        start: *event.start_time,
        end: event.end_time.map(|end| *end),
        zone: Zone::named(&event.time_zone),
        at_place: event.is_in_person(),
        title: share.name.clone(),
        description: event.description.clone(),
        location: event.location.clone(),
        path: urls::page(&share.short_id),
        created: *created,
        changed: *share.updated_at.unwrap_or(created),
        sequence: share.version,
        status: if event.cancelled { CalendarStatus::Cancelled } else { CalendarStatus::Confirmed },
        again: false,
    })
}
