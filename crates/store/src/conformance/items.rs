//! Single items: what is put is what is read.

use super::{
    Harness,
    tables::{DOCS, PEOPLE, POOL, READINGS, doc},
};
use crate::{Item, Key, Number, Scan, Table, Value, View, Write};
use std::collections::BTreeMap;

pub async fn every_kind_of_value_is_read_as_it_was_put(h: &Harness) {
    let number = |text: &str| Value::N(text.parse::<Number>().expect("a number"));
    let inner = BTreeMap::from([
        ("empty".into(), "".into()),
        ("list".into(), Value::L(vec![Value::Null, Value::L(vec![]), Value::M(BTreeMap::new())])),
    ]);
    let item = doc("values", "all")
        .with("text", "Grüße, 世界 🎲\u{0}\n")
        .with("empty", "")
        .with("long", "x".repeat(5000))
        .with("zero", number("0"))
        .with("fraction", number("-0.000125"))
        .with("digits", number("12345678901234567890123456789012345678"))
        .with("huge", number("-9.9e125"))
        .with("tiny", number("1e-130"))
        .with("bytes", Value::B((0..=255).collect()))
        .with("no bytes", Value::B(vec![]))
        .with("yes", true)
        .with("no", false)
        .with("null", Value::Null)
        .with("list", Value::L(vec![1.into(), "two".into(), Value::B(vec![3])]))
        .with("map", Value::M(inner))
        .with("a name with spaces, dots. and #:", "odd");
    h.put(&DOCS, item.clone()).await;
    assert_eq!(h.get(&DOCS, &Key::new("values", "all")).await, Some(item));
}

pub async fn an_item_that_was_never_put_is_not_there(h: &Harness) {
    h.put(&DOCS, doc("a", "b")).await;
    assert_eq!(h.get(&DOCS, &Key::new("a", "c")).await, None);
    assert_eq!(h.get(&DOCS, &Key::new("b", "b")).await, None);
    assert_eq!(h.get(&PEOPLE, &Key::only("a")).await, None);
}

pub async fn a_put_replaces_the_whole_item(h: &Harness) {
    h.put(&DOCS, doc("a", "b").with("old", 1).with("both", 1)).await;
    h.put(&DOCS, doc("a", "b").with("new", 2).with("both", 2)).await;
    let expected = doc("a", "b").with("new", 2).with("both", 2);
    assert_eq!(h.get(&DOCS, &Key::new("a", "b")).await, Some(expected));
}

pub async fn an_update_changes_only_what_it_names(h: &Harness) {
    h.put(&DOCS, doc("a", "b").with("kept", 1).with("changed", 1).with("removed", 1)).await;
    let update = Write::update(&DOCS, Key::new("a", "b"));
    let update = update.set("changed", "two").set("added", 3).remove("removed").remove("never there");
    h.store.write(update).await.expect("an update");
    let expected = doc("a", "b").with("kept", 1).with("changed", "two").with("added", 3);
    assert_eq!(h.get(&DOCS, &Key::new("a", "b")).await, Some(expected));
}

pub async fn an_update_creates_the_item_where_there_is_none(h: &Harness) {
    h.store.write(Write::update(&DOCS, Key::new("a", "b")).set("x", 1)).await.expect("an update");
    assert_eq!(h.get(&DOCS, &Key::new("a", "b")).await, Some(doc("a", "b").with("x", 1)));
    h.store
        .write(Write::update(&PEOPLE, Key::only("ana")).remove("x"))
        .await
        .expect("an update that removes");
    assert_eq!(h.get(&PEOPLE, &Key::only("ana")).await, Some(Item::new().with("id", "ana")));
}

pub async fn a_deleted_item_is_gone_and_deleting_again_is_fine(h: &Harness) {
    h.put(&DOCS, doc("a", "b")).await;
    h.put(&DOCS, doc("a", "c")).await;
    for _ in 0..2 {
        h.store.write(Write::delete(&DOCS, Key::new("a", "b"))).await.expect("a delete");
        assert_eq!(h.get(&DOCS, &Key::new("a", "b")).await, None);
    }
    assert_eq!(h.get(&DOCS, &Key::new("a", "c")).await, Some(doc("a", "c")));
}

pub async fn tables_do_not_share_items(h: &Harness) {
    h.put(&DOCS, doc("1", "x").with("from", "docs")).await;
    h.put(&POOL, Item::new().with_key(&POOL, Key::new(1, "x")).with("from", "pool")).await;
    let from = |item: Option<Item>| item.and_then(|item| item.get("from").map(View::to_value));
    assert_eq!(from(h.get(&DOCS, &Key::new("1", "x")).await), Some("docs".into()));
    assert_eq!(from(h.get(&POOL, &Key::new(1, "x")).await), Some("pool".into()));
}

pub async fn a_batch_answers_in_the_order_of_its_keys(h: &Harness) {
    h.put_all(&DOCS, (0..10).map(|at| doc("a", &format!("{at}")))).await;
    let keys: Vec<_> = [7, 3, 99, 0, 42, 5].iter().map(|at| Key::new("a", format!("{at}"))).collect();
    let found = h.store.batch_get(&DOCS, &keys).await.expect("a batch");
    let expected = [Some("7"), Some("3"), None, Some("0"), None, Some("5")];
    assert_eq!(found, expected.map(|sk| sk.map(|sk| doc("a", sk))));
}

pub async fn a_batch_reads_a_hundred_large_items(h: &Harness) {
    // 100 × 180 KB is more than one answer of DynamoDB holds.
    let item = |at: u32| Item::new().with_key(&POOL, Key::new(at, "big")).with("body", "x".repeat(180_000));
    h.put_all(&POOL, (0..100).map(item)).await;
    let keys: Vec<_> = (0..100).map(|at: u32| Key::new(at, "big")).collect();
    let found = h.store.batch_get(&POOL, &keys).await.expect("a batch");
    assert!(found.into_iter().eq((0..100).map(|at| Some(item(at)))));
}

pub async fn a_scan_shows_every_item_once_at_every_page_size(h: &Harness) {
    h.put_all(&DOCS, (0..12).map(|at| doc(&format!("p{}", at % 5), &format!("{at:02}")))).await;
    h.put(&READINGS, Item::new().with_key(&READINGS, Key::new("elsewhere", 1))).await;
    for limit in (1..=13).map(Some).chain([None]) {
        let mut seen = scan_all(h, &DOCS, limit).await;
        seen.sort_by_key(|item| item.get("sk").and_then(View::as_str).map(str::to_owned));
        let expected: Vec<_> = (0..12).map(|at| doc(&format!("p{}", at % 5), &format!("{at:02}"))).collect();
        assert_eq!(seen, expected, "pages of {limit:?}");
    }
}

pub(super) async fn scan_all(h: &Harness, table: &'static Table, limit: Option<u32>) -> Vec<Item> {
    let mut scan = Scan { table, limit, after: None };
    let mut items = Vec::new();
    loop {
        let rows = h.store.scan(scan.clone()).await.expect("a scan");
        assert!(limit.is_none_or(|limit| rows.items.len() <= limit as usize), "a page of at most {limit:?}");
        items.extend(rows.items);
        if rows.next.is_none() {
            return items;
        }
        scan.after = rows.next;
    }
}

pub async fn a_store_that_can_answer_is_ready(h: &Harness) {
    assert_eq!(h.store.ready().await, Ok(()));
}
