use super::engine;
use std::sync::Arc;
use store::{
    Key, Store, StoreError, Write,
    conformance::tables::{DOCS, doc},
    decorators::{FailingStore, Fault},
};

fn put(sk: &str) -> Write {
    Write::put(&DOCS, doc("f", sk))
}

async fn is_there(store: &Arc<dyn Store>, sk: &str) -> bool {
    store.get(&DOCS, &Key::new("f", sk)).await.unwrap().is_some()
}

#[tokio::test]
async fn only_a_fault_after_the_commit_leaves_its_write_behind() {
    let engine = engine();
    let store = FailingStore::new(engine.clone());
    store.script([
        None,
        Some(Fault::Before),
        Some(Fault::After),
        Some(Fault::Throttled),
        Some(Fault::Conflict),
    ]);
    assert_eq!(store.write(put("fine")).await, Ok(()));
    assert!(matches!(store.write(put("before")).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.write(put("after")).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.write(put("throttled")).await, Err(StoreError::Throttled(_))));
    assert_eq!(store.write(put("conflict")).await, Err(StoreError::Conflict));
    assert_eq!(store.write(put("past the script")).await, Ok(()));
    for (sk, expected) in [
        ("fine", true),
        ("before", false),
        ("after", true),
        ("throttled", false),
        ("conflict", false),
        ("past the script", true),
    ] {
        assert_eq!(is_there(&engine, sk).await, expected, "{sk}");
    }
}

#[tokio::test]
async fn a_store_that_always_fails_heals_when_told() {
    let store = FailingStore::new(engine());
    store.always(Fault::Before);
    for _ in 0..3 {
        assert!(store.ready().await.is_err());
        assert!(store.get(&DOCS, &Key::new("f", "x")).await.is_err());
    }
    store.heal();
    assert_eq!(store.ready().await, Ok(()));
}

#[tokio::test]
async fn chance_is_the_same_for_the_same_seed() {
    let outcomes = async |seed| {
        let store = FailingStore::new(engine());
        store.at_random(seed, 40);
        let mut outcomes = Vec::new();
        for _ in 0..100 {
            outcomes.push(store.ready().await);
        }
        outcomes
    };
    let first = outcomes(3).await;
    assert_eq!(first, outcomes(3).await);
    assert_ne!(first, outcomes(4).await);
    let failed = first.iter().filter(|outcome| outcome.is_err()).count();
    assert!((20..60).contains(&failed), "{failed} of 100 failed");
}
