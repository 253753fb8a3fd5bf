use super::engine;
use std::sync::Arc;
use store::{
    Item, Key, Query, Store, Transaction, Write,
    conformance::tables::{DOCS, doc},
    decorators::{FailingStore, Fault, LaggingIndexes},
    query_all,
};

fn owned(sk: &str, owner: &str) -> Item {
    doc("l", sk).with("owner", owner).with("title", sk)
}

async fn listed(store: &LaggingIndexes, owner: &str) -> Vec<Item> {
    query_all(store, Query::index(&DOCS, "ByOwnerTitle", owner)).await.unwrap()
}

#[tokio::test]
async fn an_index_shows_changes_only_when_it_has_caught_up() {
    let store = LaggingIndexes::new(engine(), engine());
    store.write(Write::put(&DOCS, owned("1", "ana"))).await.unwrap();
    assert_eq!(listed(&store, "ana").await, []);
    assert_eq!(query_all(&store, Query::table(&DOCS, "l")).await.unwrap(), [owned("1", "ana")]);
    store.catch_up().await.unwrap();
    assert_eq!(listed(&store, "ana").await, [owned("1", "ana")]);

    let moved = Write::update(&DOCS, Key::new("l", "1")).set("owner", "ben");
    store.transact(Transaction::of([moved, Write::put(&DOCS, owned("2", "ana"))])).await.unwrap();
    assert_eq!(listed(&store, "ana").await, [owned("1", "ana")]);
    assert_eq!(listed(&store, "ben").await, []);
    store.catch_up().await.unwrap();
    assert_eq!(listed(&store, "ana").await, [owned("2", "ana")]);
    assert_eq!(listed(&store, "ben").await, [owned("1", "ben")]);

    store.write(Write::delete(&DOCS, Key::new("l", "1"))).await.unwrap();
    assert_eq!(listed(&store, "ben").await, [owned("1", "ben")]);
    assert_eq!(store.get(&DOCS, &Key::new("l", "1")).await, Ok(None));
    store.catch_up().await.unwrap();
    assert_eq!(listed(&store, "ben").await, []);
}

#[tokio::test]
async fn an_index_catches_up_by_itself_after_some_writes() {
    let store = LaggingIndexes::new(engine(), engine()).catching_up_after(3);
    for (sk, seen) in [("1", 0), ("2", 0), ("3", 3), ("4", 3), ("5", 3), ("6", 6)] {
        store.write(Write::put(&DOCS, owned(sk, "ana"))).await.unwrap();
        assert_eq!(listed(&store, "ana").await.len(), seen, "after {sk}");
    }
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_reaches_the_index_too() {
    let failing = Arc::new(FailingStore::new(engine()));
    let store = LaggingIndexes::new(failing.clone(), engine());
    failing.script([Some(Fault::After)]);
    assert!(store.write(Write::put(&DOCS, owned("1", "ana"))).await.is_err());
    store.catch_up().await.unwrap();
    assert_eq!(listed(&store, "ana").await, [owned("1", "ana")]);
}
