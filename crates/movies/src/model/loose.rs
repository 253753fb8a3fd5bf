//! Attributes of rows that other programs wrote. One that cannot be read as intended counts as absent, so that it does not make its row
//! unreadable. It stays stored as it is, because an edit writes only what differs.

use kernel::Moment;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};
use std::fmt;

/// Any stored value.
struct Anything(Value);

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnythingVisitor).map(Self)
    }
}

struct AnythingVisitor;

impl<'de> Visitor<'de> for AnythingVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Anything(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Map::new();
        while let Some((name, Anything(value))) = map.next_entry::<String, _>()? {
            entries.insert(name, value);
        }
        Ok(Value::Object(entries))
    }
}

/// Reads a value; the default where it is of another kind.
pub fn value<'de, T: DeserializeOwned + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Reads a value that may be absent.
pub fn optional<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

/// Reads a list without the elements that cannot be read.
pub fn list<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(optional_list(deserializer)?.unwrap_or_default())
}

/// Reads a list that may be absent, without the elements that cannot be read.
pub fn optional_list<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    let Value::Array(items) = value else { return Ok(None) };
    Ok(Some(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect()))
}

/// Reads text. Numbers and the like are text as well: where the text limits what may be seen, it must not count as absent.
pub fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    Ok(as_text(value))
}

/// Reads a list of texts.
pub fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    let Value::Array(items) = value else { return Ok(Vec::new()) };
    Ok(items.into_iter().filter_map(as_text).collect())
}

fn as_text(value: Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

/// Reads a time. One without an offset is in UTC.
pub fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Moment>, D::Error> {
    let Anything(value) = Anything::deserialize(deserializer)?;
    let Value::String(text) = value else { return Ok(None) };
    let in_utc = || text.parse::<jiff::civil::DateTime>().ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok();
    Ok(text.parse().ok().or_else(|| Some(in_utc()?.timestamp().into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Row {
        #[serde(default, deserialize_with = "value")]
        flag: bool,
        #[serde(default, deserialize_with = "optional")]
        year: Option<i32>,
        #[serde(default, deserialize_with = "list")]
        films: Vec<i64>,
        #[serde(default, deserialize_with = "text")]
        rating: Option<String>,
        #[serde(default, deserialize_with = "texts")]
        genres: Vec<String>,
        #[serde(default, deserialize_with = "moment")]
        at: Option<Moment>,
    }

    fn read(row: Value) -> Row {
        store::from_item(store::to_item(&row).unwrap()).unwrap()
    }

    #[test]
    fn an_attribute_of_another_kind_counts_as_absent_and_the_rest_of_the_row_is_read() {
        let none = Row { flag: false, year: None, films: vec![], rating: None, genres: vec![], at: None };
        assert_eq!(read(json!({})), none);
        let other = json!({ "flag": "yes", "year": [1], "films": { "a": 1 }, "genres": 7, "at": "soon" });
        assert_eq!(read(other), none);
        let some = json!({ "flag": true, "year": 1999, "films": [1, "x", 2], "rating": 12, "genres": ["35", 16, null], "at": "2026-10-17T18:30:00" });
        let at = "2026-10-17T18:30:00Z".parse().ok();
        let (rating, genres) = (Some("12".to_owned()), vec!["35".to_owned(), "16".to_owned()]);
        assert_eq!(read(some), Row { flag: true, year: Some(1999), films: vec![1, 2], rating, genres, at });
    }
}
