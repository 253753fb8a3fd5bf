//! Entities to items and back, by serde: field names are attribute names, and no tree is built in between.
//!
//! A field that is `None` is an attribute that is not there, so that no NULL ever reaches a key attribute. Inside nested maps and
//! lists, where leaving out would change the meaning, `None` is NULL. Bytes (by `serialize_bytes`) are B. Numbers are exact
//! decimals. Attributes that an entity does not know, such as the table's keys, are passed over.

mod de;
mod key;
mod parts;
mod ser;
#[cfg(test)]
mod tests;

use crate::{Item, Key, Result, StoreError, Table, Write};
use serde::{Serialize, de::DeserializeOwned};
use std::{borrow::Borrow, fmt::Display};

/// The item that holds `entity`: a struct, a map, or an enum that serde writes as one of them.
pub fn to_item<T: Serialize>(entity: &T) -> Result<Item> {
    entity.serialize(ser::ItemSerializer)
}

/// The entity that `item` holds.
pub fn from_item<T: DeserializeOwned>(item: impl Borrow<Item>) -> Result<T> {
    T::deserialize(de::Attributes::of(&item.borrow().packed()))
}

/// A put of `entity` under `key`.
pub fn put<T: Serialize>(table: &'static Table, key: Key, entity: &T) -> Result<Write> {
    Ok(Write::put(table, to_item(entity)?.with_key(table, key)))
}

impl serde::ser::Error for StoreError {
    fn custom<T: Display>(why: T) -> Self {
        Self::Invalid(why.to_string())
    }
}

impl serde::de::Error for StoreError {
    fn custom<T: Display>(why: T) -> Self {
        Self::Invalid(why.to_string())
    }
}

/// Says which attribute an error is about; the names of nested ones line up as a path.
fn about(name: &str, error: StoreError) -> StoreError {
    match error {
        StoreError::Invalid(why) => StoreError::Invalid(format!("{name}: {why}")),
        other => other,
    }
}
