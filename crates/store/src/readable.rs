//! Rows that other programs wrote (rule 15 of the data model): one that cannot be read is left out of what is shown, and counted. The
//! rows beside it are shown. `roundtable doctor` names its table, its key and the reason.

use crate::{Item, Table, from_item};
use serde::de::DeserializeOwned;
use std::borrow::Borrow;

/// The entities that these rows of `table` hold, less those that cannot be read.
pub fn readable<T: DeserializeOwned>(table: &Table, rows: impl IntoIterator<Item = Item>) -> Vec<T> {
    rows.into_iter().filter_map(|row| readable_row(table, row)).collect()
}

/// The entity that a row of `table` holds, if it can be read.
pub fn readable_row<T: DeserializeOwned>(table: &Table, row: impl Borrow<Item>) -> Option<T> {
    let read = from_item(row);
    if read.is_err() {
        left_out(table);
    }
    read.ok()
}

/// Counts a row of `table` that was left out.
pub fn left_out(table: &Table) {
    metrics::counter!("roundtable_rows_left_out_total", "table" => table.name).increment(1);
}
