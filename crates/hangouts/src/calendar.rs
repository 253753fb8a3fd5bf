//! Hangouts for calendar programs: a person's own feed, a group's, and one hangout by itself. A hangout has the same UID in all of them.

use crate::{
    model::{Answer, Direction, Hangout, Pointer, Response, Target, Watermark},
    service::list_hangouts,
    stored, urls,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::UserId;
use web::notify::CalendarPart;
use web::{CalendarEntry, CalendarSource, CalendarStatus, Services, calendar};

/// At most so many hangouts in one calendar.
pub const MOST: u32 = 1_000;
/// What has just begun stays for a while, so that it does not vanish from calendars while it lasts.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// From when on hangouts are in a calendar.
pub fn from(services: &Services) -> Timestamp {
    services.clock.now().checked_sub(RECENT).unwrap_or(Timestamp::MIN)
}

/// Everything ahead of somebody that they have not declined, for their own calendar.
pub struct Upcoming;

/// What the source of hangouts is called.
pub const KIND: &str = "hangout";

#[async_trait]
impl CalendarSource for Upcoming {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>> {
        let mut after = Watermark::at(from(services));
        let mut pointers = Vec::new();
        while pointers.len() < MOST as usize {
            let listed = list_hangouts::by_time(services, user, Direction::Upcoming, &after, 100).await?;
            pointers.extend(listed.items);
            match listed.next {
                Some(next) => after = next,
                None => break,
            }
        }
        let ids = pointers.iter().map(|pointer| &pointer.hangout_id);
        let answers = stored::answers_of(services, ids, user).await?;
        let said = |pointer: &Pointer| answers.get(&pointer.hangout_id);
        pointers.retain(|pointer| !said(pointer).is_some_and(|mine| mine.response.is(&Answer::NotGoing)));
        let hangouts = stored::hangouts(services, pointers.iter().map(|pointer| &pointer.hangout_id)).await?;
        let entries = pointers.iter().filter_map(|pointer| {
            let mine = said(pointer);
            let entry = of_pointer(pointer, hangouts.get(&pointer.hangout_id))?;
            Some(for_person(entry, mine))
        });
        Ok(entries.collect())
    }
}

/// The entry in the calendar of a person who answered so, or not at all.
fn for_person(entry: CalendarEntry, mine: Option<&Response>) -> CalendarEntry {
    let status = match (entry.status, mine.and_then(|mine| mine.response.known())) {
        (CalendarStatus::Cancelled, _) => CalendarStatus::Cancelled,
        (_, Some(Answer::Going)) => CalendarStatus::Confirmed,
        _ => CalendarStatus::Tentative,
    };
    let answered = mine.and_then(|mine| mine.responded_at).map(|at| *at);
    CalendarEntry { status, changed: answered.map_or(entry.changed, |at| entry.changed.max(at)), ..entry }
}

/// A group's calendar of these hangouts.
pub async fn of_pointers(services: &Services, name: &str, pointers: &[Pointer]) -> store::Result<String> {
    let hangouts = stored::hangouts(services, pointers.iter().map(|pointer| &pointer.hangout_id)).await?;
    let entry = |pointer: &Pointer| of_pointer(pointer, hangouts.get(&pointer.hangout_id));
    Ok(calendar::feed(services, name, pointers.iter().filter_map(entry).collect()))
}

/// The entry of a hangout in a list; the list has all but the description.
fn of_pointer(pointer: &Pointer, hangout: Option<&Hangout>) -> Option<CalendarEntry> {
    let start = pointer.start?;
    let created = pointer.created_at.unwrap_or_default();
    Some(CalendarEntry {
        id: pointer.hangout_id.to_string(),
        start: *start,
        end: pointer.end.map(|end| *end),
        zone: pointer.time_zone.clone(),
        at_place: pointer.location.is_some(),
        title: pointer.title.clone(),
        description: hangout.and_then(|hangout| hangout.description.clone()),
        location: pointer.location.clone(),
        path: urls::hangout(&pointer.hangout_id),
        created: *created,
        changed: *pointer.changed_at.unwrap_or(created),
        sequence: pointer.sequence,
        status: if pointer.cancelled { CalendarStatus::Cancelled } else { CalendarStatus::Confirmed },
        again: false,
    })
}

/// The entry of a hangout; `None` while it has no date.
fn of(hangout: &Hangout) -> Option<CalendarEntry> {
    // Lists of all who have it show the same.
    let anyone = || Target::Group(uuid::Uuid::nil().into());
    let target = hangout.targets().into_iter().next().unwrap_or_else(anyone);
    of_pointer(&hangout.pointer_to(target), Some(hangout))
}

/// One hangout as a calendar file, on a server at `base`; nothing while it has no date.
pub fn of_hangout(services: &Services, base: &str, hangout: &Hangout) -> Option<String> {
    Some(calendar::file(services, base, &of(hangout)?))
}

/// One hangout as letters carry it; `None` while it has no date.
pub fn in_letter(services: &Services, hangout: &Hangout) -> Option<CalendarPart> {
    Some(calendar::in_letter(services, &of(hangout)?))
}
