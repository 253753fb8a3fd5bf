//! Entities to items and back, by serde.

use crate::{Item, Key, Result, StoreError, Table, Write};
use serde::{Serialize, de::DeserializeOwned};

pub fn to_item<T: Serialize>(_entity: &T) -> Result<Item> {
    Err(StoreError::Invalid(String::new()))
}
pub fn from_item<T: DeserializeOwned>(_item: Item) -> Result<T> {
    Err(StoreError::Invalid(String::new()))
}
pub fn put<T: Serialize>(table: &'static Table, key: Key, entity: &T) -> Result<Write> {
    Ok(Write::put(table, to_item(entity)?.with_key(table, key)))
}
