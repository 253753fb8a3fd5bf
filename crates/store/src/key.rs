//! The key of one item.

use crate::{Item, KeyAttr, KeyKind, KeySchema, Number, Result, StoreError, Text, View};
use std::fmt;

/// A key attribute's value: a string or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyValue {
    S(Text),
    N(Number),
}

impl From<&str> for KeyValue {
    fn from(text: &str) -> Self {
        Self::S(text.into())
    }
}

impl From<String> for KeyValue {
    fn from(text: String) -> Self {
        Self::S(text.into())
    }
}

macro_rules! from_whole {
    ($($type:ty),*) => {
        $(impl From<$type> for KeyValue {
            fn from(number: $type) -> Self {
                Self::N(number.into())
            }
        })*
    };
}

from_whole!(i32, i64, u32, u64);

impl From<Number> for KeyValue {
    fn from(number: Number) -> Self {
        Self::N(number)
    }
}

impl KeyValue {
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::S(_) => KeyKind::S,
            Self::N(_) => KeyKind::N,
        }
    }

    /// The key value that `item` holds in `attr`: `None` where the attribute is absent, an error where its type is wrong.
    pub fn of(item: &Item, attr: KeyAttr) -> Result<Option<Self>> {
        match (item.get(attr.name), attr.kind) {
            (None, _) => Ok(None),
            (Some(View::S(text)), KeyKind::S) => Ok(Some(Self::S(text.into()))),
            (Some(View::N(number)), KeyKind::N) => Ok(Some(Self::N(number))),
            (Some(_), _) => {
                Err(StoreError::Invalid(format!("key attribute {} has the wrong type", attr.name)))
            }
        }
    }
}

/// As an operator writes it.
impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::S(text) => f.write_str(text),
            Self::N(number) => number.fmt(f),
        }
    }
}

/// The primary key of an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    pub pk: KeyValue,
    pub sk: Option<KeyValue>,
}

/// Its parts with a space between them.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pk.fmt(f)?;
        self.sk.as_ref().map_or(Ok(()), |sk| write!(f, " {sk}"))
    }
}

impl Key {
    pub fn new(pk: impl Into<KeyValue>, sk: impl Into<KeyValue>) -> Self {
        Self { pk: pk.into(), sk: Some(sk.into()) }
    }

    /// A key in a table that has no sort key.
    pub fn only(pk: impl Into<KeyValue>) -> Self {
        Self { pk: pk.into(), sk: None }
    }

    /// The sort key, where it is text.
    pub fn sort_text(&self) -> Option<&str> {
        match &self.sk {
            Some(KeyValue::S(text)) => Some(text),
            _ => None,
        }
    }

    /// The key that `schema` reads from `item`; an error where an attribute is absent or of the wrong type.
    pub fn of(item: &Item, schema: &KeySchema) -> Result<Self> {
        let need = |attr: KeyAttr| {
            KeyValue::of(item, attr)?
                .ok_or_else(|| StoreError::Invalid(format!("key attribute {} is missing", attr.name)))
        };
        Ok(Self { pk: need(schema.pk)?, sk: schema.sk.map(need).transpose()? })
    }
}
