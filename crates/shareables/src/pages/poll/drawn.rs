//! Parts of a poll's page that are the same for everyone, drawn for the first who sees them.

use askama::{Template, filters::HtmlSafe};
use jiff::{Timestamp, tz::TimeZone};
use std::sync::{Arc, OnceLock};

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

/// A part as it was printed first, and in which year: a time is written with its year where that is another one.
#[derive(Default)]
pub struct Drawing(OnceLock<(i16, Drawn)>);

impl Drawing {
    pub fn get<T: Template>(&self, now: Timestamp, part: impl Fn() -> T) -> Drawn {
        let year = TimeZone::UTC.to_datetime(now).year();
        match self.0.get_or_init(|| (year, Drawn::of(&part()))) {
            (then, drawn) if *then == year => drawn.clone(),
            _ => Drawn::of(&part()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Moment;
    use web::When;

    #[test]
    fn a_part_is_drawn_once_a_year() {
        let at = |text: &str| text.parse::<Moment>().unwrap();
        let (drawing, party) = (Drawing::default(), at("2026-12-31T20:00:00Z"));
        let drawn = |now: Moment| drawing.get(*now, || When::new(party, *now)).html;
        let first = drawn(at("2026-11-01T00:00:00Z"));
        assert!(Arc::ptr_eq(&first, &drawn(at("2026-12-31T23:59:59Z"))));
        assert!(!first.contains("December 2026"));
        assert!(drawn(at("2027-01-01T00:00:00Z")).contains("31 December 2026"));
    }
}
