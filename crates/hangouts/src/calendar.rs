//! Hangouts for calendar programs: a person's own feed, a group's, and one hangout by itself. A hangout has the same UID in all of them.

use crate::{
    model::{Direction, Hangout, HangoutId, Pointer, Watermark},
    service::list_hangouts,
    urls,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::{Moment, UserId};
use web::notify::CalendarPart;
use web::{CalendarEntry, CalendarSource, Services, calendar};

/// At most so many hangouts in one calendar.
pub const MOST: u32 = 1_000;
/// What has just begun stays for a while, so that it does not vanish from calendars while it lasts.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// From when on hangouts are in a calendar.
pub fn from(services: &Services) -> Timestamp {
    services.clock.now().checked_sub(RECENT).unwrap_or(Timestamp::MIN)
}

/// Everything ahead of somebody, for their own calendar.
pub struct Upcoming;

#[async_trait]
impl CalendarSource for Upcoming {
    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>> {
        let mut after = Watermark::at(from(services));
        let mut entries = Vec::new();
        while entries.len() < MOST as usize {
            let listed = list_hangouts::by_time(services, user, Direction::Upcoming, &after, 100).await?;
            entries.extend(listed.items.iter().filter_map(|pointer| of_pointer(services, pointer)));
            match listed.next {
                Some(next) => after = next,
                None => break,
            }
        }
        Ok(entries)
    }
}

/// A calendar of these hangouts.
pub fn of_pointers(services: &Services, name: &str, pointers: &[Pointer]) -> String {
    let entries: Vec<_> = pointers.iter().filter_map(|pointer| of_pointer(services, pointer)).collect();
    calendar::write(name, &entries, services.clock.now())
}

fn of_pointer(services: &Services, pointer: &Pointer) -> Option<CalendarEntry> {
    let (id, times) = (&pointer.hangout_id, (pointer.start?, pointer.end));
    Some(entry(services, id, times, (&pointer.title, pointer.location.as_deref()), pointer.cancelled))
}

/// One hangout as a calendar file; nothing while it has no date.
pub fn of_hangout(services: &Services, hangout: &Hangout) -> Option<String> {
    let (id, times) = (&hangout.hangout_id, (hangout.start?, hangout.end));
    let said = (hangout.title.as_str(), hangout.location.as_deref());
    let entry = entry(services, id, times, said, hangout.cancelled);
    Some(calendar::write(
        &hangout.title,
        &[entry],
        hangout.updated_at.map_or_else(Timestamp::default, |at| *at),
    ))
}

/// One hangout as letters carry it; `None` while it has no date.
pub fn in_letter(services: &Services, hangout: &Hangout, now: Timestamp) -> Option<CalendarPart> {
    let (id, times) = (&hangout.hangout_id, (hangout.start?, hangout.end));
    let said = (hangout.title.as_str(), hangout.location.as_deref());
    let entry = entry(services, id, times, said, hangout.cancelled);
    Some(calendar::in_letter(&entry, now, hangout.version))
}

fn entry(
    services: &Services,
    id: &HangoutId,
    (start, end): (Moment, Option<Moment>),
    (title, location): (&str, Option<&str>),
    cancelled: bool,
) -> CalendarEntry {
    CalendarEntry {
        uid: format!("{id}@roundtable"),
        start: *start,
        end: end.map(|end| *end),
        title: title.to_owned(),
        location: location.map(str::to_owned),
        url: format!("{}{}", services.settings.base_url, urls::hangout(id)),
        cancelled,
    }
}
