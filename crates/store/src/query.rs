//! Reading many items: one partition of a table or index in sort-key order, or a whole table for export.

use crate::{Comparison, Item, KeyValue, Table};

/// Which sort keys a query returns.
#[derive(Debug, Clone, PartialEq)]
pub enum SortRange {
    BeginsWith(KeyValue),
    Between(KeyValue, KeyValue),
    /// `NotEqual` is refused, as DynamoDB refuses it.
    Compare(Comparison, KeyValue),
}

/// Where a page ended: the key attributes of its last row. Give it back as [`Query::after`] to go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Position(pub Item);

/// One partition's items in sort-key order. Reads of the table are consistent; reads of an index cannot be.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub table: &'static Table,
    pub index: Option<&'static str>,
    pub pk: KeyValue,
    pub range: Option<SortRange>,
    pub reverse: bool,
    pub limit: Option<u32>,
    pub after: Option<Position>,
    pub consistent: bool,
}

impl Query {
    pub fn table(table: &'static Table, pk: impl Into<KeyValue>) -> Self {
        Self { table, index: None, pk: pk.into(), range: None, reverse: false, limit: None, after: None, consistent: true }
    }

    pub fn index(table: &'static Table, index: &'static str, pk: impl Into<KeyValue>) -> Self {
        Self { index: Some(index), consistent: false, ..Self::table(table, pk) }
    }

    #[must_use]
    pub fn begins_with(mut self, prefix: impl Into<KeyValue>) -> Self {
        self.range = Some(SortRange::BeginsWith(prefix.into()));
        self
    }

    /// Sort keys from `low` to `high`, both included.
    #[must_use]
    pub fn between(mut self, low: impl Into<KeyValue>, high: impl Into<KeyValue>) -> Self {
        self.range = Some(SortRange::Between(low.into(), high.into()));
        self
    }

    #[must_use]
    pub fn compare(mut self, comparison: Comparison, value: impl Into<KeyValue>) -> Self {
        self.range = Some(SortRange::Compare(comparison, value.into()));
        self
    }

    #[must_use]
    pub fn reverse(mut self) -> Self {
        self.reverse = true;
        self
    }

    #[must_use]
    pub fn limit(mut self, rows: u32) -> Self {
        self.limit = Some(rows);
        self
    }

    #[must_use]
    pub fn after(mut self, position: Option<Position>) -> Self {
        self.after = position;
        self
    }
}

/// A whole table in no order that means anything: for export, copying and checking only.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    pub table: &'static Table,
    pub limit: Option<u32>,
    pub after: Option<Position>,
}

/// A page of rows. With `next` set there may be more, even when this page is short or empty: expired items are hidden after
/// they are counted, and a page ends at about 1 MB.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    pub items: Vec<Item>,
    pub next: Option<Position>,
}
