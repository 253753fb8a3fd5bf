//! Items and their attributes: names, nesting, sizes, and what the key attributes of tables and indexes take.

use super::{DEPTH, ITEM_BYTES, NAME_BYTES, PK_BYTES, SK_BYTES, check_key, invalid, size_of, too_large};
use crate::{Item, Key, KeyAttr, KeyKind, KeyValue, Result, Table, Value};

/// A whole item, as a put sends it or as an update leaves it.
pub fn check_item(table: &Table, item: &Item) -> Result<()> {
    check_key(table, &Key::of(item, &table.key)?)?;
    for (name, value) in item.iter() {
        check_attribute(table, name, value)?;
    }
    if size_of(item) > ITEM_BYTES { too_large("an item takes at most 400 KB") } else { Ok(()) }
}

/// One attribute, which may be a key attribute of any index.
pub(super) fn check_attribute(table: &Table, name: &str, value: &Value) -> Result<()> {
    check_name(name)?;
    check_value(value, 0)?;
    for index in table.indexes {
        if index.key.pk.name == name {
            check_pk(index.key.pk, &key_value(index.key.pk, value)?)?;
        }
        if let Some(sk) = index.key.sk.filter(|sk| sk.name == name) {
            check_sk(sk, &key_value(sk, value)?)?;
        }
    }
    Ok(())
}

pub(super) fn check_pk(attr: KeyAttr, value: &KeyValue) -> Result<()> {
    check_key_value(attr, value, PK_BYTES)
}

pub(super) fn check_sk(attr: KeyAttr, value: &KeyValue) -> Result<()> {
    check_key_value(attr, value, SK_BYTES)
}

pub(super) fn check_name(name: &str) -> Result<()> {
    match name.len() {
        0 => invalid("an attribute name cannot be empty"),
        1..=NAME_BYTES => Ok(()),
        _ => too_large("an attribute name takes at most 64 KB"),
    }
}

/// A value's nesting and the names within it. `depth` is how many lists and maps are around it.
pub(super) fn check_value(value: &Value, depth: usize) -> Result<()> {
    if matches!(value, Value::L(_) | Value::M(_)) && depth == DEPTH {
        return invalid(format!("lists and maps nest at most {DEPTH} deep"));
    }
    match value {
        Value::L(list) => list.iter().try_for_each(|value| check_value(value, depth + 1)),
        Value::M(map) => map.iter().try_for_each(|(name, value)| {
            check_name(name)?;
            check_value(value, depth + 1)
        }),
        _ => Ok(()),
    }
}

fn key_value(attr: KeyAttr, value: &Value) -> Result<KeyValue> {
    match (value, attr.kind) {
        (Value::S(text), KeyKind::S) => Ok(KeyValue::S(text.clone())),
        (Value::N(number), KeyKind::N) => Ok(KeyValue::N(*number)),
        _ => wrong_type(attr),
    }
}

fn check_key_value(attr: KeyAttr, value: &KeyValue, most: usize) -> Result<()> {
    if value.kind() != attr.kind {
        return wrong_type(attr);
    }
    match value {
        KeyValue::S(text) if text.is_empty() => {
            invalid(format!("key attribute {} cannot be empty", attr.name))
        }
        KeyValue::S(text) if text.len() > most => {
            too_large(format!("key attribute {} takes at most {most} bytes", attr.name))
        }
        _ => Ok(()),
    }
}

fn wrong_type<T>(attr: KeyAttr) -> Result<T> {
    invalid(format!("key attribute {} has the wrong type", attr.name))
}
