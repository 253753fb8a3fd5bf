//! Time zones by their IANA names.

use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IgnoredAny};
use std::{fmt, ops::Deref, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// A time zone that exists, such as `Europe/Lisbon`. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone(TimeZone);

/// There is no zone of that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("There is no such time zone. Choose one such as Europe/Lisbon.")]
pub struct BadZone;

impl Zone {
    pub const UTC: Self = Self(TimeZone::UTC);

    /// Returns `None` if there is no zone of that name. Letter case is ignored.
    pub fn named(name: &str) -> Option<Self> {
        let zone = TimeZone::get(name.trim()).ok()?;
        zone.iana_name().filter(|name| *name != "Etc/Unknown")?;
        Some(Self(zone))
    }

    /// The IANA name, spelt as in the database.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }
}

impl Deref for Zone {
    type Target = TimeZone;

    fn deref(&self) -> &TimeZone {
        &self.0
    }
}

impl FromStr for Zone {
    type Err = BadZone;

    fn from_str(name: &str) -> Result<Self, BadZone> {
        Self::named(name).ok_or(BadZone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// Reads a stored zone; a value that is not one reads as none. For `#[serde(default, deserialize_with = "kernel::zone::if_readable")]`
/// on rows that other programs write.
pub fn if_readable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Zone>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Text(String),
        Other(IgnoredAny),
    }
    Ok(match Stored::deserialize(deserializer)? {
        Stored::Text(name) => Zone::named(&name),
        Stored::Other(_) => None,
    })
}

impl PartialSchema for Zone {
    fn schema() -> RefOr<Schema> {
        let zone = ObjectBuilder::new().schema_type(Type::String);
        zone.description(Some("An IANA name.")).examples(["Europe/Lisbon"]).into()
    }
}

impl ToSchema for Zone {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_spelt_as_in_the_database_whatever_was_typed() {
        assert_eq!(" europe/lisbon ".parse::<Zone>().unwrap().name(), "Europe/Lisbon");
        assert_eq!(Zone::named("utc"), Some(Zone::UTC));
        assert_eq!(Zone::UTC.name(), "UTC");
        for wrong in ["", "Mars/Olympus", "Etc/Unknown", "+02:00", "CET-1CEST"] {
            assert_eq!(wrong.parse::<Zone>(), Err(BadZone), "{wrong}");
        }
    }

    #[test]
    fn stored_values_that_are_no_zone_read_as_none() {
        #[derive(Deserialize)]
        struct Row {
            #[serde(default, deserialize_with = "if_readable")]
            zone: Option<Zone>,
        }
        let read = |json: &str| serde_json::from_str::<Row>(json).unwrap().zone;
        assert_eq!(read(r#"{"zone": "Asia/Tokyo"}"#), Zone::named("Asia/Tokyo"));
        for none in [
            "{}",
            r#"{"zone": null}"#,
            r#"{"zone": 7}"#,
            r#"{"zone": ["Asia/Tokyo"]}"#,
            r#"{"zone": "soon"}"#,
        ] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
