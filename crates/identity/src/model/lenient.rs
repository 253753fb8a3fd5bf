//! Attributes of rows that other programs write. One of a type that we do not expect counts as absent, so that the rest of the row is
//! read. It stays stored: an update sets what changed. Attributes that decide whether an account can be entered at all are not read
//! like this: a row without a readable one of them opens nothing.

use serde::{Deserialize, Deserializer, de::IgnoredAny};

#[derive(Deserialize)]
#[serde(untagged)]
enum Attribute<T> {
    Readable(T),
    Unreadable(IgnoredAny),
}

/// Returns the value, `None` for one that is no `T`.
pub fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(match Attribute::deserialize(deserializer)? {
        Attribute::Readable(value) => Some(value),
        Attribute::Unreadable(IgnoredAny) => None,
    })
}

/// Returns the value, the default for one that is no `T`.
pub fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(optional(deserializer)?.unwrap_or_default())
}

/// Returns what can be read of a list, nothing for what is no list.
pub fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let elements: Vec<Attribute<T>> = or_default(deserializer)?;
    let readable = elements.into_iter().filter_map(|element| match element {
        Attribute::Readable(value) => Some(value),
        Attribute::Unreadable(IgnoredAny) => None,
    });
    Ok(readable.collect())
}
