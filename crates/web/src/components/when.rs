//! Times in words. Where nothing says in which zone, a time is told in UTC, and scripts turn it into the reader's own.

use askama::Template;
use jiff::{
    Timestamp, Zoned,
    tz::{AmbiguousOffset, TimeZone},
};
use kernel::Moment;

/// A time on the page: “Saturday 17 October, 18:00 UTC”.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<time datetime="{{ at }}" data-local{% if !from.is_empty() %} data-from="{{ from }}"{% endif %}>{{ words }}</time>"#,
    ext = "html"
)]
pub struct When {
    at: String,
    words: String,
    /// Of an end: when it begins. On the same day only the hour is told.
    from: String,
}

impl askama::filters::HtmlSafe for When {}

impl When {
    pub fn new(at: Moment, now: Timestamp) -> Self {
        let utc = at.to_zoned(TimeZone::UTC);
        let words = format!("{}, {} UTC", day(&utc, now), clock(&utc));
        Self { at: at.to_string(), words, from: String::new() }
    }

    /// The end of what begins at `start`: “23:00 UTC”, with its day where that is another one.
    pub fn until(start: Moment, end: Moment, now: Timestamp) -> Self {
        let (begins, ends) = (start.to_zoned(TimeZone::UTC), end.to_zoned(TimeZone::UTC));
        let whole = Self { from: start.to_string(), ..Self::new(end, now) };
        if begins.date() == ends.date() {
            Self { words: format!("{} UTC", clock(&ends)), ..whole }
        } else {
            whole
        }
    }
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
pub fn ago(at: Moment, now: Timestamp) -> String {
    let minutes = at.duration_until(now).as_mins();
    let count = |n: i64, unit: &str| format!("{n} {unit}{} ago", if n == 1 { "" } else { "s" });
    let day = at.to_zoned(TimeZone::UTC);
    match minutes {
        ..2 => "just now".into(),
        2..60 => count(minutes, "minute"),
        60..1_440 => count(minutes / 60, "hour"),
        1_440..8_640 => day.strftime("%A").to_string(),
        _ => day.strftime("%-d %B").to_string(),
    }
}

/// What people call a time zone: `Europe/Lisbon` is “Lisbon time”.
pub fn zone_words(name: &str) -> String {
    match name.rsplit_once('/') {
        Some((_, city)) => format!("{} time", city.replace('_', " ")),
        None => name.to_owned(),
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

/// Every zone with a place in its name, for choosing from, and UTC.
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
    std::iter::once(("UTC".to_owned(), "UTC".to_owned())).chain(places.map(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        text.parse().unwrap()
    }

    #[test]
    fn an_end_on_the_same_day_tells_the_hour_alone() {
        let (now, start) = (*at("2026-10-17T18:00:00Z"), at("2026-10-17T18:30:00Z"));
        let told = |end: &str| When::until(start, at(end), now).words;
        assert_eq!(told("2026-10-17T23:00:00Z"), "23:00 UTC");
        assert_eq!(told("2026-10-18T01:00:00Z"), "Sunday 18 October, 01:00 UTC");
    }

    #[test]
    fn the_past_is_told_the_finer_the_nearer() {
        let now = *at("2026-10-17T18:00:00Z");
        let told = |text: &str| ago(at(text), now);
        assert_eq!(told("2026-10-17T17:59:00Z"), "just now");
        assert_eq!(told("2026-10-17T18:00:30Z"), "just now", "a clock that is ahead does no harm");
        assert_eq!(told("2026-10-17T17:40:00Z"), "20 minutes ago");
        assert_eq!(told("2026-10-17T16:30:00Z"), "1 hour ago");
        assert_eq!(told("2026-10-13T12:00:00Z"), "Tuesday");
        assert_eq!(told("2026-03-03T12:00:00Z"), "3 March");
    }

    #[test]
    fn an_event_tells_its_time_where_it_happens() {
        let lisbon = zone("Europe/Lisbon");
        let zoned = |text: &str| at(text).to_zoned(lisbon.clone());
        let now = *at("2026-10-01T00:00:00Z");
        let start = zoned("2026-10-17T17:30:00Z");
        assert_eq!(span(&start, None, now), "18:30");
        assert_eq!(span(&start, Some(&zoned("2026-10-17T22:00:00Z")), now), "18:30 until 23:00");
        assert_eq!(
            span(&start, Some(&zoned("2026-10-18T01:00:00Z")), now),
            "18:30 until Sunday 18 October, 02:00"
        );
        assert_eq!(day(&zoned("2027-01-02T12:00:00Z"), now), "Saturday 2 January 2027");
        assert_eq!(
            (zone_words("America/New_York"), zone_words("UTC")),
            ("New York time".into(), "UTC".into())
        );
    }

    #[test]
    fn a_field_of_local_time_reads_back() {
        let lisbon = zone("Europe/Lisbon");
        let start = at("2026-10-17T17:30:00Z");
        assert_eq!(local(start, &lisbon), "2026-10-17T18:30");
        assert_eq!(read_local("2026-10-17T18:30", &lisbon), Some(start));
        assert_eq!(read_local("soon", &lisbon), None);
    }

    #[test]
    fn an_hour_that_the_clock_skips_is_told_from_one_that_cannot_be_read() {
        let lisbon = zone("Europe/Lisbon");
        assert_eq!(read_local_time("2026-03-29T01:30", &lisbon), Err(SKIPPED));
        assert_eq!(read_local_time("soon", &lisbon), Err(UNREADABLE));
        assert_eq!(read_local_time("2026-10-17T18:30", &lisbon), Ok(at("2026-10-17T17:30:00Z")));
    }

    #[test]
    fn zones_to_choose_from_exist_and_have_places() {
        let names: Vec<_> = zones().map(|(name, _)| name).collect();
        assert!(names.contains(&"UTC".to_owned()) && names.contains(&"Europe/Lisbon".to_owned()));
        assert!(names.iter().all(|name| TimeZone::get(name).is_ok()));
    }
}
