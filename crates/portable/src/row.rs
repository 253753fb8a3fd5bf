//! Single rows as lines, each with its table: what was removed by name, and what is put back.

use crate::{
    error::{Error, Result},
    value::{Attributes, attributes, item},
};
use serde::{Deserialize, Serialize};
use store::{Item, Table};

/// A line. In a file of rows each has both; in an export a line that begins a table is followed by those of its items.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<Attributes>,
}

/// A row as a line.
pub fn write_row(table: &Table, row: &Item) -> Result<String> {
    let line = Line { table: Some(table.name.to_owned()), item: Some(attributes(row)) };
    serde_json::to_string(&line).map_err(|error| Error::Elsewhere(format!("{error}.")))
}

/// Reads rows line by line: of a file of rows, or of an export, whole or in part.
pub struct Rows {
    tables: Vec<&'static Table>,
    table: Option<&'static Table>,
    lines: u64,
}

impl Rows {
    pub fn new(tables: &[&'static Table]) -> Self {
        Self { tables: tables.to_vec(), table: None, lines: 0 }
    }

    /// The row of a line; nothing for a line that holds none.
    pub fn line(&mut self, text: &str) -> Result<Option<(&'static Table, Item)>> {
        self.lines += 1;
        let damaged = |why: String| Error::Damaged { line: self.lines, why };
        let line: Line = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
        if let Some(name) = line.table {
            let known = self.tables.iter().find(|table| table.name == name);
            self.table = Some(known.ok_or(Error::UnknownTable(name))?);
        }
        let Some(attributes) = line.item else { return Ok(None) };
        let table = self.table.ok_or_else(|| damaged("no table is named".to_owned()))?;
        Ok(Some((table, item(attributes).map_err(damaged)?)))
    }
}
