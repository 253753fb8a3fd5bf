//! Events by link that a person with an account said they come to, or may come to: for their calendar and what is coming up.

use super::{get_calendar::entry_of, list_things::code};
use crate::{
    keys,
    model::{Code, Entity, Reply, Response, Rsvp, Shareable, ShortId},
    stored::{read_answer, read_shareable},
    tables::SHAREABLES,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::UserId;
use std::collections::HashSet;
use store::batch_get_all;
use web::{
    CalendarEntry, CalendarSource, CalendarStatus, Services,
    mine::{self, Part},
};

/// The newest answers that are looked at.
const MAX_ANSWERS: usize = 200;
/// What has just begun stays for a while, so that it does not vanish from calendars while it lasts.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

pub struct UpcomingEvents;

#[async_trait]
impl CalendarSource for UpcomingEvents {
    fn kind(&self) -> &'static str {
        Entity::Event.name()
    }

    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>> {
        let answered = mine::all_of(services, user, Part::Answered, &[Entity::Event.name()]).await?;
        let mut seen = HashSet::new();
        let newest = answered.iter().rev().filter(|mine| seen.insert(mine.id.as_str())).take(MAX_ANSWERS);
        let known: Vec<(ShortId, Code)> = newest
            .filter_map(|mine| Some((mine.id.parse().ok()?, code(services, mine).ok().flatten()?)))
            .collect();
        if known.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<_> = known.iter().map(|(id, _)| keys::shareable(id)).collect();
        let rows = batch_get_all(services.store.as_ref(), &SHAREABLES, &keys).await?;
        let now = services.clock.now();
        let recent = now.checked_sub(RECENT).unwrap_or(now);
        let ahead = known.into_iter().zip(rows).filter_map(|((_, code), row)| {
            let share = read_shareable(&row?).ok()?;
            let entry = entry_of(&share).ok()?;
            let there = share.deleted_at.is_none() && !share.has_expired(now);
            (there && entry.over_at() > recent).then_some((share, entry, code))
        });
        let ahead: Vec<(Shareable, CalendarEntry, Code)> = ahead.collect();
        let reply = |(share, _, code): &(Shareable, CalendarEntry, Code)| {
            keys::Part::Rsvp.of_code(&share.short_id, *code)
        };
        let keys: Vec<_> = ahead.iter().map(reply).collect();
        let replies = batch_get_all(services.store.as_ref(), &SHAREABLES, &keys).await?;
        let entries = ahead.into_iter().zip(replies).filter_map(|((share, entry, _), reply)| {
            let reply = read_answer::<Reply>(reply?).ok()?;
            for_person(&share, entry, &reply)
        });
        Ok(entries.collect())
    }
}

/// The entry in the calendar of a person who replied so; nothing where they do not come.
fn for_person(share: &Shareable, entry: CalendarEntry, reply: &Rsvp) -> Option<CalendarEntry> {
    let status = match (entry.status, reply.response.known()?) {
        (_, Response::NotGoing) => return None,
        (CalendarStatus::Cancelled, _) => CalendarStatus::Cancelled,
        (_, Response::Going) => CalendarStatus::Confirmed,
        (_, Response::Maybe) => CalendarStatus::Tentative,
    };
    let changed = reply.updated_at.map_or(entry.changed, |at| entry.changed.max(*at));
    let again = share.event().is_ok_and(|event| event.is_outdated(reply));
    Some(CalendarEntry { status, changed, again, ..entry })
}
