//! How many bytes DynamoDB counts for an item: the bytes of the names and of the values.

use crate::{
    Change, Item, Key, KeyValue, Number, Op, Table, View, Write,
    view::{List, Map},
};

/// An item's size by DynamoDB's rule.
pub fn size_of(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + size_of_value(value)).sum()
}

/// A value's size by DynamoDB's rule: a list or map costs three bytes and one for each of its elements.
#[expect(
    clippy::inline_always,
    reason = "measured: a view is large to hand over, and is taken apart at once"
)]
#[inline(always)]
pub fn size_of_value(value: View<'_>) -> usize {
    match value {
        View::S(text) => text.len(),
        View::N(number) => size_of_number(&number),
        View::B(bytes) => bytes.len(),
        View::Bool(_) | View::Null => 1,
        View::L(list) => 3 + size_of_elements(list),
        View::M(map) => 3 + size_of_entries(map),
    }
}

fn size_of_elements(list: List<'_>) -> usize {
    list.iter().map(|value| 1 + size_of_value(value)).sum()
}

fn size_of_entries(map: Map<'_>) -> usize {
    map.iter().map(|(name, value)| 1 + name.len() + size_of_value(value)).sum()
}

/// One byte for two digits, one for the exponent, one for the sign of a negative number.
fn size_of_number(number: &Number) -> usize {
    let (coefficient, _) = number.parts();
    let digits = coefficient.unsigned_abs().checked_ilog10().map_or(1, |log| log as usize + 1);
    digits.div_ceil(2) + 1 + usize::from(coefficient < 0)
}

fn size_of_key(table: &Table, key: &Key) -> usize {
    let value = |key: &KeyValue| match key {
        KeyValue::S(text) => text.len(),
        KeyValue::N(number) => size_of_number(number),
    };
    let sort = table.key.sk.zip(key.sk.as_ref()).map_or(0, |(attr, sk)| attr.name.len() + value(sk));
    table.key.pk.name.len() + value(&key.pk) + sort
}

pub(super) fn size_of_update(table: &Table, key: &Key, changes: &[Change]) -> usize {
    let change = |change: &Change| match change {
        Change::Set(name, value) => name.len() + size_of_value(value.into()),
        Change::Add(name, amount) => name.len() + size_of_number(amount),
        Change::Remove(_) => 0,
    };
    size_of_key(table, key) + changes.iter().map(change).sum::<usize>()
}

pub(super) fn size_of_write(write: &Write) -> usize {
    match &write.op {
        Op::Put(item) => size_of(item),
        Op::Update(key, changes) => size_of_update(write.table, key, changes),
        Op::Delete(key) | Op::Check(key) => size_of_key(write.table, key),
    }
}
