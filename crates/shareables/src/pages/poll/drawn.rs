//! Parts of a poll's page that are the same for everyone, drawn for the first who sees them.

use crate::model::Poll;
use askama::{Template, filters::HtmlSafe};
use jiff::{Timestamp, tz::TimeZone};
use std::sync::{Arc, Mutex, PoisonError};
use web::Zones;

/// A part of a page as it is printed.
#[derive(Clone, Template)]
#[template(source = "{{ html|safe }}", ext = "html")]
pub struct Drawn {
    html: Arc<str>,
}

impl HtmlSafe for Drawn {}

impl Drawn {
    pub fn of(part: &impl Template) -> Self {
        Self { html: part.render().unwrap_or_default().into() }
    }
}

/// What was printed beside a tally, and goes with it.
#[derive(Default)]
pub struct Drawings {
    pub head: Drawing,
    pub results: Drawing,
    /// As they are asked to somebody who has not answered.
    pub questions: Drawing,
}

/// A part as it was printed first for readers of the same zones, and in which year: a time is written with its year where that is
/// another one.
#[derive(Default)]
pub struct Drawing(Mutex<Vec<(i16, Option<Zones>, Drawn)>>);

/// Zones for which one part is kept; beyond that it is printed for each reader.
const MAX_ZONES: usize = 8;

/// The zones that make a difference to a part of this poll: none where no option is a time.
pub fn of_times<'a>(poll: &Poll, zones: &'a Zones) -> Option<&'a Zones> {
    let mut options = poll.questions.iter().flat_map(|question| &question.options);
    options.any(|option| option.start_time.is_some()).then_some(zones)
}

impl Drawing {
    pub fn get<T: Template>(&self, now: Timestamp, zones: Option<&Zones>, part: impl Fn() -> T) -> Drawn {
        let zone = zones.map_or(TimeZone::UTC, |zones| (**zones.shown()).clone());
        let year = zone.to_datetime(now).year();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(then, theirs, _)| *then == year || theirs.as_ref() != zones);
        if let Some((.., drawn)) =
            kept.iter().find(|(then, theirs, _)| *then == year && theirs.as_ref() == zones)
        {
            return drawn.clone();
        }
        let drawn = Drawn::of(&part());
        if kept.len() < MAX_ZONES {
            kept.push((year, zones.cloned(), drawn.clone()));
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Moment, Zone};
    use web::When;

    #[test]
    fn a_part_is_drawn_once_a_year_and_zone() {
        let at = |text: &str| text.parse::<Moment>().unwrap();
        let (drawing, party) = (Drawing::default(), at("2026-12-31T20:00:00Z"));
        let zones = |name: &str| Zones::new(Zone::named(name), Zone::UTC);
        let drawn_in = |now: Moment, zones: &Zones| {
            drawing.get(*now, Some(zones), || When::new(party, *now, zones)).html
        };
        let drawn = |now: Moment| drawn_in(now, &zones("Europe/Lisbon"));
        let first = drawn(at("2026-11-01T00:00:00Z"));
        assert!(Arc::ptr_eq(&first, &drawn(at("2026-12-31T23:59:59Z"))));
        assert!(!first.contains("December 2026"));
        assert!(drawn(at("2027-01-01T00:00:00Z")).contains("31 December 2026"));
        let tokyo = drawn_in(at("2026-11-01T00:00:00Z"), &zones("Asia/Tokyo"));
        assert!(tokyo.contains("Friday 1 January 2027, 05:00"), "{tokyo}");
    }
}
