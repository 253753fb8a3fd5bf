//! The embedded engine from outside: what the port promises, and what happens when disks, files and processes fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests speak by panicking")]

mod batches;
mod conformance;
mod damage;
mod disk;
mod expiry;
mod failures;
mod indexes;
mod kill;
mod migration;
mod model;
mod opening;
mod power;
mod races;
mod random;
mod turns;

use jiff::Timestamp;
use kernel::FakeClock;
use std::{path::Path, sync::Arc};
use store::{Index, Item, Key, KeySchema, Store, StoreError, Table, Write, n, s};
use store_embedded::{EmbeddedStore, Options};

/// A table of notes, found by owner as well.
static NOTES: Table = Table::new("notes", KeySchema::composite(s("book"), n("page")))
    .with_indexes(&[Index { name: "by_owner", key: KeySchema::composite(s("owner"), n("page")) }])
    .with_ttl("until");

fn clock() -> Arc<FakeClock> {
    Arc::new(FakeClock::at(Timestamp::from_second(2_000_000_000).unwrap()))
}

fn options(path: impl AsRef<Path>) -> Options {
    Options::new(path.as_ref(), vec![&NOTES], clock())
}

fn in_memory() -> EmbeddedStore {
    EmbeddedStore::in_memory(vec![&NOTES], clock()).unwrap()
}

fn note(book: &str, page: u64) -> Item {
    Item::new().with("owner", "ana").with("text", "x".repeat(100)).with_key(&NOTES, Key::new(book, page))
}

async fn put(store: &dyn Store, book: &str, page: u64) -> Result<(), StoreError> {
    store.write(Write::put(&NOTES, note(book, page))).await
}

async fn is_there(store: &dyn Store, book: &str, page: u64) -> bool {
    store.get(&NOTES, &Key::new(book, page)).await.unwrap().is_some()
}
