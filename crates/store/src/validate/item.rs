//! Items and their attributes: names, nesting, sizes, and what the key attributes of tables and indexes take.

use super::{DEPTH, ITEM_BYTES, NAME_BYTES, PK_BYTES, SK_BYTES, invalid, size_of, too_large};
use crate::{Item, KeyAttr, KeyKind, KeyValue, Result, Table, View};

/// A whole item, as a put sends it or as an update leaves it.
pub fn check_item(table: &Table, item: &Item) -> Result<()> {
    for (attr, most) in table.key.attrs().zip([PK_BYTES, SK_BYTES]) {
        match item.get(attr.name) {
            Some(value) => check_key_part(attr, value.into(), most)?,
            None => return invalid(format!("key attribute {} is missing", attr.name)),
        }
    }
    for (name, value) in item {
        check_attribute(table, name, value)?;
    }
    if size_of(item) > ITEM_BYTES { too_large("an item takes at most 400 KB") } else { Ok(()) }
}

/// One attribute, which may be a key attribute of any index.
pub(super) fn check_attribute(table: &Table, name: &str, value: View<'_>) -> Result<()> {
    check_name(name)?;
    check_value(value, 0)?;
    for index in table.indexes {
        for (attr, most) in index.key.attrs().zip([PK_BYTES, SK_BYTES]) {
            if attr.name == name {
                check_key_part(attr, value.into(), most)?;
            }
        }
    }
    Ok(())
}

pub(super) fn check_pk(attr: KeyAttr, value: &KeyValue) -> Result<()> {
    check_key_part(attr, value.into(), PK_BYTES)
}

pub(super) fn check_sk(attr: KeyAttr, value: &KeyValue) -> Result<()> {
    check_key_part(attr, value.into(), SK_BYTES)
}

pub(super) fn check_name(name: &str) -> Result<()> {
    match name.len() {
        0 => invalid("an attribute name cannot be empty"),
        1..=NAME_BYTES => Ok(()),
        _ => too_large("an attribute name takes at most 64 KB"),
    }
}

/// A value's nesting and the names within it. `depth` is how many lists and maps are around it.
pub(super) fn check_value(value: View<'_>, depth: usize) -> Result<()> {
    if matches!(value, View::L(_) | View::M(_)) && depth == DEPTH {
        return invalid(format!("lists and maps nest at most {DEPTH} deep"));
    }
    match value {
        View::L(list) => list.iter().try_for_each(|value| check_value(value, depth + 1)),
        View::M(map) => map.iter().try_for_each(|(name, value)| {
            check_name(name)?;
            check_value(value, depth + 1)
        }),
        _ => Ok(()),
    }
}

/// What a key attribute holds, as far as a key can hold it.
enum Part<'v> {
    S(&'v str),
    N,
    Other,
}

impl<'v> From<View<'v>> for Part<'v> {
    fn from(value: View<'v>) -> Self {
        match value {
            View::S(text) => Self::S(text),
            View::N(_) => Self::N,
            _ => Self::Other,
        }
    }
}

impl<'v> From<&'v KeyValue> for Part<'v> {
    fn from(value: &'v KeyValue) -> Self {
        match value {
            KeyValue::S(text) => Self::S(text),
            KeyValue::N(_) => Self::N,
        }
    }
}

fn check_key_part(attr: KeyAttr, part: Part<'_>, most: usize) -> Result<()> {
    match (attr.kind, part) {
        (KeyKind::S, Part::S("")) => invalid(format!("key attribute {} cannot be empty", attr.name)),
        (KeyKind::S, Part::S(text)) if text.len() > most => {
            too_large(format!("key attribute {} takes at most {most} bytes", attr.name))
        }
        (KeyKind::S, Part::S(_)) | (KeyKind::N, Part::N) => Ok(()),
        _ => invalid(format!("key attribute {} has the wrong type", attr.name)),
    }
}
