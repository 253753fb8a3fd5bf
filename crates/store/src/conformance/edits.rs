//! Edits: the difference of two versions, written, leaves the later one.

use super::{
    Harness,
    tables::{DOCS, doc},
};
use crate::{Change, Condition, Key, Op, Write, difference, from_item, put, to_item};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Plan {
    pk: String,
    title: String,
    note: Option<String>,
    seats: u32,
    tags: Vec<String>,
    prices: BTreeMap<String, u32>,
    version: u64,
}

fn plan() -> Plan {
    Plan {
        pk: "plans".to_owned(),
        title: "Picnic".to_owned(),
        note: Some("Bring bread".to_owned()),
        seats: 4,
        tags: vec!["food".to_owned(), "park".to_owned()],
        prices: BTreeMap::from([("child".to_owned(), 3), ("adult".to_owned(), 5)]),
        version: 1,
    }
}

fn key() -> Key {
    Key::new("plans", "1")
}

fn changed_names(write: &Write) -> Vec<&str> {
    let Op::Update(_, changes) = &write.op else { panic!("{write:?} is no update") };
    changes.iter().map(Change::attribute).collect()
}

pub async fn a_difference_turns_one_version_into_the_other(h: &Harness) {
    let before = plan();
    let mut after = Plan { title: "Dinner".to_owned(), note: None, version: 2, ..before.clone() };
    after.tags.push("late".to_owned());
    after.prices.remove("child");
    h.store.write(put(&DOCS, key(), &before).expect("an item")).await.expect("a put");
    for (from, to, names) in [
        (&before, &after, vec!["prices", "tags", "title", "version", "note"]),
        (&after, &before, vec!["note", "prices", "tags", "title", "version"]),
    ] {
        let write = difference(&DOCS, key(), from, to).expect("a difference");
        assert_eq!(changed_names(&write), names);
        h.store.write(write).await.expect("an update");
        let held = h.get(&DOCS, &key()).await.expect("the item");
        assert_eq!(held, to_item(to).expect("an item").with_key(&DOCS, key()));
        assert_eq!(&from_item::<Plan>(held).expect("a plan"), to);
    }
}

pub async fn a_difference_leaves_alone_what_the_entity_does_not_know(h: &Harness) {
    let before = plan();
    let item = to_item(&before).expect("an item").with_key(&DOCS, key());
    h.put(&DOCS, item.with("owner", "ana").with("seats", 9)).await;
    let after = Plan { title: "Dinner".to_owned(), ..before.clone() };
    h.store.write(difference(&DOCS, key(), &before, &after).expect("a difference")).await.expect("an update");
    let expected = to_item(&after).expect("an item").with_key(&DOCS, key());
    assert_eq!(h.get(&DOCS, &key()).await, Some(expected.with("owner", "ana").with("seats", 9)));
}

pub async fn a_difference_never_touches_the_key(h: &Harness) {
    h.put(&DOCS, doc("plans", "1")).await;
    let after = Plan { pk: "elsewhere".to_owned(), version: 2, ..plan() };
    let write = difference(&DOCS, key(), &plan(), &after).expect("a difference");
    assert_eq!(changed_names(&write), ["version"]);
    h.store.write(write).await.expect("an update");
    assert_eq!(h.get(&DOCS, &key()).await, Some(doc("plans", "1").with("version", 2)));
}

pub async fn a_version_decides_between_two_differences(h: &Harness) {
    let before = plan();
    h.store.write(put(&DOCS, key(), &before).expect("an item")).await.expect("a put");
    let edit = |title: &str| {
        let after = Plan { title: title.to_owned(), version: 2, ..before.clone() };
        let write = difference(&DOCS, key(), &before, &after).expect("a difference");
        h.store.write(write.when(Condition::equals("version", 1)))
    };
    let (one, other) = futures::join!(edit("One"), edit("Other"));
    assert_eq!([&one, &other].into_iter().filter(|answer| answer.is_ok()).count(), 1, "{one:?} {other:?}");
    let held: Plan = from_item(h.get(&DOCS, &key()).await.expect("the item")).expect("a plan");
    assert_eq!(held.title, if one.is_ok() { "One" } else { "Other" });
}
