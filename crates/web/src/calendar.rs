//! People's own calendars: what features offer to them, and how an entry is written for calendar programs.
//!
//! The same state gives the same bytes, so that programs are answered by 304 until something changes.

use crate::{Ctx, Services};
use async_trait::async_trait;
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use http::{StatusCode, header};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use jiff::{SignedDuration, Timestamp};
use kernel::{UserId, Zone};
use outbound::CalendarPart;
use std::sync::Arc;

const PRODUCT: &str = "-//Roundtable//Roundtable//EN";
/// Length of an event without an end: programs show one of no length as a line that nobody can tap.
const DEFAULT_LENGTH: SignedDuration = SignedDuration::from_hours(1);
/// How often programs are asked to look again.
const REFRESH: &str = "PT1H";

/// Whether the owner of a calendar takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarStatus {
    Confirmed,
    /// They said maybe, or nothing yet.
    Tentative,
    /// It does not take place.
    Cancelled,
}

/// Something at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// The thing's own id. Calendars know a thing again by it, whatever else changes.
    pub id: String,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    /// The thing's own zone, for pages: calendars show each reader's.
    pub zone: Option<Zone>,
    /// Whether people meet at a place in that zone.
    pub at_place: bool,
    pub title: String,
    pub description: Option<String>,
    pub location: Option<String>,
    /// The page about it.
    pub path: String,
    pub created: Timestamp,
    /// The last change of anything shown here.
    pub changed: Timestamp,
    /// Grows with every edit.
    pub sequence: u64,
    pub status: CalendarStatus,
    /// Whether it moved since its owner answered, so that they are asked again.
    pub again: bool,
}

/// A feature's part in somebody's calendar.
#[async_trait]
pub trait CalendarSource: Send + Sync {
    /// The kind of things it offers: `hangout`, `event`.
    fn kind(&self) -> &'static str;
    /// What is ahead of `user` and not declined, in any order; what began a day ago is still in it.
    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>>;
}

/// The sources of all features.
pub type CalendarSources = Arc<[Arc<dyn CalendarSource>]>;

impl CalendarEntry {
    /// The time at which it is over.
    pub fn over_at(&self) -> Timestamp {
        let default = || self.start.checked_add(DEFAULT_LENGTH).unwrap_or(Timestamp::MAX);
        self.end.filter(|end| *end > self.start).unwrap_or_else(default)
    }

    /// As calendar programs read it, in UTC, which each shows in its own time zone. `base` is the server's address.
    fn event(&self, services: &Services, base: &str) -> Event {
        let mut event = Event::new();
        event
            .uid(&plain(&format!("{}@{}.roundtable", self.id, services.keys.fingerprint())))
            .add_property("DTSTAMP", utc(self.changed))
            .add_property("CREATED", utc(self.created))
            .add_property("LAST-MODIFIED", utc(self.changed))
            .add_property("SEQUENCE", self.sequence.to_string())
            .add_property("DTSTART", utc(self.start))
            .add_property("DTEND", utc(self.over_at()))
            .summary(&plain(&self.title))
            .url(&format!("{base}{}", self.path))
            .status(match self.status {
                CalendarStatus::Confirmed => EventStatus::Confirmed,
                CalendarStatus::Tentative => EventStatus::Tentative,
                CalendarStatus::Cancelled => EventStatus::Cancelled,
            });
        if let Some(description) = &self.description {
            event.description(&plain(description));
        }
        if let Some(location) = &self.location {
            event.location(&plain(location));
        }
        event
    }
}

/// Text without what a line of a calendar cannot hold.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect()
}

fn empty() -> Calendar {
    let mut calendar = Calendar::empty();
    calendar.append_property(("VERSION", "2.0"));
    calendar.append_property(("PRODID", PRODUCT));
    calendar.append_property(("CALSCALE", "GREGORIAN"));
    calendar
}

/// A calendar to follow: its name, and what is in it, by time.
pub fn feed(services: &Services, name: &str, mut entries: Vec<CalendarEntry>) -> String {
    entries.sort_by(|one, other| (one.start, &one.id).cmp(&(other.start, &other.id)));
    let mut calendar = empty();
    let name = plain(name).replace(['\n', '\t'], " ");
    let escaped = name.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    calendar.append_property(("NAME", escaped.as_str()));
    calendar.append_property(("X-WR-CALNAME", name.as_str()));
    let mut refresh = icalendar::Property::new("REFRESH-INTERVAL", REFRESH);
    calendar.append_property(refresh.add_parameter("VALUE", "DURATION").done());
    calendar.append_property(("X-PUBLISHED-TTL", REFRESH));
    let base = &services.settings.base_url;
    calendar.extend(entries.iter().map(|entry| entry.event(services, base)));
    calendar.to_string()
}

/// One entry as a file. `base` is the server's address as the caller knows it.
pub fn file(services: &Services, base: &str, entry: &CalendarEntry) -> String {
    let mut calendar = empty();
    calendar.push(entry.event(services, base));
    calendar.to_string()
}

/// The entry as a letter carries it: published, or cancelled.
pub fn in_letter(services: &Services, entry: &CalendarEntry) -> CalendarPart {
    let method = if entry.status == CalendarStatus::Cancelled { "CANCEL" } else { "PUBLISH" };
    let mut calendar = empty();
    calendar.append_property(("METHOD", method));
    calendar.push(entry.event(services, &services.settings.base_url));
    CalendarPart { method: method.to_owned(), text: calendar.to_string() }
}

/// A moment as calendar programs write it.
fn utc(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A calendar as an answer, with an `ETag`: 304 for a program that has it already.
pub struct CalendarFile {
    text: String,
    disposition: String,
    tag: String,
    is_known: bool,
}

impl Ctx {
    /// A calendar that a program follows at its address.
    pub fn calendar_feed(&self, name: &str, text: String) -> CalendarFile {
        self.calendar(text, format!("inline; filename=\"{name}\""))
    }

    /// A calendar that a person saves.
    pub fn calendar_file(&self, name: &str, text: String) -> CalendarFile {
        self.calendar(text, format!("attachment; filename=\"{name}\""))
    }

    fn calendar(&self, text: String, disposition: String) -> CalendarFile {
        let hash = self.keys.mac("calendar", &[text.as_bytes()]);
        let tag = format!("\"{}\"", HEXLOWER.encode(&hash[..16]));
        let known = self.headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
        let mut known = known.flat_map(|line| line.split(',')).map(str::trim);
        let is_known = known.any(|one| one == "*" || one.trim_start_matches("W/") == tag);
        CalendarFile { text, disposition, tag, is_known }
    }
}

impl IntoResponse for CalendarFile {
    fn into_response(self) -> Response {
        let headers = [(header::ETAG, self.tag), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
        if self.is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let about = [
            (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, self.disposition),
        ];
        (headers, about, self.text).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_or_one_before_its_start_lasts_an_hour() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let over = |end: Option<&str>| {
            let entry = CalendarEntry {
                id: "1".into(),
                start: at("2026-11-20T18:30:00Z"),
                end: end.map(at),
                zone: None,
                at_place: false,
                title: "Supper".into(),
                description: None,
                location: None,
                path: "/hangouts/1".into(),
                created: Timestamp::UNIX_EPOCH,
                changed: Timestamp::UNIX_EPOCH,
                sequence: 1,
                status: CalendarStatus::Confirmed,
                again: false,
            };
            entry.over_at().to_string()
        };
        assert_eq!(over(None), "2026-11-20T19:30:00Z");
        assert_eq!(over(Some("2026-11-20T18:30:00Z")), "2026-11-20T19:30:00Z");
        assert_eq!(over(Some("2026-11-20T22:00:00Z")), "2026-11-20T22:00:00Z");
    }

    #[test]
    fn no_text_breaks_a_line() {
        assert_eq!(plain("Soup\r\nEND:VEVENT\u{7}"), "Soup\nEND:VEVENT");
    }
}
