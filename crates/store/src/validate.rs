//! What every engine refuses, with the same words: DynamoDB's limits, judged before any engine is asked.
//!
//! An engine calls the check that belongs to its call first. One limit shows only once an update has been applied to the item
//! that was there: the embedded engine calls [`check_item`] on the result.

mod condition;
mod item;
mod query;
mod size;
#[cfg(test)]
mod tests;

use crate::{Change, Key, Op, Result, StoreError, Table, Token, Transaction, View, Write, port::BATCH};
use condition::check_condition;
use item::{check_attribute, check_name};
use std::collections::HashSet;

pub use item::check_item;
pub use query::{check_query, check_scan};
pub use size::{size_of, size_of_value};

/// The largest partition key, in bytes.
pub const PK_BYTES: usize = 2048;
/// The largest sort key, in bytes.
pub const SK_BYTES: usize = 1024;
/// The largest item, in bytes by [`size_of`].
pub const ITEM_BYTES: usize = 400 * 1024;
/// The most bytes that one transaction writes.
pub const TRANSACTION_BYTES: usize = 4 * 1024 * 1024;
/// The most writes of one transaction.
pub const TRANSACTION_WRITES: usize = 100;
/// The most bytes of items that one page of a query or scan reads.
pub const PAGE_BYTES: usize = 1024 * 1024;
/// The longest attribute name, in bytes.
pub const NAME_BYTES: usize = 65_535;
/// How deep lists and maps nest inside one attribute: 32 levels, of which what the innermost holds is one.
pub const DEPTH: usize = 31;
/// The most changes of one update.
pub const CHANGES: usize = 300;
/// The longest transaction token, in characters.
pub const TOKEN_CHARS: usize = 36;

pub(crate) fn invalid<T>(why: impl Into<String>) -> Result<T> {
    Err(StoreError::Invalid(why.into()))
}

fn too_large<T>(why: impl Into<String>) -> Result<T> {
    Err(StoreError::TooLarge(why.into()))
}

/// A key fits its table: the attributes that the table declares, of their kinds, neither empty nor too long.
pub fn check_key(table: &Table, key: &Key) -> Result<()> {
    item::check_pk(table.key.pk, &key.pk)?;
    match (table.key.sk, &key.sk) {
        (None, None) => Ok(()),
        (Some(attr), Some(sk)) => item::check_sk(attr, sk),
        (Some(attr), None) => invalid(format!("a key of {} needs {}", table.name, attr.name)),
        (None, Some(_)) => invalid(format!("a key of {} has no sort key", table.name)),
    }
}

/// Between one and a hundred keys, none twice.
pub fn check_batch(table: &Table, keys: &[Key]) -> Result<()> {
    if keys.is_empty() {
        return invalid("a batch needs at least one key");
    }
    if keys.len() > BATCH {
        return too_large(format!("a batch takes at most {BATCH} keys"));
    }
    let mut seen = HashSet::with_capacity(keys.len());
    for key in keys {
        check_key(table, key)?;
        if !seen.insert(key) {
            return invalid("a batch names one item twice");
        }
    }
    Ok(())
}

/// A write outside a transaction: what could not be repeated safely is refused here.
pub fn check_write(write: &Write) -> Result<()> {
    match &write.op {
        Op::Check(_) => invalid("a check stands only in a transaction"),
        Op::Update(_, changes) if changes.iter().any(|change| matches!(change, Change::Add(..))) => {
            invalid("adding to a number is allowed only in a transaction")
        }
        _ => check_action(write),
    }
}

/// Between one and a hundred writes, at most 4 MB, no item twice, and a usable token where there is one.
pub fn check_transaction(transaction: &Transaction) -> Result<()> {
    let writes = &transaction.writes;
    if writes.is_empty() {
        return invalid("a transaction needs at least one write");
    }
    if writes.len() > TRANSACTION_WRITES {
        return too_large(format!("a transaction takes at most {TRANSACTION_WRITES} writes"));
    }
    if let Some(token) = &transaction.token {
        check_token(token)?;
    }
    let mut seen = HashSet::with_capacity(writes.len());
    let mut bytes = 0;
    for write in writes {
        check_action(write)?;
        if !seen.insert((write.table.name, write.key()?)) {
            return invalid("a transaction writes one item twice");
        }
        bytes += size::size_of_write(write);
    }
    if bytes > TRANSACTION_BYTES { too_large("a transaction takes at most 4 MB") } else { Ok(()) }
}

fn check_token(token: &Token) -> Result<()> {
    match token.0.chars().count() {
        1..=TOKEN_CHARS => Ok(()),
        _ => invalid(format!("a transaction token has 1 to {TOKEN_CHARS} characters")),
    }
}

fn check_action(write: &Write) -> Result<()> {
    if let Some(condition) = &write.condition {
        check_condition(condition)?;
    }
    match &write.op {
        Op::Put(item) => check_item(write.table, item),
        Op::Update(key, changes) => check_update(write.table, key, changes),
        Op::Check(_) if write.condition.is_none() => invalid("a check needs a condition"),
        Op::Delete(key) | Op::Check(key) => check_key(write.table, key),
    }
}

fn check_update(table: &Table, key: &Key, changes: &[Change]) -> Result<()> {
    check_key(table, key)?;
    if changes.is_empty() {
        return invalid("an update needs at least one change");
    }
    if changes.len() > CHANGES {
        return too_large(format!("an update takes at most {CHANGES} changes"));
    }
    for (at, change) in changes.iter().enumerate() {
        let name = change.attribute();
        if table.key.attrs().any(|attr| attr.name == name) {
            return invalid(format!("{name} is part of the key and cannot change"));
        }
        // Most updates change a handful of attributes: comparing them is faster than a set.
        if changes[..at].iter().any(|earlier| earlier.attribute() == name) {
            return invalid(format!("an update changes {name} twice"));
        }
        match change {
            Change::Set(_, value) => check_attribute(table, name, value.into())?,
            Change::Add(_, amount) => check_attribute(table, name, View::N(*amount))?,
            Change::Remove(_) => check_name(name)?,
        }
    }
    if size::size_of_update(table, key, changes) > ITEM_BYTES {
        return too_large("an item takes at most 400 KB");
    }
    Ok(())
}
