//! Times as they are stored and sent: RFC 3339 in UTC, always with milliseconds, so that equal times are equal text.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, ops::Deref, str::FromStr};
use utoipa::ToSchema;

/// A point in time, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, ToSchema)]
#[schema(value_type = String, format = DateTime)]
pub struct Moment(Timestamp);

impl Moment {
    /// This much later; the end of time where that lies beyond it.
    pub fn plus(self, by: SignedDuration) -> Self {
        self.0.checked_add(by).unwrap_or(Timestamp::MAX).into()
    }

    /// So many times 24 hours later.
    pub fn plus_days(self, days: u32) -> Self {
        self.plus(SignedDuration::from_hours(24 * i64::from(days)))
    }
}

impl From<Timestamp> for Moment {
    fn from(time: Timestamp) -> Self {
        Self(Timestamp::from_millisecond(time.as_millisecond()).unwrap_or(time))
    }
}

impl Deref for Moment {
    type Target = Timestamp;

    fn deref(&self) -> &Timestamp {
        &self.0
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl FromStr for Moment {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        text.parse::<Timestamp>().map(Self::from)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Moment;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time such as 2026-10-17T18:30:00Z")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Moment, E> {
                text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_in_utc_with_milliseconds_and_reads_back() {
        let moment: Moment = "2026-10-17T20:30:00+02:00".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-10-17T18:30:00.000Z");
        assert_eq!(moment.to_string().parse::<Moment>().unwrap(), moment);
    }

    #[test]
    fn what_is_finer_than_a_millisecond_is_cut() {
        let moment: Moment = "2026-10-17T18:30:00.123987Z".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-10-17T18:30:00.123Z");
    }
}
