//! Dates and time left.

use super::html_safe;
use crate::Zones;
use askama::Template;
use jiff::{SignedDuration, Timestamp};

/// How long something goes on, as a badge with a ring that empties.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<span class="badge{% if warn %} warn{% endif %}"><svg class="ring" viewBox="0 0 18 18" aria-hidden="true"><circle cx="9" cy="9" r="7"/><circle cx="9" cy="9" r="7" stroke-dasharray="{{ left }} 44.0"/></svg> <span>{{ words }}{% if let Some(day) = day %} <time datetime="{{ day.at }}" data-day="{{ day.told_by }}">{{ day.words }}</time>{% endif %}</span></span>"#,
    ext = "html"
)]
pub struct TimeLeft {
    warn: bool,
    left: String,
    /// All that is said, or what stands before the day.
    words: String,
    day: Option<Day>,
}

/// A day, which scripts tell where the reader is: in another zone it may be the one before or after.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Day {
    at: Timestamp,
    words: String,
    /// `weekday` or `date`.
    told_by: &'static str,
}

const HOUR: i64 = 3_600;

impl TimeLeft {
    /// Of what runs from `start` to `end`, seen at `now`. `verb` is what happens then: “Closes”. Over 48 hours the day is told;
    /// then the hours; in the last hour the minutes, with a warning.
    pub fn new(verb: &str, start: Timestamp, end: Timestamp, now: Timestamp, zones: &Zones) -> Self {
        let left = now.duration_until(end).max(SignedDuration::ZERO);
        let whole = start.duration_until(end).as_secs().max(1);
        let plural = |n: i64, unit: &str| format!("{n} {unit}{} left", if n == 1 { "" } else { "s" });
        let on = |told_by, format: &str| {
            let words = end.to_zoned((**zones.shown()).clone()).strftime(format).to_string();
            (verb.to_owned(), Some(Day { at: end, words, told_by }))
        };
        let (words, day) = match left.as_secs() {
            0 => ("Time is up".into(), None),
            seconds if seconds < HOUR => (plural((seconds + 59) / 60, "minute"), None),
            seconds if seconds < 48 * HOUR => (plural(seconds / HOUR, "hour"), None),
            seconds if seconds < 6 * 24 * HOUR => on("weekday", "%A"),
            _ => on("date", "%-d %B"),
        };
        let tenths = (left.as_secs().min(whole) * 440 / whole).max(0);
        Self { warn: left.as_secs() < HOUR, left: format!("{}.{}", tenths / 10, tenths % 10), words, day }
    }

    /// What is said, without the markup.
    pub fn said(&self) -> String {
        match &self.day {
            Some(day) => format!("{} {}", self.words, day.words),
            None => self.words.clone(),
        }
    }
}

/// A date on a round tile. Scripts put it where the reader is, as they do with times in words.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<time class="plate{% if large %} l{% endif %}" datetime="{{ at }}"{% if !in_place %} data-plate{% endif %}><span>{{ weekday }}</span><b>{{ day }}</b><span>{{ month }}</span></time>"#,
    ext = "html"
)]
pub struct Plate {
    at: String,
    weekday: String,
    day: String,
    month: String,
    large: bool,
    /// The day of the place, wherever the reader is.
    in_place: bool,
}

impl Plate {
    pub fn new(at: Timestamp, zones: &Zones) -> Self {
        let there = at.to_zoned((**zones.shown()).clone());
        let part = |format: &str| there.strftime(format).to_string();
        let (weekday, day, month) = (part("%a"), part("%-d"), part("%b"));
        Self { at: at.to_string(), weekday, day, month, large: false, in_place: zones.is_at_place() }
    }

    #[must_use]
    pub fn large(self) -> Self {
        Self { large: true, ..self }
    }
}

html_safe!(TimeLeft, Plate);

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn zones(default: &str) -> Zones {
        Zones::new(None, default.parse().unwrap())
    }

    #[test]
    fn the_nearer_the_end_the_finer_the_words() {
        let end = at("2026-10-17T18:00:00Z");
        let words = |now: &str| {
            let left = TimeLeft::new("Closes", at("2026-10-01T00:00:00Z"), end, at(now), &zones("UTC"));
            (left.said(), left.warn)
        };
        assert_eq!(words("2026-10-02T00:00:00Z"), ("Closes 17 October".into(), false));
        assert_eq!(words("2026-10-13T00:00:00Z"), ("Closes Saturday".into(), false));
        assert_eq!(words("2026-10-16T00:00:00Z"), ("42 hours left".into(), false));
        assert_eq!(words("2026-10-17T17:00:00Z"), ("1 hour left".into(), false));
        assert_eq!(words("2026-10-17T17:59:30Z"), ("1 minute left".into(), true));
        assert_eq!(words("2026-10-18T00:00:00Z"), ("Time is up".into(), true));
    }

    #[test]
    fn a_date_is_told_where_it_happens() {
        let html = Plate::new(at("2026-10-16T20:00:00Z"), &zones("Asia/Tokyo")).large().to_string();
        assert_eq!(
            html,
            r#"<time class="plate l" datetime="2026-10-16T20:00:00Z" data-plate><span>Sat</span><b>17</b><span>Oct</span></time>"#
        );
    }
}
