//! What is past its time goes, with all that leads to it; tokens too.

use crate::{NOTES, clock, note};
use jiff::SignedDuration;
use std::sync::Arc;
use store::{Key, Query, Store, Token, Transaction, View, Write};
use store_embedded::EmbeddedStore;

#[tokio::test]
async fn a_sweep_removes_what_has_expired_and_nothing_else() {
    let clock = clock();
    let store = EmbeddedStore::in_memory(vec![&NOTES], clock.clone()).unwrap();
    let now = 2_000_000_000_i64;
    for page in 0..600 {
        let item = note("a", page).with("until", now + 60);
        store.write(Write::put(&NOTES, item)).await.unwrap();
    }
    store.write(Write::put(&NOTES, note("b", 1).with("until", now + 61))).await.unwrap();
    store.write(Write::put(&NOTES, note("b", 2).with("until", "never"))).await.unwrap();
    store.write(Write::put(&NOTES, note("b", 3).with("until", now + 60))).await.unwrap();
    store.write(Write::update(&NOTES, Key::new("b", 3_u64)).remove("until")).await.unwrap();
    assert_eq!(store.sweep_now().await.unwrap(), 0);
    clock.advance(SignedDuration::from_secs(60));
    assert_eq!(store.sweep_now().await.unwrap(), 600, "more than one batch");
    assert_eq!(store.counts().unwrap(), [("notes", 3)]);
    let left = store.query(Query::index(&NOTES, "by_owner", "ana")).await.unwrap();
    assert_eq!(left.items.len(), 3);
    clock.advance(SignedDuration::from_secs(1));
    assert_eq!(store.sweep_now().await.unwrap(), 1);
    assert_eq!(store.check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_token_counts_for_ten_minutes_and_is_then_forgotten() {
    let clock = clock();
    let store = Arc::new(EmbeddedStore::in_memory(vec![&NOTES], clock.clone()).unwrap());
    let add = || Transaction {
        writes: vec![Write::update(&NOTES, Key::new("a", 1_u64)).add("count", 1)],
        token: Some(Token("one attempt".to_owned())),
    };
    let count = async || {
        store.get(&NOTES, &Key::new("a", 1_u64)).await.unwrap().unwrap().get("count").map(View::to_value)
    };
    store.transact(add()).await.unwrap();
    clock.advance(SignedDuration::from_secs(599));
    store.transact(add()).await.unwrap();
    assert_eq!(count().await, Some(1.into()));
    assert_eq!(store.sweep_now().await.unwrap(), 0);
    clock.advance(SignedDuration::from_secs(1));
    store.transact(add()).await.unwrap();
    assert_eq!(count().await, Some(2.into()));
    clock.advance(SignedDuration::from_mins(10));
    assert_eq!(store.sweep_now().await.unwrap(), 1, "the token leaves nothing behind");
}
