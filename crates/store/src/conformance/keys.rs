//! Keys: strings sort by their bytes, numbers as numbers, and partitions keep apart.

use super::{
    Harness,
    tables::{DOCS, PEOPLE, POOL, READINGS, doc},
};
use crate::{Item, Key, Number, Query};

/// Strings in the order of their UTF-8 bytes, which is not the order of UTF-16 nor of any dictionary.
const STRINGS: [&str; 16] = [
    "\u{0}",
    "\u{0}\u{0}",
    "\u{0}\u{1}",
    "\u{1}",
    " ",
    "!",
    "#",
    "0",
    "10",
    "2",
    "A",
    "a",
    "a\u{0}",
    "a\u{0}b",
    "aa",
    "é",
];

/// Numbers in order.
const NUMBERS: [&str; 22] = [
    "-9.9e125",
    "-1e38",
    "-123456789012345678901234567890",
    "-1000",
    "-999.999",
    "-10",
    "-9",
    "-1.5",
    "-1",
    "-0.001",
    "-1e-130",
    "0",
    "1e-130",
    "0.001",
    "0.5",
    "1",
    "1.0000000001",
    "9",
    "10",
    "1000",
    "98765432109876543210987654321",
    "9.9e125",
];

fn number(text: &str) -> Number {
    text.parse().expect("a number")
}

pub async fn string_sort_keys_sort_by_their_bytes(h: &Harness) {
    let items: Vec<_> = STRINGS.iter().chain(&["\u{ffff}", "🎲"]).map(|sk| doc("strings", sk)).collect();
    h.put_all(&DOCS, items.iter().rev().cloned()).await;
    assert_eq!(h.rows(Query::table(&DOCS, "strings")).await, items);
    for item in &items {
        let key = Key::of(item, &DOCS.key).expect("a key");
        assert_eq!(h.get(&DOCS, &key).await.as_ref(), Some(item));
    }
}

pub async fn number_sort_keys_sort_as_numbers(h: &Harness) {
    let reading = |text: &str| Item::new().with_key(&READINGS, Key::new("s", number(text)));
    let items: Vec<_> = NUMBERS.iter().map(|text| reading(text)).collect();
    h.put_all(&READINGS, items.iter().rev().cloned()).await;
    assert_eq!(h.rows(Query::table(&READINGS, "s")).await, items);
    let reversed: Vec<_> = items.iter().rev().cloned().collect();
    assert_eq!(h.rows(Query::table(&READINGS, "s").reverse()).await, reversed);
}

pub async fn one_number_is_one_key_however_it_is_written(h: &Harness) {
    let key = |text: &str| Key::new("s", number(text));
    h.put(&READINGS, Item::new().with_key(&READINGS, key("1.50")).with("first", true)).await;
    h.put(&READINGS, Item::new().with_key(&READINGS, key("15e-1")).with("second", true)).await;
    let expected = Item::new().with_key(&READINGS, key("1.5")).with("second", true);
    assert_eq!(h.get(&READINGS, &key("01.5")).await, Some(expected.clone()));
    assert_eq!(h.rows(Query::table(&READINGS, "s")).await, [expected]);
}

pub async fn string_partitions_keep_apart(h: &Harness) {
    let name = |at: usize| STRINGS[at];
    for at in 0..STRINGS.len() {
        h.put_all(&DOCS, STRINGS.iter().map(|sk| doc(name(at), sk))).await;
    }
    for at in 0..STRINGS.len() {
        let expected: Vec<_> = STRINGS.iter().map(|sk| doc(name(at), sk)).collect();
        assert_eq!(h.rows(Query::table(&DOCS, name(at))).await, expected, "{:?}", name(at));
    }
}

pub async fn number_partitions_keep_apart(h: &Harness) {
    let item = |pk: &str, sk: &str| Item::new().with_key(&POOL, Key::new(number(pk), sk));
    for pk in NUMBERS {
        h.put_all(&POOL, ["a", "b"].map(|sk| item(pk, sk))).await;
    }
    for pk in NUMBERS {
        assert_eq!(h.rows(Query::table(&POOL, number(pk))).await, ["a", "b"].map(|sk| item(pk, sk)), "{pk}");
    }
}

pub async fn a_table_without_sort_key_holds_one_item_for_each_key(h: &Harness) {
    let person = |id: &str| Item::new().with_key(&PEOPLE, Key::only(id));
    h.put_all(&PEOPLE, STRINGS.map(person)).await;
    h.put(&PEOPLE, person("a").with("again", true)).await;
    assert_eq!(h.rows(Query::table(&PEOPLE, "a")).await, [person("a").with("again", true)]);
    assert_eq!(h.rows(Query::table(&PEOPLE, "aa")).await, [person("aa")]);
    assert_eq!(h.rows(Query::table(&PEOPLE, "b")).await, []);
}

pub async fn an_empty_partition_has_no_rows(h: &Harness) {
    h.put(&DOCS, doc("a", "b")).await;
    let rows = h.store.query(Query::table(&DOCS, "nobody")).await.expect("a query");
    assert_eq!((rows.items, rows.next), (vec![], None));
    let rows = h.store.query(Query::index(&DOCS, "ByCode", "nobody")).await.expect("a query");
    assert_eq!((rows.items, rows.next), (vec![], None));
}
