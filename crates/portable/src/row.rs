//! Single rows as lines, each with its table: what was removed by name, and what is put back.

use crate::{
    error::{Error, LeftOut, Result},
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

    /// Returns the row of a line, or `None` for a line that holds none. A row that cannot be read is an error; later ones may be read.
    pub fn line(&mut self, text: &str) -> std::result::Result<Option<(&'static Table, Item)>, LeftOut> {
        self.lines += 1;
        let left_out = |table: Option<&'static Table>, why| LeftOut {
            line: self.lines,
            table: table.map(|table| table.name),
            why,
        };
        let line: Line =
            serde_json::from_str(text).map_err(|error| left_out(self.table, error.to_string()))?;
        if let Some(name) = line.table {
            self.table = self.tables.iter().find(|table| table.name == name).copied();
            if self.table.is_none() {
                return Err(left_out(None, format!("there is no table {name}")));
            }
        }
        let Some(attributes) = line.item else { return Ok(None) };
        let table = self.table.ok_or_else(|| left_out(None, "no table is named".to_owned()))?;
        let item = item(attributes).map_err(|why| left_out(Some(table), why))?;
        Ok(Some((table, item)))
    }

    /// The number of the line that was read last.
    pub fn at(&self) -> u64 {
        self.lines
    }
}
