//! The zone in which a reader is shown a time.
//!
//! Where people meet, the time of the place comes first and the reader's beside it. Every other time is the reader's; while the reader's
//! zone is unknown, the thing's, else the server's default, and then it is named.

use crate::{Ctx, Settings};
use kernel::Zone;

/// The zones that count for one time on a page or in a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zones {
    reader: Option<Zone>,
    thing: Option<Zone>,
    at_place: bool,
    default: Zone,
}

impl Zones {
    pub fn new(reader: Option<Zone>, default: Zone) -> Self {
        Self { reader, thing: None, at_place: false, default }
    }

    /// For a time of a thing that has a zone and no place: a call, a closing time, a deadline.
    #[must_use]
    pub fn thing(&self, zone: Option<Zone>) -> Self {
        Self { thing: zone, at_place: false, ..self.clone() }
    }

    /// For a time at a place in this zone. Without a zone it is like any other time.
    #[must_use]
    pub fn place(&self, zone: Option<Zone>) -> Self {
        Self { at_place: zone.is_some(), ..self.thing(zone) }
    }

    /// The zone whose time is shown, or comes first.
    pub fn shown(&self) -> &Zone {
        let known = if self.at_place { None } else { self.reader.as_ref() };
        known.or(self.thing.as_ref()).unwrap_or(&self.default)
    }

    /// The zone that a form about the thing starts with: the thing's, else the reader's, else the server's default.
    pub fn for_form(&self) -> &Zone {
        self.thing.as_ref().or(self.reader.as_ref()).unwrap_or(&self.default)
    }

    /// Whether the zone of a form is only the server's default, so that a browser may put its own.
    pub fn is_guess(&self) -> bool {
        self.thing.is_none() && self.reader.is_none()
    }

    pub fn reader(&self) -> Option<&Zone> {
        self.reader.as_ref()
    }

    pub(crate) fn is_at_place(&self) -> bool {
        self.at_place
    }

    /// Whether the shown zone is known to be the reader's own.
    pub(crate) fn is_readers(&self) -> bool {
        self.reader.as_ref() == Some(self.shown())
    }

    /// The reader's zone where it is another than the one shown.
    pub(crate) fn beside(&self) -> Option<&Zone> {
        self.reader.as_ref().filter(|reader| *reader != self.shown())
    }
}

impl Settings {
    /// The zone of readers who have none: `default_time_zone`, else UTC.
    pub fn default_zone(&self) -> Zone {
        self.default_time_zone.clone().unwrap_or(Zone::UTC)
    }

    /// The zones of what is rendered once for many readers, such as parts of live pages. Scripts put each reader's own time.
    pub fn zones(&self) -> Zones {
        Zones::new(None, self.default_zone())
    }
}

impl Ctx {
    /// The zone of the signed-in account, once it is known.
    pub fn reader_zone(&self) -> Option<&Zone> {
        self.actor.account.as_ref()?.time_zone.as_ref()
    }

    /// The zones of a page for this reader. [`Zones::thing`] and [`Zones::place`] add those of a thing.
    pub fn zones(&self) -> Zones {
        Zones::new(self.reader_zone().cloned(), self.settings.default_zone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_before_the_reader_and_the_reader_before_anything_else() {
        let zone = |name: &str| Zone::named(name).unwrap();
        let [lisbon, tokyo, lima] = ["Europe/Lisbon", "Asia/Tokyo", "America/Lima"].map(zone);
        let known = Zones::new(Some(tokyo.clone()), lima.clone());
        let unknown = Zones::new(None, lima.clone());
        assert_eq!(known.place(Some(lisbon.clone())).shown(), &lisbon);
        assert_eq!(known.thing(Some(lisbon.clone())).shown(), &tokyo);
        assert_eq!(known.place(None).shown(), &tokyo, "a place without a zone");
        assert_eq!(unknown.thing(Some(lisbon.clone())).shown(), &lisbon);
        assert_eq!(unknown.shown(), &lima);
        assert_eq!(known.thing(Some(lisbon.clone())).for_form(), &lisbon);
        assert_eq!((known.for_form(), unknown.for_form()), (&tokyo, &lima));
        assert!(unknown.is_guess() && !known.is_guess() && !unknown.thing(Some(lisbon)).is_guess());
    }
}
