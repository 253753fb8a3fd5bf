//! Many writers at once: conditions and additions still hold.

use super::{
    Harness,
    tables::{DOCS, doc},
    unrepeated,
};
use crate::{Condition, Key, Result, Store, StoreError, Token, Transaction, Write};
use futures::future::join_all;
use std::sync::Arc;

const WRITERS: usize = 24;

/// Tries again while the engine says that another transaction was in the way.
async fn insist(store: Arc<dyn Store>, transaction: Transaction) -> Result<()> {
    loop {
        match store.transact(transaction.clone()).await {
            Err(StoreError::Conflict | StoreError::Throttled(_)) => tokio::task::yield_now().await,
            answer => return answer,
        }
    }
}

pub async fn one_of_many_writers_creates_an_item(h: &Harness) {
    let attempts = (0..WRITERS).map(|writer| {
        let store = h.store.clone();
        let write = Write::put(&DOCS, doc("race", "item").with("writer", writer as u64)).if_new();
        tokio::spawn(async move { store.write(write).await })
    });
    let answers = join_all(attempts).await.into_iter().map(|answer| answer.expect("a writer that ends"));
    assert_eq!(answers.flatten().count(), 1, "exactly one succeeds");
}

pub async fn additions_at_once_all_count(h: &Harness) {
    let tokens = unrepeated();
    let attempts = (0..WRITERS).map(|writer| {
        let add = Write::update(&DOCS, Key::new("race", "count")).add("count", 1);
        let own = Write::put(&DOCS, doc("race", &format!("own{writer}"))).if_new();
        let token = Some(Token(tokens.uuid_v4().to_string()));
        tokio::spawn(insist(h.store.clone(), Transaction { token, ..Transaction::of([add, own]) }))
    });
    for answer in join_all(attempts).await {
        assert_eq!(answer.expect("a writer that ends"), Ok(()));
    }
    let expected = doc("race", "count").with("count", WRITERS as u64);
    assert_eq!(h.get(&DOCS, &Key::new("race", "count")).await, Some(expected));
}

pub async fn a_version_lets_one_of_two_editors_through(h: &Harness) {
    h.put(&DOCS, doc("race", "page").with("version", 0)).await;
    for version in 0..8 {
        let edits = (0..2).map(|_| {
            let write = Write::update(&DOCS, Key::new("race", "page")).set("version", version + 1);
            h.store.write(write.when(Condition::equals("version", version)))
        });
        let answers = join_all(edits).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    }
}
