//! Reading many items: one partition of a table or index in sort-key order, or a whole table for export.

use crate::{Comparison, Item, KeySchema, KeyValue, Result, StoreError, Table};

/// Which sort keys a query returns.
#[derive(Debug, Clone, PartialEq)]
pub enum SortRange {
    BeginsWith(KeyValue),
    Between(KeyValue, KeyValue),
    /// `NotEqual` is refused, as DynamoDB refuses it.
    Compare(Comparison, KeyValue),
}

impl SortRange {
    /// Whether a sort key lies in the range. Strings compare by their bytes; a string and a number never match.
    pub fn contains(&self, sk: &KeyValue) -> bool {
        match self {
            Self::BeginsWith(KeyValue::S(prefix)) => {
                matches!(sk, KeyValue::S(text) if text.starts_with(prefix.as_str()))
            }
            Self::BeginsWith(KeyValue::N(_)) => false,
            Self::Between(low, high) => sk.kind() == low.kind() && low <= sk && sk <= high,
            Self::Compare(comparison, bound) => sk.kind() == bound.kind() && comparison.holds(sk.cmp(bound)),
        }
    }
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
        Self {
            table,
            index: None,
            pk: pk.into(),
            range: None,
            reverse: false,
            limit: None,
            after: None,
            consistent: true,
        }
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

    /// The key that orders this query: the table's, or that of the index.
    pub fn schema(&self) -> Result<&'static KeySchema> {
        match self.index {
            None => Ok(&self.table.key),
            Some(name) => self
                .table
                .index(name)
                .map(|index| &index.key)
                .ok_or_else(|| StoreError::Invalid(format!("{} has no index {name}", self.table.name))),
        }
    }

    /// The attributes that a [`Position`] of this query holds: the table's key, and that of the index.
    pub fn position_attrs(&self) -> Vec<&'static str> {
        let index = self.index.and_then(|name| self.table.index(name));
        let mut names: Vec<_> = self.table.key.attrs().map(|attr| attr.name).collect();
        for attr in index.into_iter().flat_map(|index| index.key.attrs()) {
            if !names.contains(&attr.name) {
                names.push(attr.name);
            }
        }
        names
    }

    /// The position just after `row`.
    pub fn position_of(&self, row: &Item) -> Position {
        let attributes = self.position_attrs().into_iter();
        Position(attributes.filter_map(|name| Some((name.into(), row.get(name)?.to_value()))).collect())
    }
}

/// A whole table in no order that means anything: for export, copying and checking, and for what is read once and then followed.
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
