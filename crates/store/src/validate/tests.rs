use super::*;
use crate::{Comparison, Condition, Index, Item, KeySchema, Position, Query, Scan, Value, View, n, s};
use proptest::prelude::*;
use std::collections::BTreeMap;

static EVENTS: Table = Table::new("Events", KeySchema::composite(s("pk"), s("sk"))).with_indexes(&[
    Index { name: "ByOwner", key: KeySchema::composite(s("owner"), n("at")) },
    Index { name: "ByCode", key: KeySchema::simple(s("code")) },
]);
static POOL: Table = Table::new("Pool", KeySchema::simple(n("pk")));

fn item() -> Item {
    Item::new().with("pk", "a").with("sk", "b")
}

fn key() -> Key {
    Key::new("a", "b")
}

#[track_caller]
fn refused(result: Result<()>, words: &str) {
    assert_eq!(result.unwrap_err(), StoreError::Invalid(words.to_owned()));
}

#[track_caller]
fn too_big(result: Result<()>, words: &str) {
    assert_eq!(result.unwrap_err(), StoreError::TooLarge(words.to_owned()));
}

#[test]
fn a_key_fits_its_table() {
    assert_eq!(check_key(&EVENTS, &key()), Ok(()));
    assert_eq!(check_key(&POOL, &Key::only(7)), Ok(()));
    refused(check_key(&EVENTS, &Key::only("a")), "a key of Events needs sk");
    refused(check_key(&POOL, &Key::new(7, "x")), "a key of Pool has no sort key");
    refused(check_key(&POOL, &Key::only("7")), "key attribute pk has the wrong type");
    refused(check_key(&EVENTS, &Key::new("", "b")), "key attribute pk cannot be empty");
    refused(check_key(&EVENTS, &Key::new("a", "")), "key attribute sk cannot be empty");
    assert_eq!(check_key(&EVENTS, &Key::new("a".repeat(2048), "b".repeat(1024))), Ok(()));
    too_big(
        check_key(&EVENTS, &Key::new("a".repeat(2049), "b")),
        "key attribute pk takes at most 2048 bytes",
    );
    too_big(
        check_key(&EVENTS, &Key::new("a", "b".repeat(1025))),
        "key attribute sk takes at most 1024 bytes",
    );
}

#[test]
fn key_lengths_are_counted_in_bytes() {
    too_big(
        check_key(&EVENTS, &Key::new("é".repeat(1025), "b")),
        "key attribute pk takes at most 2048 bytes",
    );
}

#[test]
fn an_index_key_attribute_is_absent_or_right() {
    let put = |item: Item| check_write(&Write::put(&EVENTS, item));
    assert_eq!(put(item().with("owner", "ana").with("at", 5)), Ok(()));
    assert_eq!(put(item().with("owner", "ana")), Ok(()));
    refused(put(item().with("owner", Value::Null)), "key attribute owner has the wrong type");
    refused(put(item().with("at", "5")), "key attribute at has the wrong type");
    refused(put(item().with("owner", "")), "key attribute owner cannot be empty");
    too_big(put(item().with("code", "c".repeat(2049))), "key attribute code takes at most 2048 bytes");
    let update = |name: &str, value: Value| check_write(&Write::update(&EVENTS, key()).set(name, value));
    refused(update("owner", Value::Null), "key attribute owner has the wrong type");
    refused(update("owner", "".into()), "key attribute owner cannot be empty");
    let add = Transaction::of([Write::update(&EVENTS, key()).add("owner", 1)]);
    refused(check_transaction(&add), "key attribute owner has the wrong type");
}

#[test]
fn an_item_carries_its_key() {
    refused(check_write(&Write::put(&EVENTS, Item::new().with("pk", "a"))), "key attribute sk is missing");
    refused(check_write(&Write::put(&EVENTS, item().with("pk", 1))), "key attribute pk has the wrong type");
}

#[test]
fn an_item_takes_at_most_400_kb() {
    let text = ITEM_BYTES - size_of(&item()) - "body".len();
    assert_eq!(check_item(&EVENTS, &item().with("body", "x".repeat(text))), Ok(()));
    let words = "an item takes at most 400 KB";
    too_big(check_item(&EVENTS, &item().with("body", "x".repeat(text + 1))), words);
    too_big(check_write(&Write::update(&EVENTS, key()).set("body", "x".repeat(text + 1))), words);
}

#[test]
fn sizes_follow_the_rule() {
    let size = |value: Value| size_of_value(View::from(&value));
    assert_eq!(size("é".into()), 2);
    assert_eq!(size(0.into()), 2);
    assert_eq!(size(1000.into()), 2);
    assert_eq!(size((-123).into()), 4);
    assert_eq!(size(Value::B(vec![0; 7])), 7);
    assert_eq!(size(true.into()), 1);
    assert_eq!(size(Value::L(vec![true.into(), "ab".into()])), 3 + 2 + 3);
    assert_eq!(size(Value::M(BTreeMap::from([("k".into(), "ab".into())]))), 3 + 1 + 3);
    assert_eq!(size_of(&item().with("n", 12)), 3 + 3 + 3);
}

#[test]
fn names_and_nesting_have_limits() {
    let nested = |depth: usize| (0..depth).fold(Value::from(1), |value, _| Value::L(vec![value]));
    assert_eq!(check_item(&EVENTS, &item().with("deep", nested(31))), Ok(()));
    refused(check_item(&EVENTS, &item().with("deep", nested(32))), "lists and maps nest at most 31 deep");
    refused(check_item(&EVENTS, &item().with("", 1)), "an attribute name cannot be empty");
    let inner = Value::M(BTreeMap::from([("".into(), 1.into())]));
    refused(check_item(&EVENTS, &item().with("map", inner)), "an attribute name cannot be empty");
    too_big(
        check_item(&EVENTS, &item().with("n".repeat(65_536), 1)),
        "an attribute name takes at most 64 KB",
    );
}

#[test]
fn an_update_changes_something_once_and_never_the_key() {
    let update = || Write::update(&EVENTS, key());
    refused(check_write(&update()), "an update needs at least one change");
    refused(check_write(&update().set("sk", "c")), "sk is part of the key and cannot change");
    refused(check_write(&update().remove("pk")), "pk is part of the key and cannot change");
    refused(check_write(&update().set("x", 1).remove("x")), "an update changes x twice");
    let many = (0..301).fold(update(), |write, at| write.set(format!("a{at}"), 1));
    too_big(check_write(&many), "an update takes at most 300 changes");
}

#[test]
fn what_cannot_be_repeated_stands_only_in_a_transaction() {
    let add = Write::update(&EVENTS, key()).add("count", 1);
    refused(check_write(&add), "adding to a number is allowed only in a transaction");
    assert_eq!(check_transaction(&Transaction::of([add])), Ok(()));
    let check = Write::check(&EVENTS, key(), Condition::exists("pk"));
    refused(check_write(&check), "a check stands only in a transaction");
    assert_eq!(check_transaction(&Transaction::of([check.clone()])), Ok(()));
    let bare = Write { condition: None, ..check };
    refused(check_transaction(&Transaction::of([bare])), "a check needs a condition");
}

#[test]
fn a_transaction_has_1_to_100_writes_on_different_items() {
    let puts = |count: usize| {
        Transaction::of((0..count).map(|at| Write::put(&EVENTS, item().with("sk", format!("{at}")))))
    };
    refused(check_transaction(&puts(0)), "a transaction needs at least one write");
    assert_eq!(check_transaction(&puts(100)), Ok(()));
    too_big(check_transaction(&puts(101)), "a transaction takes at most 100 writes");
    let twice = Transaction::of([Write::put(&EVENTS, item()), Write::delete(&EVENTS, key())]);
    refused(check_transaction(&twice), "a transaction writes one item twice");
}

#[test]
fn a_transaction_takes_at_most_4_mb() {
    let put = |at: usize| {
        Write::put(&EVENTS, item().with("sk", format!("{at:02}")).with("body", "x".repeat(400_000)))
    };
    assert_eq!(check_transaction(&Transaction::of((0..10).map(put))), Ok(()));
    too_big(check_transaction(&Transaction::of((0..11).map(put))), "a transaction takes at most 4 MB");
}

#[test]
fn a_token_has_1_to_36_characters() {
    let with = |token: &str| Transaction {
        token: Some(Token(token.to_owned())),
        ..Transaction::of([Write::delete(&EVENTS, key())])
    };
    assert_eq!(check_transaction(&with(&"é".repeat(36))), Ok(()));
    refused(check_transaction(&with("")), "a transaction token has 1 to 36 characters");
    refused(check_transaction(&with(&"t".repeat(37))), "a transaction token has 1 to 36 characters");
}

#[test]
fn a_batch_has_1_to_100_different_keys() {
    let keys: Vec<_> = (0..101).map(Key::only).collect();
    assert_eq!(check_batch(&POOL, &keys[..100]), Ok(()));
    too_big(check_batch(&POOL, &keys), "a batch takes at most 100 keys");
    refused(check_batch(&POOL, &[]), "a batch needs at least one key");
    refused(check_batch(&POOL, &[Key::only(1), Key::only(1)]), "a batch names one item twice");
    refused(check_batch(&POOL, &[Key::only("1")]), "key attribute pk has the wrong type");
}

#[test]
fn conditions_are_ones_that_can_be_asked() {
    let when = |condition| check_write(&Write::delete(&EVENTS, key()).when(condition));
    let compare = |value: Value| Condition::compare("x", Comparison::Less, value);
    refused(when(Condition::All(vec![])), "a condition cannot be empty");
    refused(when(Condition::exists("")), "an attribute name cannot be empty");
    refused(when(compare(true.into())), "only strings, numbers and bytes have an order");
    refused(
        when(Condition::OneOf("x".into(), vec![])),
        "a condition needs at least one value to choose from",
    );
    refused(
        when(Condition::Between("x".into(), 2.into(), 1.into())),
        "the lower bound of a range is above the upper",
    );
    refused(
        when(Condition::Between("x".into(), 2.into(), "3".into())),
        "the bounds of a range are of one type",
    );
    let many = Condition::OneOf("x".into(), (0..101).map(Value::from).collect());
    too_big(when(Condition::Not(Box::new(many))), "a condition takes at most 100 terms");
    assert_eq!(when(Condition::equals("x", true)), Ok(()));
}

#[test]
fn a_query_asks_for_what_its_index_can_answer() {
    let events = || Query::table(&EVENTS, "a");
    let owners = || Query::index(&EVENTS, "ByOwner", "ana");
    assert_eq!(check_query(&events().begins_with("b").limit(1)), Ok(()));
    assert_eq!(check_query(&owners().between(-1, 5)), Ok(()));
    refused(check_query(&Query::index(&EVENTS, "ByNobody", "x")), "Events has no index ByNobody");
    refused(check_query(&Query { consistent: true, ..owners() }), "an index cannot be read consistently");
    refused(
        check_query(&Query::index(&EVENTS, "ByCode", "x").begins_with("y")),
        "Events has no sort key to choose by",
    );
    refused(check_query(&Query::table(&EVENTS, 1)), "key attribute pk has the wrong type");
    refused(check_query(&Query::table(&EVENTS, "")), "key attribute pk cannot be empty");
    refused(check_query(&owners().begins_with(1)), "a number does not begin with anything");
    refused(check_query(&owners().between("1", "2")), "key attribute at has the wrong type");
    refused(
        check_query(&events().compare(Comparison::NotEqual, "b")),
        "sort keys cannot be chosen by being unequal",
    );
    refused(check_query(&events().between("c", "b")), "the lower bound of a range is above the upper");
    refused(check_query(&events().limit(0)), "a page has at least one row");
}

#[test]
fn a_position_belongs_to_its_query() {
    let words = "the position belongs to another query";
    let row = item().with("owner", "ana").with("at", 3).with("body", "…");
    let events = Query::table(&EVENTS, "a");
    let owners = Query::index(&EVENTS, "ByOwner", "ana");
    let go_on = |query: &Query, position: Position| check_query(&query.clone().after(Some(position)));
    assert_eq!(go_on(&events, events.position_of(&row)), Ok(()));
    assert_eq!(go_on(&owners, owners.position_of(&row)), Ok(()));
    refused(go_on(&events, owners.position_of(&row)), words);
    refused(go_on(&owners, events.position_of(&row)), "key attribute owner is missing");
    refused(go_on(&Query::index(&EVENTS, "ByOwner", "ben"), owners.position_of(&row)), words);
    refused(go_on(&owners.clone().compare(Comparison::Greater, 3), owners.position_of(&row)), words);
    let scan = |position| check_scan(&Scan { table: &EVENTS, limit: Some(1), after: Some(position) });
    assert_eq!(scan(events.position_of(&row)), Ok(()));
    refused(scan(owners.position_of(&row)), words);
    refused(check_scan(&Scan { table: &EVENTS, limit: Some(0), after: None }), "a page has at least one row");
}

proptest! {
    #[test]
    fn an_accepted_item_never_passes_the_limit(length in 0_usize..500_000) {
        let item = item().with("body", "x".repeat(length));
        prop_assert_eq!(check_item(&EVENTS, &item).is_ok(), size_of(&item) <= ITEM_BYTES);
    }
}
