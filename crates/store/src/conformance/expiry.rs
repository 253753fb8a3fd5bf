//! Expiry: reads hide what is past its time; conditions see what is physically there.

use super::{
    Harness, failed,
    items::scan_all,
    start,
    tables::{DOCS, doc},
};
use crate::{Condition, Item, Key, Query, Transaction, Value, Write};
use jiff::SignedDuration;

/// An item that is gone `seconds` after the start.
fn lasting(sk: &str, seconds: i64) -> Item {
    doc("e", sk).with("ttl", start().as_second() + seconds).with("owner", "ana").with("title", sk)
}

fn key(sk: &str) -> Key {
    Key::new("e", sk)
}

pub async fn an_item_is_there_until_its_time_and_then_hidden(h: &Harness) {
    h.put(&DOCS, lasting("x", 60)).await;
    h.clock.advance(SignedDuration::from_secs(59));
    assert_eq!(h.get(&DOCS, &key("x")).await, Some(lasting("x", 60)));
    h.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(h.get(&DOCS, &key("x")).await, None);
}

pub async fn every_kind_of_read_hides_what_has_expired(h: &Harness) {
    let (gone, here) = (lasting("gone", 60), lasting("here", 600));
    h.put_all(&DOCS, [gone.clone(), here.clone()]).await;
    h.answers(Query::index(&DOCS, "ByOwnerTitle", "ana"), &[gone, here.clone()]).await;
    h.clock.advance(SignedDuration::from_secs(61));
    let batch = h.store.batch_get(&DOCS, &[key("gone"), key("here")]).await;
    assert_eq!(batch, Ok(vec![None, Some(here.clone())]));
    let left = [here];
    assert_eq!(h.rows(Query::table(&DOCS, "e")).await, left);
    assert_eq!(h.rows(Query::index(&DOCS, "ByOwnerTitle", "ana")).await, left);
    assert_eq!(scan_all(h, &DOCS, None).await, left);
}

pub async fn a_page_counts_what_it_hides(h: &Harness) {
    h.put_all(&DOCS, [lasting("1", 1), lasting("2", 1), lasting("3", 600), lasting("4", 1)]).await;
    h.clock.advance(SignedDuration::from_secs(60));
    let mut query = Query::table(&DOCS, "e").limit(2);
    let first = h.store.query(query.clone()).await.expect("a page");
    assert_eq!((first.items, first.next.clone()), (vec![], Some(query.position_of(&lasting("2", 1)))));
    query.after = first.next;
    let second = h.store.query(query.clone()).await.expect("a page");
    assert_eq!(
        (second.items, second.next),
        (vec![lasting("3", 600)], Some(query.position_of(&lasting("4", 1))))
    );
}

pub async fn conditions_see_what_has_expired(h: &Harness) {
    h.put(&DOCS, lasting("x", 60)).await;
    h.clock.advance(SignedDuration::from_secs(61));
    let held = Some(lasting("x", 60));
    assert_eq!(
        h.store.write(Write::put(&DOCS, lasting("x", 900)).if_new()).await,
        Err(failed(0, held.clone()))
    );
    let transaction = Transaction::of([Write::put(&DOCS, lasting("x", 900)).if_new()]);
    assert_eq!(h.store.transact(transaction).await, Err(failed(0, held)));
    // How a service takes the place of something expired: by saying that it may be there, but past its time.
    let now = start().as_second() + 61;
    let expired = Condition::compare("ttl", crate::Comparison::LessOrEqual, now);
    let write = Write::put(&DOCS, lasting("x", 900)).when(Condition::absent("pk").or(expired));
    assert_eq!(h.store.write(write).await, Ok(()));
    assert_eq!(h.get(&DOCS, &key("x")).await, Some(lasting("x", 900)));
}

pub async fn an_update_of_an_expired_item_changes_what_is_there(h: &Harness) {
    h.put(&DOCS, lasting("x", 60)).await;
    h.clock.advance(SignedDuration::from_secs(61));
    h.store.write(Write::update(&DOCS, key("x")).set("more", 1)).await.expect("an update");
    assert_eq!(h.get(&DOCS, &key("x")).await, None);
    let later = start().as_second() + 900;
    h.store.write(Write::update(&DOCS, key("x")).set("ttl", later)).await.expect("an update");
    assert_eq!(h.get(&DOCS, &key("x")).await, Some(lasting("x", 900).with("more", 1)));
    h.answers(Query::index(&DOCS, "ByOwnerTitle", "ana"), &[lasting("x", 900).with("more", 1)]).await;
}

pub async fn only_a_number_is_a_time(h: &Harness) {
    let items = [
        doc("e", "bool").with("ttl", false),
        doc("e", "none"),
        doc("e", "null").with("ttl", Value::Null),
        doc("e", "text").with("ttl", "1"),
    ];
    h.put_all(&DOCS, items.clone()).await;
    assert_eq!(h.rows(Query::table(&DOCS, "e")).await, items);
}

pub async fn removing_the_time_keeps_the_item_for_good(h: &Harness) {
    h.put(&DOCS, lasting("x", 60)).await;
    h.store.write(Write::update(&DOCS, key("x")).remove("ttl")).await.expect("an update");
    h.clock.advance(SignedDuration::from_hours(24 * 365));
    assert!(h.get(&DOCS, &key("x")).await.is_some());
}
