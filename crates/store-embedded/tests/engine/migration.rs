//! Files of older formats: brought to today's when they are opened, whole or not at all.

use crate::{NOTES, disk::Disk, note, options, put};
use kernel::Rng;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableHandle};
use std::{io, path::Path};
use store::{Item, Key, Query, Store, Write};
use store_embedded::{EmbeddedStore, OpenError};

type Bytes<'a> = TableDefinition<'a, &'static [u8], &'static [u8]>;

const NOTES_THERE: u64 = 40;

/// Turns a file of today into one of format 1, in which an entry of an index held nothing.
fn make_old(database: &Database) {
    let reading = database.begin_read().unwrap();
    let names: Vec<String> = reading.list_tables().unwrap().map(|table| table.name().to_owned()).collect();
    let writing = database.begin_write().unwrap();
    for name in &names {
        let Some(rest) = name.strip_prefix("index ") else { continue };
        let older_name = format!("view {rest}");
        let mut older = writing.open_table(Bytes::new(&older_name)).unwrap();
        for row in reading.open_table(Bytes::new(name)).unwrap().iter().unwrap() {
            older.insert(row.unwrap().0.value(), [].as_slice()).unwrap();
        }
        assert!(writing.delete_table(Bytes::new(name)).unwrap());
    }
    let format = 1_u32.to_le_bytes();
    let mut meta = writing.open_table(Bytes::new("meta")).unwrap();
    meta.insert(b"format".as_slice(), format.as_slice()).unwrap();
    drop(meta);
    writing.commit().unwrap();
}

async fn fill(store: &EmbeddedStore) {
    for page in 0..NOTES_THERE {
        put(store, "a", page).await.unwrap();
    }
}

async fn owned(store: &EmbeddedStore) -> Vec<Item> {
    store.query(Query::index(&NOTES, "by_owner", "ana")).await.unwrap().items
}

async fn all_is_there(store: &EmbeddedStore) {
    assert_eq!(store.check().await.unwrap(), [""; 0]);
    assert_eq!(owned(store).await, (0..NOTES_THERE).map(|page| note("a", page)).collect::<Vec<_>>());
}

fn on_disk(disk: &Disk) -> Result<EmbeddedStore, OpenError> {
    let disk = disk.clone();
    EmbeddedStore::with_backend(options("disk"), move || io::Result::Ok(disk.clone()))
}

fn format_of(path: &Path) -> Vec<u8> {
    let database = Database::open(path).unwrap();
    let meta = database.begin_read().unwrap().open_table(Bytes::new("meta")).unwrap();
    meta.get(b"format".as_slice()).unwrap().unwrap().value().to_vec()
}

#[tokio::test]
async fn a_file_of_format_1_opens_with_all_its_items_and_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    fill(&EmbeddedStore::open(options(&path)).unwrap()).await;
    make_old(&Database::open(&path).unwrap());
    for _ in 0..2 {
        let store = EmbeddedStore::open(options(&path)).unwrap();
        all_is_there(&store).await;
        let changed = note("a", 3).with("text", "changed");
        store.write(Write::put(&NOTES, changed.clone())).await.unwrap();
        assert_eq!(owned(&store).await[3], changed);
        store.write(Write::put(&NOTES, note("a", 3))).await.unwrap();
        all_is_there(&store).await;
    }
    assert_eq!(
        format_of(&path),
        2_u32.to_le_bytes(),
        "an older program must refuse what it would not keep up"
    );
}

#[tokio::test]
async fn a_power_failure_at_any_moment_of_the_change_leaves_a_file_that_opens_whole() {
    let disk = Disk::default();
    fill(&on_disk(&disk).unwrap()).await;
    make_old(&redb::Builder::new().create_with_backend(disk.clone()).unwrap());
    let mut interrupted = 0;
    for changes in 1.. {
        let rng = Rng::seeded(changes);
        let copy = disk.after_power_failure(&rng);
        copy.fail_power_after(changes);
        let opened = on_disk(&copy).is_ok();
        let after = copy.after_power_failure(&rng);
        all_is_there(&on_disk(&after).unwrap_or_else(|error| panic!("after {changes}: {error}"))).await;
        if opened {
            break;
        }
        interrupted += 1;
    }
    assert!(interrupted > 5, "the power failed {interrupted} times: the test is too tame");
}

#[tokio::test]
async fn an_entry_that_differs_from_its_item_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    fill(&EmbeddedStore::open(options(&path)).unwrap()).await;
    let database = Database::open(&path).unwrap();
    let writing = database.begin_write().unwrap();
    let name = writing.list_tables().unwrap().find(|table| table.name().starts_with("index notes")).unwrap();
    let mut index = writing.open_table(Bytes::new(name.name())).unwrap();
    let first = index.first().unwrap().unwrap().0.value().to_vec();
    let other = index.last().unwrap().unwrap().1.value().to_vec();
    index.insert(first.as_slice(), other.as_slice()).unwrap();
    drop(index);
    writing.commit().unwrap();
    drop(database);
    let store = EmbeddedStore::open(options(&path)).unwrap();
    assert_eq!(store.check().await.unwrap(), ["by_owner of notes a 0: an entry that differs from its item"]);
    assert_eq!(store.get(&NOTES, &Key::new("a", 0_u64)).await.unwrap(), Some(note("a", 0)));
}
