//! Stored values of a list that may grow.
//!
//! Other programs write what the documents describe, and a later version of this one may know more values than this version. A value
//! that is not known is kept and shown as its text, and gives no right.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::value::StrDeserializer};
use std::fmt;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// A value of `T`, or the text of a value that is not known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Open<T> {
    Known(T),
    Other(String),
}

impl<T: Copy> Open<T> {
    /// The value, if it is a known one.
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Other(_) => None,
        }
    }
}

impl<T: Default> Default for Open<T> {
    fn default() -> Self {
        Self::Known(T::default())
    }
}

impl<T: PartialEq> Open<T> {
    pub fn is(&self, value: &T) -> bool {
        matches!(self, Self::Known(known) if known == value)
    }
}

impl<T> From<T> for Open<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: fmt::Display> fmt::Display for Open<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl<T: Serialize> Serialize for Open<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(value) => value.serialize(serializer),
            Self::Other(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Open<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = T::deserialize(StrDeserializer::<serde::de::value::Error>::new(&text));
        Ok(known.map_or_else(|_| Self::Other(text.clone()), Self::Known))
    }
}

/// A string: a list of values in a schema would promise that there are no others.
impl<T> PartialSchema for Open<T> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).into()
    }
}

impl<T> ToSchema for Open<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Answer {
        Going,
        NotGoing,
    }

    #[test]
    fn known_values_and_others_are_read_and_written_as_they_were() {
        for (text, known) in
            [("going", Some(Answer::Going)), ("notGoing", Some(Answer::NotGoing)), ("late", None)]
        {
            let json = format!("\"{text}\"");
            let read: Open<Answer> = serde_json::from_str(&json).unwrap();
            assert_eq!(read.known(), known);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        assert!(serde_json::from_str::<Open<Answer>>("7").is_err());
    }
}
