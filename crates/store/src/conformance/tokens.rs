//! Tokens: a transaction that is sent again under its token does nothing more.

use super::{
    Harness, assert_invalid, failed,
    tables::{DOCS, doc},
    unrepeated,
};
use crate::{Item, Key, Number, Token, Transaction, View, Write};

fn token() -> Token {
    Token(unrepeated().uuid_v4().to_string())
}

fn named(token: &Token, writes: impl IntoIterator<Item = Write>) -> Transaction {
    Transaction { token: Some(token.clone()), ..Transaction::of(writes) }
}

fn count(amount: i64) -> Write {
    Write::update(&DOCS, Key::new("t", "count")).add("count", amount)
}

async fn counted(h: &Harness) -> Option<Number> {
    let item: Item = h.get(&DOCS, &Key::new("t", "count")).await?;
    item.get("count").and_then(View::as_number)
}

pub async fn a_transaction_sent_again_succeeds_and_does_nothing_more(h: &Harness) {
    let transaction = named(&token(), [count(1), Write::put(&DOCS, doc("t", "new")).if_new()]);
    for _ in 0..3 {
        assert_eq!(h.store.transact(transaction.clone()).await, Ok(()));
        assert_eq!(counted(h).await, Some(1.into()));
    }
}

pub async fn without_a_token_every_time_counts(h: &Harness) {
    for times in 1..=3 {
        assert_eq!(h.store.transact(Transaction::of([count(1)])).await, Ok(()));
        assert_eq!(counted(h).await, Some(times.into()));
    }
}

pub async fn different_tokens_count_separately(h: &Harness) {
    for token in [token(), token()] {
        assert_eq!(h.store.transact(named(&token, [count(1)])).await, Ok(()));
    }
    assert_eq!(counted(h).await, Some(2.into()));
}

pub async fn a_token_used_for_something_else_is_refused(h: &Harness) {
    let mine = token();
    assert_eq!(h.store.transact(named(&mine, [count(1)])).await, Ok(()));
    assert_invalid(h.store.transact(named(&mine, [count(2)])).await);
    assert_invalid(h.store.transact(named(&mine, [count(1), Write::put(&DOCS, doc("t", "x"))])).await);
    assert_eq!(counted(h).await, Some(1.into()));
    assert_eq!(h.get(&DOCS, &Key::new("t", "x")).await, None);
}

pub async fn a_replay_does_not_undo_what_came_after(h: &Harness) {
    let put = named(&token(), [Write::put(&DOCS, doc("t", "x").with("version", 1))]);
    assert_eq!(h.store.transact(put.clone()).await, Ok(()));
    h.put(&DOCS, doc("t", "x").with("version", 2)).await;
    assert_eq!(h.store.transact(put).await, Ok(()));
    assert_eq!(h.get(&DOCS, &Key::new("t", "x")).await, Some(doc("t", "x").with("version", 2)));
}

pub async fn a_transaction_that_failed_may_be_tried_again_under_its_token(h: &Harness) {
    let standing = doc("t", "new").with("standing", true);
    h.put(&DOCS, standing.clone()).await;
    let transaction = named(&token(), [count(1), Write::put(&DOCS, doc("t", "new")).if_new()]);
    assert_eq!(h.store.transact(transaction.clone()).await, Err(failed(1, Some(standing))));
    h.store.write(Write::delete(&DOCS, Key::new("t", "new"))).await.expect("a delete");
    assert_eq!(h.store.transact(transaction.clone()).await, Ok(()));
    assert_eq!(h.store.transact(transaction).await, Ok(()));
    assert_eq!(counted(h).await, Some(1.into()));
}
