//! Tables and indexes, declared once by their owner as constants that read like the design document's table.

use crate::{Item, Number, View};
use jiff::Timestamp;

/// Whether a key attribute is a string or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    S,
    N,
}

/// A key attribute: its name and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyAttr {
    pub name: &'static str,
    pub kind: KeyKind,
}

/// A string key attribute.
pub const fn s(name: &'static str) -> KeyAttr {
    KeyAttr { name, kind: KeyKind::S }
}

/// A number key attribute.
pub const fn n(name: &'static str) -> KeyAttr {
    KeyAttr { name, kind: KeyKind::N }
}

/// A partition key, and a sort key where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySchema {
    pub pk: KeyAttr,
    pub sk: Option<KeyAttr>,
}

impl KeySchema {
    pub const fn simple(pk: KeyAttr) -> Self {
        Self { pk, sk: None }
    }

    pub const fn composite(pk: KeyAttr, sk: KeyAttr) -> Self {
        Self { pk, sk: Some(sk) }
    }

    pub fn attrs(&self) -> impl Iterator<Item = KeyAttr> {
        std::iter::once(self.pk).chain(self.sk)
    }
}

/// A global secondary index. It projects every attribute, and holds only items that have all of its key attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub name: &'static str,
    pub key: KeySchema,
}

/// A table as its design document draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    pub key: KeySchema,
    pub indexes: &'static [Index],
    /// The attribute (Unix seconds) after which an item is gone.
    pub ttl: Option<&'static str>,
}

impl Table {
    pub const fn new(name: &'static str, key: KeySchema) -> Self {
        Self { name, key, indexes: &[], ttl: None }
    }

    pub const fn with_indexes(self, indexes: &'static [Index]) -> Self {
        Self { indexes, ..self }
    }

    pub const fn with_ttl(self, attribute: &'static str) -> Self {
        Self { ttl: Some(attribute), ..self }
    }

    pub fn index(&self, name: &str) -> Option<&'static Index> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// Whether `item` is past its time, so that no read shows it. A time that is not a number never passes.
    pub fn has_expired(&self, item: &Item, now: Timestamp) -> bool {
        match self.ttl.and_then(|attribute| item.get(attribute)) {
            Some(View::N(until)) => match until.as_i64() {
                Some(until) => until <= now.as_second(),
                None => until <= Number::from(now.as_second()),
            },
            _ => false,
        }
    }
}
