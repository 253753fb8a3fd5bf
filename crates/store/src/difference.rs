//! What an edit writes: the attributes in which two versions of one entity differ, and nothing else.
//!
//! Attributes that the entity does not know, and those that others change at the same time, stay as they are.

use crate::{Key, Result, Table, Write, to_item};
use serde::Serialize;

/// The update that turns the item of `before` into that of `after`. A list or map that differs is set whole; an attribute that
/// `after` leaves out is removed; key attributes stay. Where nothing differs it changes nothing, which no engine takes: an
/// entity that is edited counts its version up.
pub fn difference<T: Serialize>(table: &'static Table, key: Key, before: &T, after: &T) -> Result<Write> {
    let (before, after) = (to_item(before)?, to_item(after)?);
    let changeable = |name: &str| table.key.attrs().all(|attr| attr.name != name);
    let removed: Vec<_> =
        before.iter().filter(|(name, _)| changeable(name) && !after.contains(name)).collect();
    let changed = after.iter().filter(|(name, value)| changeable(name) && before.get(name) != Some(*value));
    let update =
        changed.fold(Write::update(table, key), |update, (name, value)| update.set(name, value.to_value()));
    Ok(removed.into_iter().fold(update, |update, (name, _)| update.remove(name)))
}
