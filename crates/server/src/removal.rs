//! Rows that an operator has removed, each written down first, and rows that are put back.

use crate::{tasks::Lines, transfer::tables};
use jiff::Timestamp;
use portable::LeftOut;
use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
};
use store::{Item, Key, KeyKind, KeyValue, Store, StoreError, Table, Write};

/// A file of the rows removed in one run. It is there from the first row on.
pub struct Removed {
    path: PathBuf,
    file: Option<File>,
    rows: usize,
}

impl Removed {
    /// In this folder, named for this moment.
    pub fn at(folder: PathBuf, now: Timestamp) -> Self {
        let path = folder.join(format!("removed-{}.jsonl", now.strftime("%Y%m%dT%H%M%S%3fZ")));
        Self { path, file: None, rows: 0 }
    }

    /// Writes a row down and removes it; answers whether it was there. What cannot be written down is not removed.
    pub async fn take(
        &mut self,
        store: &dyn Store,
        table: &'static Table,
        key: &Key,
    ) -> Result<bool, String> {
        let place = || format!("{} {key}", table.name);
        let held = store.get(table, key).await.map_err(|error| format!("{} stays: {error}.", place()))?;
        let Some(row) = held else { return Ok(false) };
        self.write(table, &row).map_err(|error| {
            format!("{} cannot be written, so {} stays: {error}.", self.path.display(), place())
        })?;
        let removed = store.write(Write::delete(table, key.clone())).await;
        removed.map_err(|error| format!("{} stays: {error}.", place()))?;
        Ok(true)
    }

    fn write(&mut self, table: &Table, row: &Item) -> Result<(), String> {
        let line = portable::write_row(table, row).map_err(|error| error.to_string())?;
        let file = match &mut self.file {
            Some(file) => file,
            empty => {
                // For its owner alone: it holds what people said. Never through a link that is there already.
                let created = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&self.path);
                empty.insert(created.map_err(|error| error.to_string())?)
            }
        };
        let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_all());
        written.map_err(|error| error.to_string())?;
        self.rows += 1;
        Ok(())
    }

    /// Says where the rows are, if there are any.
    pub async fn tell(&self, lines: &Lines) {
        if self.rows > 0 {
            let (rows, file) = (counted(self.rows), self.path.display());
            let back = format!("roundtable import --into-existing {file}");
            let _ = lines.send(format!("{rows} removed and kept in {file}; put back with: {back}")).await;
        }
    }
}

/// The row that an operator names: a table, a partition key and, where the table has one, a sort key.
pub fn named(words: &[String]) -> Result<(&'static Table, Key), String> {
    let (name, parts) = words.split_first().ok_or("Name a table and a key.")?;
    let table = tables().into_iter().find(|table| table.name == name);
    let table = table.ok_or_else(|| format!("There is no table {name}; roundtable keys lists them."))?;
    let attributes: Vec<_> = table.key.attrs().collect();
    if attributes.len() != parts.len() {
        let wanted = attributes.iter().map(|attribute| attribute.name).collect::<Vec<_>>().join(" and ");
        return Err(format!("A row of {name} is named by {wanted}."));
    }
    let mut values = attributes.iter().zip(parts).map(|(attribute, text)| match attribute.kind {
        KeyKind::S => Ok(KeyValue::from(text.as_str())),
        KeyKind::N => text.parse().map(KeyValue::N).map_err(|_| format!("{} is a number.", attribute.name)),
    });
    let pk = values.next().ok_or("Name a key.")??;
    Ok((table, Key { pk, sk: values.next().transpose()? }))
}

/// Removes the rows that an operator names. All of the names are read before anything is removed.
pub async fn remove(
    store: &dyn Store,
    named: &[(&'static Table, Key)],
    removed: &mut Removed,
    lines: &Lines,
) -> Result<(), String> {
    let mut missing = Vec::new();
    for (table, key) in named {
        if !removed.take(store, table, key).await? {
            missing.push(format!("{} {key}", table.name));
        }
    }
    removed.tell(lines).await;
    if missing.is_empty() { Ok(()) } else { Err(format!("Not there: {}.", missing.join(", "))) }
}

/// Puts rows back where none is. Rows that cannot be read are named, and do not hold up the others.
pub async fn put_back(store: &dyn Store, rows: &[String], lines: &Lines) -> Result<(), String> {
    let mut read = portable::Rows::new(&tables());
    let (mut put, mut there, mut left_out) = (0_usize, 0_usize, 0_usize);
    for text in rows {
        let refused = match read.line(text) {
            Ok(None) => continue,
            Ok(Some((table, row))) => match store.write(Write::put(table, row).if_new()).await {
                Ok(()) => {
                    put += 1;
                    continue;
                }
                Err(error) if error.is_condition_failed() => {
                    there += 1;
                    continue;
                }
                Err(StoreError::Invalid(why) | StoreError::TooLarge(why)) => {
                    LeftOut { line: read.at(), table: Some(table.name), why }
                }
                Err(error) => return Err(format!("{} put back, then: {error}.", counted(put))),
            },
            Err(unreadable) => unreadable,
        };
        left_out += 1;
        let _ = lines.send(format!("  not read: {refused}.")).await;
    }
    let said = format!("{} put back; {there} were there already and stay as they are.", counted(put));
    let _ = lines.send(said).await;
    if left_out == 0 { Ok(()) } else { Err(format!("{} could not be read.", counted(left_out))) }
}

fn counted(rows: usize) -> String {
    let noun = if rows == 1 { "row" } else { "rows" };
    format!("{rows} {noun}")
}
