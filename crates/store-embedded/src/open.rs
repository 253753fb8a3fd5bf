//! Opening the data file: making a new one whole or not at all, refusing what cannot be read, and building what is missing.

use crate::{
    catalog::{Catalog, META},
    error::{OpenError, caught},
    key,
};
use redb::{Builder, Database, ReadableDatabase, ReadableTable, Table, TableHandle, WriteTransaction};
use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};
use store::packed::unpack;

/// The stored format that this version writes.
///
/// 1: entries of indexes held nothing. 2: they hold their items; the indexes of an older file are built anew when it is opened.
const FORMAT: u32 = 2;
const FORMAT_KEY: &[u8] = b"format";

/// There from the opening of a file to its closing: found at an opening, it says that the last one did not end by closing.
const OPEN_KEY: &[u8] = b"open";

/// The data file at `path`, made if there is none.
pub fn open_file(path: &Path, cache_bytes: usize) -> Result<Database, OpenError> {
    let there = path.try_exists().map_err(|error| OpenError::of_io(path.into(), &error))?;
    if there {
        // An empty file is refused here: it was emptied by something, and whoever runs it should know.
        let open = || Ok(builder(cache_bytes).open(path)?);
        caught(open).map_err(|error| OpenError::of(path.into(), error))
    } else {
        create_file(path, cache_bytes)
    }
}

/// Makes the file under another name and moves it into place, so that a crash meanwhile leaves no half-made one. The lock that
/// redb holds on it keeps two processes from doing so at once.
fn create_file(path: &Path, cache_bytes: usize) -> Result<Database, OpenError> {
    let failed = |error: io::Error| OpenError::of_io(path.into(), &error);
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    let make = || {
        let file = private_file(&fresh)?;
        builder(cache_bytes).create_file(file).map_err(redb::Error::from)
    };
    let database = match make() {
        Err(redb::Error::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            fs::remove_file(&fresh).map_err(failed)?;
            make()
        }
        result => result,
    };
    let database = database.map_err(|error| OpenError::of(path.into(), error))?;
    if path.try_exists().map_err(failed)? {
        drop(database);
        fs::remove_file(&fresh).map_err(failed)?;
        return builder(cache_bytes).open(path).map_err(|error| OpenError::of(path.into(), error));
    }
    fs::rename(&fresh, path).map_err(failed)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(database)
}

/// A file that only its owner reads: it holds everyone's data.
fn private_file(path: &Path) -> Result<File, redb::Error> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(redb::Error::Io)
}

pub fn builder(cache_bytes: usize) -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(cache_bytes);
    builder
}

/// Brings a file to what `catalog` declares: refuses a newer format, adds tables, builds views, drops views declared no more.
pub fn prepare(database: &Database, catalog: &Catalog, path: &Path) -> Result<(), OpenError> {
    let failed = |error: redb::Error| OpenError::of(path.into(), error);
    let there = caught(|| table_names(database)).map_err(failed)?;
    let found = caught(|| format(database, &there)).map_err(failed)?;
    match found {
        Some(found) if found > FORMAT => {
            return Err(OpenError::Newer { path: path.into(), found, known: FORMAT });
        }
        None if !there.is_empty() => {
            return Err(OpenError::Damaged {
                path: path.into(),
                cause: "it holds something else".to_owned(),
            });
        }
        _ => {}
    }
    let missing = catalog.names().any(|name| !there.contains(name));
    let stale: Vec<_> = there.iter().filter(|name| catalog.is_stale(name)).collect();
    if !missing && stale.is_empty() && found == Some(FORMAT) {
        return Ok(());
    }
    if found.is_some() {
        tracing::info!("indexes of the data file are built anew; this is done once");
    }
    let rebuild = || -> Result<(), redb::Error> {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        transaction.open_table(META)?.insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
        for name in stale {
            transaction.delete_table(crate::catalog::Definition::new(name))?;
        }
        add_missing(&transaction, catalog, &there)?;
        transaction.commit()?;
        Ok(())
    };
    caught(rebuild).map_err(failed)
}

/// Marks a file as open. Returns whether it was marked already: whatever had it open was ended by force.
pub fn mark_open(database: &Database) -> Result<bool, redb::Error> {
    mark(database, |meta| Ok(meta.insert(OPEN_KEY, [].as_slice())?.is_some()))
}

pub fn mark_closed(database: &Database) -> Result<bool, redb::Error> {
    mark(database, |meta| Ok(meta.remove(OPEN_KEY)?.is_some()))
}

fn mark(
    database: &Database,
    change: impl FnOnce(&mut Table<&'static [u8], &'static [u8]>) -> Result<bool, redb::Error>,
) -> Result<bool, redb::Error> {
    caught(|| {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let was = change(&mut transaction.open_table(META)?)?;
        transaction.commit()?;
        Ok(was)
    })
}

fn table_names(database: &Database) -> Result<HashSet<String>, redb::Error> {
    Ok(database.begin_read()?.list_tables()?.map(|table| table.name().to_owned()).collect())
}

fn format(database: &Database, there: &HashSet<String>) -> Result<Option<u32>, redb::Error> {
    if !there.contains(META.name()) {
        return Ok(None);
    }
    let held = database.begin_read()?.open_table(META)?.get(FORMAT_KEY)?;
    Ok(held.and_then(|held| held.value().try_into().ok()).map(u32::from_le_bytes))
}

/// Adds the redb tables that are missing. A view of items that are there already is filled from them.
fn add_missing(
    transaction: &WriteTransaction,
    catalog: &Catalog,
    there: &HashSet<String>,
) -> Result<(), redb::Error> {
    for layout in &catalog.layouts {
        let items = transaction.open_table(catalog.definition(layout.slot))?;
        for view in &layout.views {
            let definition = catalog.definition(view.slot);
            if there.contains(definition.name()) {
                continue;
            }
            let mut entries = transaction.open_table(definition)?;
            for row in items.iter()? {
                let (item_key, held) = row?;
                let item = unpack(held.value())
                    .map_err(|_| redb::Error::Corrupted("an item cannot be read".to_owned()))?;
                if let Some(entry) = key::of_entry(&view.key, &item, item_key.value()) {
                    entries.insert(entry.as_slice(), view.cover(held.value()))?;
                }
            }
        }
    }
    Ok(())
}
