//! People's own calendars: what features offer to them, and how an entry is written for calendar programs.

use crate::Services;
use async_trait::async_trait;
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use jiff::Timestamp;
use kernel::UserId;
use outbound::CalendarPart;
use std::sync::Arc;

/// Something at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEntry {
    /// Calendars know a thing again by this, so it stays the same while everything else may change.
    pub uid: String,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    pub title: String,
    pub location: Option<String>,
    /// Where there is more about it.
    pub url: String,
    /// It does not take place; calendars that know it show so.
    pub cancelled: bool,
}

/// A feature's part in somebody's calendar.
#[async_trait]
pub trait CalendarSource: Send + Sync {
    /// What is ahead of `user`, in any order.
    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>>;
}

/// The sources of all features.
pub type CalendarSources = Arc<[Arc<dyn CalendarSource>]>;

impl CalendarEntry {
    /// As calendar programs read it, in UTC, which each shows in its own time zone. `stamp` is how new it is.
    pub fn event(&self, stamp: Timestamp) -> Event {
        let mut event = Event::new();
        event
            .uid(&self.uid)
            .add_property("DTSTAMP", utc(stamp))
            .add_property("DTSTART", utc(self.start))
            .summary(&self.title)
            .url(&self.url);
        if let Some(end) = self.end {
            event.add_property("DTEND", utc(end));
        }
        if let Some(location) = &self.location {
            event.location(location);
        }
        if self.cancelled {
            event.status(EventStatus::Cancelled);
        }
        event
    }
}

/// A calendar to follow: its name, and what is in it at `now`.
pub fn write(name: &str, entries: &[CalendarEntry], now: Timestamp) -> String {
    let mut calendar = Calendar::new();
    calendar.name(name).extend(entries.iter().map(|entry| entry.event(now)));
    calendar.to_string()
}

/// The entry as a letter carries it: published, or cancelled. `sequence` grows with every change.
pub fn in_letter(entry: &CalendarEntry, stamp: Timestamp, sequence: u64) -> CalendarPart {
    let method = if entry.cancelled { "CANCEL" } else { "PUBLISH" };
    let mut event = entry.event(stamp);
    event.add_property("SEQUENCE", sequence.to_string());
    let mut calendar = Calendar::new();
    calendar.append_property(("METHOD", method)).push(event);
    CalendarPart { method: method.to_owned(), text: calendar.to_string() }
}

/// A moment as calendar programs write it.
pub fn utc(time: Timestamp) -> String {
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_holds_its_name_and_every_entry() {
        let now = "2026-11-15T09:00:00Z".parse().unwrap();
        let supper = CalendarEntry {
            uid: "1@roundtable".into(),
            start: "2026-11-20T18:30:00Z".parse().unwrap(),
            end: None,
            title: "Supper, late".into(),
            location: Some("Kitchen; 2nd floor".into()),
            url: "http://table.example/hangouts/1".into(),
            cancelled: false,
        };
        let walk =
            CalendarEntry { uid: "2@roundtable".into(), end: Some(now), cancelled: true, ..supper.clone() };
        let text = write("Roundtable", &[supper, walk], now);
        for line in [
            "BEGIN:VCALENDAR",
            "X-WR-CALNAME:Roundtable",
            "UID:1@roundtable",
            "UID:2@roundtable",
            "DTSTAMP:20261115T090000Z",
            "DTSTART:20261120T183000Z",
            "DTEND:20261115T090000Z",
            "SUMMARY:Supper\\, late",
            "LOCATION:Kitchen\\; 2nd floor",
            "URL:http://table.example/hangouts/1",
        ] {
            assert!(text.split("\r\n").any(|held| held == line), "{line} in {text}");
        }
        assert_eq!(text.matches("DTEND").count(), 1, "{text}");
        assert_eq!(text.matches("STATUS:CANCELLED").count(), 1, "{text}");
        assert!(!write("Roundtable", &[], now).contains("VEVENT"));
    }
}
