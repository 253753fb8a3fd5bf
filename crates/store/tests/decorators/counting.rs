use super::engine;
use store::{
    Key, Query, Scan, Store, Transaction, Write,
    conformance::tables::{DOCS, PEOPLE, doc},
    decorators::{CountingStore, Operation},
};

async fn filled() -> CountingStore {
    let store = CountingStore::new(engine());
    for sk in ["1", "2", "3"] {
        store.write(Write::put(&DOCS, doc("p", sk).with("owner", "ana").with("title", sk))).await.unwrap();
    }
    store.reset();
    store
}

#[tokio::test]
async fn calls_and_items_are_counted_by_operation_table_and_index() {
    let store = filled().await;
    store.get(&DOCS, &Key::new("p", "1")).await.unwrap();
    store.get(&DOCS, &Key::new("p", "none")).await.unwrap();
    store.batch_get(&PEOPLE, &[Key::only("ana")]).await.unwrap();
    store.query(Query::table(&DOCS, "p")).await.unwrap();
    store.query(Query::index(&DOCS, "ByOwnerTitle", "ana").limit(2)).await.unwrap();
    store.scan(Scan { table: &DOCS, limit: Some(1), after: None }).await.unwrap();
    store.transact(Transaction::of(["4", "5"].map(|sk| Write::put(&DOCS, doc("p", sk))))).await.unwrap();
    store.ready().await.unwrap();
    let counts = store.snapshot();
    assert_eq!(counts.calls(), 7);
    assert_eq!(counts.calls_of(Operation::Get), 2);
    assert_eq!(counts.calls_to(&DOCS), 6);
    assert_eq!(counts.writes(), 1);
    assert_eq!(counts.items_read(), 1 + 3 + 2 + 1);
    let told = "2 × get ConformanceDocs, 1 item\n\
                1 × batch_get ConformancePeople, 0 items\n\
                1 × query ConformanceDocs, 3 items\n\
                1 × query ConformanceDocs by ByOwnerTitle, 2 items\n\
                1 × transact ConformanceDocs, 2 items\n\
                1 × scan ConformanceDocs, 1 item\n\
                1 × ready none, 0 items\n";
    assert_eq!(counts.to_string(), told);
}

#[tokio::test]
async fn one_requests_calls_are_counted_alone() {
    let store = filled().await;
    store.get(&DOCS, &Key::new("p", "1")).await.unwrap();
    let (item, counts) = store.during(store.get(&DOCS, &Key::new("p", "2"))).await;
    assert_eq!(item, Ok(Some(doc("p", "2").with("owner", "ana").with("title", "2"))));
    assert_eq!((counts.calls(), counts.items_read()), (1, 1));
    let ((), nothing) = store.during(async {}).await;
    assert_eq!(nothing.to_string(), "no calls\n");
}

#[tokio::test]
async fn a_call_that_fails_counts_too() {
    let store = filled().await;
    let taken = store.write(Write::put(&DOCS, doc("p", "1")).if_new()).await;
    assert!(taken.unwrap_err().is_condition_failed());
    assert_eq!(store.snapshot().writes(), 1);
}
