//! Times in words, in the zone that [`Zones`] names for the reader. Scripts put the zone of the reader's browser where none is known.

use crate::Zones;
use askama::Template;
use jiff::{
    Timestamp, Zoned,
    tz::{AmbiguousOffset, TimeZone},
};
use kernel::{Moment, Zone};

/// A time on the page: “Saturday 17 October, 18:00”, followed by the zone where it is not the reader's, and at a place by the reader's
/// own time.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"{% if at_place %}<span data-place="{{ zone_name }}"><time datetime="{{ at }}"{% if !until.is_empty() %} data-until="{{ until }}"{% endif %} data-there>{{ words }}</time><span data-zone{% if zone.is_empty() %} hidden{% endif %}> {{ zone }}</span><span data-beside{% if beside.is_empty() %} hidden{% endif %}> (<span data-here>{{ beside }}</span> your time)</span></span>{% else %}<time datetime="{{ at }}"{% if !until.is_empty() %} data-until="{{ until }}"{% endif %} data-local>{{ words }}{% if !zone.is_empty() %} {{ zone }}{% endif %}</time>{% endif %}"#,
    ext = "html"
)]
pub struct When {
    at: String,
    until: String,
    words: String,
    /// What the zone is called, where it is named.
    zone: String,
    zone_name: String,
    at_place: bool,
    /// The reader's own time, beside that of the place.
    beside: String,
}

impl askama::filters::HtmlSafe for When {}

impl When {
    pub fn new(at: Moment, now: Timestamp, zones: &Zones) -> Self {
        Self::span(at, None, now, zones)
    }

    /// From a start to an end: “Saturday 17 October, 18:30 until 23:00”.
    pub fn span(start: Moment, end: Option<Moment>, now: Timestamp, zones: &Zones) -> Self {
        let shown = zones.shown();
        let (there, words) = in_words(start, end, now, shown);
        let named = !zones.is_readers();
        let beside = zones.beside().filter(|_| zones.is_at_place()).map(|zone| {
            let (here, whole) = in_words(start, end, now, zone);
            if whole == words {
                String::new()
            } else if here.date() == there.date() {
                let end = end.map(|end| end.to_zoned((**zone).clone()));
                span(&here, end.as_ref(), now)
            } else {
                whole
            }
        });
        Self {
            at: start.to_string(),
            until: end.map(|end| end.to_string()).unwrap_or_default(),
            words,
            zone: if named { zone_words(shown, *start) } else { String::new() },
            zone_name: shown.name().to_owned(),
            at_place: zones.is_at_place(),
            beside: beside.unwrap_or_default(),
        }
    }

    /// All that is said, without the markup.
    pub fn said(&self) -> String {
        let zone = if self.zone.is_empty() { String::new() } else { format!(" {}", self.zone) };
        let beside =
            if self.beside.is_empty() { String::new() } else { format!(" ({} your time)", self.beside) };
        format!("{}{zone}{beside}", self.words)
    }

    /// Names the zone even where it is the reader's: a letter is read anywhere.
    #[must_use]
    pub fn named(self) -> Self {
        let at: Timestamp = self.at.parse().unwrap_or_default();
        Self { zone: zone_words(&zone(&self.zone_name), at), ..self }
    }
}

fn in_words(start: Moment, end: Option<Moment>, now: Timestamp, zone: &Zone) -> (Zoned, String) {
    let there = |at: Moment| at.to_zoned((**zone).clone());
    let (start, end) = (there(start), end.map(there));
    let words = format!("{}, {}", day(&start, now), span(&start, end.as_ref(), now));
    (start, words)
}

/// “Saturday 17 October”, with the year where it is another one.
pub fn day(at: &Zoned, now: Timestamp) -> String {
    let this_year = at.time_zone().to_datetime(now).year() == at.year();
    at.strftime(if this_year { "%A %-d %B" } else { "%A %-d %B %Y" }).to_string()
}

/// “18:30”.
pub fn clock(at: &Zoned) -> String {
    at.strftime("%H:%M").to_string()
}

/// “18:30 until 23:00”, or with the day of the end where it is another.
pub fn span(start: &Zoned, end: Option<&Zoned>, now: Timestamp) -> String {
    match end {
        None => clock(start),
        Some(end) if end.date() == start.date() => format!("{} until {}", clock(start), clock(end)),
        Some(end) => format!("{} until {}, {}", clock(start), day(end, now), clock(end)),
    }
}

/// How long ago something was: “just now”, “20 minutes ago”, “Tuesday”, “3 March”.
pub fn ago(at: Moment, now: Timestamp, zones: &Zones) -> String {
    let minutes = at.duration_until(now).as_mins();
    let count = |n: i64, unit: &str| format!("{n} {unit}{} ago", if n == 1 { "" } else { "s" });
    let day = at.to_zoned((**zones.shown()).clone());
    match minutes {
        ..2 => "just now".into(),
        2..60 => count(minutes, "minute"),
        60..1_440 => count(minutes / 60, "hour"),
        1_440..8_640 => day.strftime("%A").to_string(),
        _ => day.strftime("%-d %B").to_string(),
    }
}

/// What people call a time zone: `Europe/Lisbon` is “Lisbon time”. One without a place is GMT with its offset at that time.
pub fn zone_words(zone: &TimeZone, at: Timestamp) -> String {
    let name = zone.iana_name().unwrap_or("UTC");
    match name.rsplit_once('/') {
        Some((area, city)) if area != "Etc" => format!("{} time", city.replace('_', " ")),
        _ => {
            let minutes = zone.to_offset(at).seconds() / 60;
            let sign = if minutes < 0 { '-' } else { '+' };
            match (minutes.abs() / 60, minutes.abs() % 60) {
                (0, 0) => "GMT".to_owned(),
                (hours, 0) => format!("GMT{sign}{hours}"),
                (hours, minutes) => format!("GMT{sign}{hours}:{minutes:02}"),
            }
        }
    }
}

/// A time as `datetime-local` fields hold it.
pub fn local(at: Moment, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string()
}

/// What is said about a time that cannot be read.
pub const UNREADABLE: &str = "Choose a day and a time.";

/// What is said about an hour that a clock change skips.
pub const SKIPPED: &str =
    "The clocks are put forward at this hour, so this time does not exist. Choose another.";

/// Reads what a `datetime-local` field holds, in `zone`.
pub fn read_local(text: &str, zone: &TimeZone) -> Option<Moment> {
    let civil: jiff::civil::DateTime = text.trim().parse().ok()?;
    Some(civil.to_zoned(zone.clone()).ok()?.timestamp().into())
}

/// The same, with what is wrong with it: a clock that is put forward skips an hour, which nobody can mean.
pub fn read_local_time(text: &str, zone: &TimeZone) -> Result<Moment, &'static str> {
    let civil: jiff::civil::DateTime = text.trim().parse().map_err(|_| UNREADABLE)?;
    let read = zone.clone().into_ambiguous_zoned(civil);
    if matches!(read.offset(), AmbiguousOffset::Gap { .. }) {
        return Err(SKIPPED);
    }
    read.compatible().map(|at| at.timestamp().into()).map_err(|_| UNREADABLE)
}

/// The zone of this name, or UTC.
pub fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// Every zone with a place in its name, for choosing from, and the one without summer time.
pub fn zones() -> impl Iterator<Item = (String, String)> {
    const PLACES: [&str; 10] = [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ];
    let places = jiff::tz::db().available().map(|name| name.to_string());
    let places = places.filter(|name| name.split_once('/').is_some_and(|(area, _)| PLACES.contains(&area)));
    let words = |name: String| (name.clone(), name.replace('_', " "));
    std::iter::once(("UTC".to_owned(), "GMT".to_owned())).chain(places.map(words))
}

#[cfg(test)]
mod tests;
