//! Queries and scans, and the positions they go on from.

use super::{check_key, invalid, item::check_pk, item::check_sk};
use crate::{Comparison, Key, KeyAttr, KeyValue, Position, Query, Result, Scan, SortRange, StoreError};

pub fn check_query(query: &Query) -> Result<()> {
    let schema = query.schema()?;
    if query.index.is_some() && query.consistent {
        return invalid("an index cannot be read consistently");
    }
    check_pk(schema.pk, &query.pk)?;
    if let Some(range) = &query.range {
        let attr = schema.sk.ok_or_else(|| {
            StoreError::Invalid(format!("{} has no sort key to choose by", query.table.name))
        })?;
        check_range(attr, range)?;
    }
    check_limit(query.limit)?;
    query.after.as_ref().map_or(Ok(()), |position| check_position(query, position))
}

pub fn check_scan(scan: &Scan) -> Result<()> {
    check_limit(scan.limit)?;
    let Some(Position(attributes)) = &scan.after else { return Ok(()) };
    check_key(scan.table, &Key::of(attributes, &scan.table.key)?)?;
    if attributes.len() == scan.table.key.attrs().count() { Ok(()) } else { wrong_position() }
}

fn check_range(attr: KeyAttr, range: &SortRange) -> Result<()> {
    match range {
        SortRange::BeginsWith(KeyValue::N(_)) => invalid("a number does not begin with anything"),
        SortRange::Compare(Comparison::NotEqual, _) => invalid("sort keys cannot be chosen by being unequal"),
        SortRange::BeginsWith(value) | SortRange::Compare(_, value) => check_sk(attr, value),
        SortRange::Between(low, high) => {
            check_sk(attr, low)?;
            check_sk(attr, high)?;
            if low <= high { Ok(()) } else { invalid("the lower bound of a range is above the upper") }
        }
    }
}

fn check_limit(limit: Option<u32>) -> Result<()> {
    if limit == Some(0) { invalid("a page has at least one row") } else { Ok(()) }
}

/// A position is one that this very query could have answered: it names a row of the partition, within the range.
fn check_position(query: &Query, Position(attributes): &Position) -> Result<()> {
    let schema = query.schema()?;
    check_key(query.table, &Key::of(attributes, &query.table.key)?)?;
    let place = Key::of(attributes, schema)?;
    if attributes.len() != query.position_attrs().len() {
        return wrong_position();
    }
    let in_range = match (&query.range, &place.sk) {
        (Some(range), Some(sk)) => range.contains(sk),
        _ => true,
    };
    if place.pk == query.pk && in_range { Ok(()) } else { wrong_position() }
}

fn wrong_position<T>() -> Result<T> {
    invalid("the position belongs to another query")
}
