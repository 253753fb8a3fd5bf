//! Indexes that are declared later, differently or no more.

use crate::{clock, note};
use std::path::Path;
use store::{Index, Key, KeySchema, Query, Store, Table, Write, n, s};
use store_embedded::{EmbeddedStore, Options};

const KEY: KeySchema = KeySchema::composite(s("book"), n("page"));
static PLAIN: Table = Table::new("notes", KEY);
static BY_OWNER: Table =
    Table::new("notes", KEY).with_indexes(&[Index { name: "by", key: KeySchema::simple(s("owner")) }]);
static BY_TEXT: Table =
    Table::new("notes", KEY).with_indexes(&[Index { name: "by", key: KeySchema::simple(s("text")) }]);

fn open(path: &Path, table: &'static Table) -> EmbeddedStore {
    EmbeddedStore::open(Options::new(path, vec![table], clock())).unwrap()
}

async fn found(store: &EmbeddedStore, table: &'static Table, value: &str) -> usize {
    store.query(Query::index(table, "by", value)).await.unwrap().items.len()
}

#[tokio::test]
async fn an_index_declared_later_holds_what_was_there_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let store = open(&path, &PLAIN);
    for page in 0..10 {
        store.write(Write::put(&PLAIN, note("a", page))).await.unwrap();
    }
    drop(store);
    let store = open(&path, &BY_OWNER);
    assert_eq!(found(&store, &BY_OWNER, "ana").await, 10);
    store.write(Write::delete(&BY_OWNER, Key::new("a", 3_u64))).await.unwrap();
    assert_eq!(found(&store, &BY_OWNER, "ana").await, 9);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn an_index_declared_by_another_attribute_is_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let store = open(&path, &BY_OWNER);
    store.write(Write::put(&BY_OWNER, note("a", 1).with("text", "hello"))).await.unwrap();
    drop(store);
    let store = open(&path, &BY_TEXT);
    assert_eq!(found(&store, &BY_TEXT, "hello").await, 1);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn an_index_not_declared_for_a_while_misses_nothing_of_that_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let store = open(&path, &BY_OWNER);
    store.write(Write::put(&BY_OWNER, note("a", 1))).await.unwrap();
    store.write(Write::put(&BY_OWNER, note("a", 2))).await.unwrap();
    drop(store);
    let store = open(&path, &PLAIN);
    store.write(Write::delete(&PLAIN, Key::new("a", 1_u64))).await.unwrap();
    store.write(Write::put(&PLAIN, note("a", 3))).await.unwrap();
    drop(store);
    let store = open(&path, &BY_OWNER);
    assert_eq!(found(&store, &BY_OWNER, "ana").await, 2);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}
