//! Conditions of every kind, on items that are there and on items that are not.

use super::{
    Harness, failed,
    tables::{DOCS, doc},
};
use crate::{
    Comparison::{self, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual},
    Condition, Item, Key, Query, Transaction, Value, Write,
};
use std::collections::BTreeMap;

fn sample() -> Item {
    doc("c", "there")
        .with("text", "mmm")
        .with("number", 5)
        .with("bytes", Value::B(vec![5, 5]))
        .with("yes", true)
        .with("null", Value::Null)
        .with("list", Value::L(vec![1.into(), "x".into()]))
        .with("map", Value::M(BTreeMap::from([("a".into(), 1.into())])))
}

fn compare(name: &str, comparison: Comparison, value: impl Into<Value>) -> Condition {
    Condition::compare(name, comparison, value)
}

fn between(name: &str, low: impl Into<Value>, high: impl Into<Value>) -> Condition {
    Condition::Between(name.into(), low.into(), high.into())
}

fn one_of(name: &str, values: &[Value]) -> Condition {
    Condition::OneOf(name.into(), values.to_vec())
}

fn begins(name: &str, prefix: &str) -> Condition {
    Condition::BeginsWith(name.into(), prefix.into())
}

fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// Asserts what each condition says of the item at `key`: by a write, and by a check within a transaction.
async fn say(h: &Harness, key: &Key, item: Option<&Item>, cases: Vec<(Condition, bool)>) {
    for (condition, holds) in cases {
        assert_eq!(condition.holds(item), holds, "the suite itself: {condition:?}");
        let expected = if holds { Ok(()) } else { Err(failed(0, item.cloned())) };
        let write = Write::delete(&DOCS, key.clone()).when(condition.clone());
        assert_eq!(h.store.write(write).await, expected, "{condition:?}");
        if let Some(item) = item {
            h.put(&DOCS, item.clone()).await;
        }
        let check = Transaction::of([Write::check(&DOCS, key.clone(), condition.clone())]);
        assert_eq!(h.store.transact(check).await, expected, "{condition:?} in a transaction");
    }
}

async fn say_of_sample(h: &Harness, cases: Vec<(Condition, bool)>) {
    h.put(&DOCS, sample()).await;
    say(h, &Key::new("c", "there"), Some(&sample()), cases).await;
}

pub async fn existence(h: &Harness) {
    let cases = vec![
        (Condition::exists("pk"), true),
        (Condition::exists("null"), true),
        (Condition::exists("nothing"), false),
        (Condition::absent("nothing"), true),
        (Condition::absent("text"), false),
    ];
    say_of_sample(h, cases).await;
}

pub async fn comparisons_of_strings(h: &Harness) {
    let mut cases = Vec::new();
    for (bound, holds) in [
        ("mm", [false, true, false, false, true, true]),
        ("mmm", [true, false, false, true, false, true]),
        ("mmma", [false, true, true, true, false, false]),
        ("é", [false, true, true, true, false, false]),
    ] {
        let comparisons = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
        cases.extend(
            comparisons.into_iter().zip(holds).map(|(how, holds)| (compare("text", how, bound), holds)),
        );
    }
    say_of_sample(h, cases).await;
}

pub async fn comparisons_of_numbers(h: &Harness) {
    let mut cases = Vec::new();
    for (bound, holds) in [
        (-6, [false, true, false, false, true, true]),
        (5, [true, false, false, true, false, true]),
        (40, [false, true, true, true, false, false]),
    ] {
        let comparisons = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
        cases.extend(
            comparisons.into_iter().zip(holds).map(|(how, holds)| (compare("number", how, bound), holds)),
        );
    }
    say_of_sample(h, cases).await;
}

pub async fn comparisons_of_other_types(h: &Harness) {
    let map = |value: i32| Value::M(BTreeMap::from([("a".into(), value.into())]));
    let cases = vec![
        (compare("bytes", Equal, Value::B(vec![5, 5])), true),
        (compare("bytes", Less, Value::B(vec![5, 6])), true),
        (compare("bytes", Greater, Value::B(vec![5])), true),
        (compare("yes", Equal, true), true),
        (compare("yes", NotEqual, true), false),
        (compare("yes", Equal, false), false),
        (compare("null", Equal, Value::Null), true),
        (compare("list", Equal, Value::L(vec![1.into(), "x".into()])), true),
        (compare("list", Equal, Value::L(vec!["x".into(), 1.into()])), false),
        (compare("map", Equal, map(1)), true),
        (compare("map", Equal, map(2)), false),
    ];
    say_of_sample(h, cases).await;
}

pub async fn values_of_different_types_never_compare(h: &Harness) {
    let cases = vec![
        (compare("number", Equal, "5"), false),
        (compare("number", NotEqual, "5"), true),
        (compare("number", Less, "9"), false),
        (compare("number", Greater, "1"), false),
        (compare("text", GreaterOrEqual, 0), false),
        (compare("yes", Equal, 1), false),
        (compare("null", Equal, ""), false),
        (between("text", 0, 9), false),
        (one_of("number", &["5".into()]), false),
        (begins("number", "5"), false),
    ];
    say_of_sample(h, cases).await;
}

pub async fn an_absent_attribute_equals_nothing(h: &Harness) {
    let cases = vec![
        (compare("nothing", Equal, 1), false),
        (compare("nothing", NotEqual, 1), true),
        (compare("nothing", Less, 1), false),
        (compare("nothing", Greater, 1), false),
        (compare("nothing", Equal, Value::Null), false),
        (between("nothing", 0, 1), false),
        (begins("nothing", "x"), false),
        (one_of("nothing", &[1.into()]), false),
    ];
    say_of_sample(h, cases).await;
}

pub async fn ranges_prefixes_and_choices(h: &Harness) {
    let cases = vec![
        (between("text", "a", "z"), true),
        (between("text", "mmm", "mmm"), true),
        (between("text", "n", "z"), false),
        (between("number", 5, 6), true),
        (between("number", -10, -4), false),
        (begins("text", "mm"), true),
        (begins("text", "mmm"), true),
        (begins("text", "mmmm"), false),
        (one_of("text", &["x".into(), "mmm".into()]), true),
        (one_of("number", &[1.into(), "mmm".into(), 5.into()]), true),
        (one_of("number", &[1.into(), 2.into()]), false),
    ];
    say_of_sample(h, cases).await;
}

pub async fn conditions_combine(h: &Harness) {
    let yes = || compare("number", Equal, 5);
    let no = || compare("text", Equal, "no");
    let cases = vec![
        (yes().and(yes()), true),
        (yes().and(no()), false),
        (no().or(yes()), true),
        (no().or(no()), false),
        (not(no()), true),
        (not(yes()), false),
        (not(yes().and(no())), true),
        (yes().and(no().or(yes())), true),
        (no().or(yes().and(not(no())).and(Condition::exists("pk"))), true),
        (Condition::All(vec![yes()]), true),
        (Condition::Any(vec![no()]), false),
        (not(not(yes())), true),
        (Condition::All(vec![Condition::Any(vec![no(), yes()]), Condition::Any(vec![yes(), no()])]), true),
    ];
    say_of_sample(h, cases).await;
}

pub async fn a_hundred_terms_are_one_condition(h: &Harness) {
    let terms = |from: i32| (from..from + 50).map(|at| not(compare("number", Equal, at))).collect();
    let cases = vec![
        (Condition::All(terms(100)), true),
        (Condition::All(terms(0)), false),
        (one_of("number", &(-94..6).map(Value::from).collect::<Vec<_>>()), true),
    ];
    say_of_sample(h, cases).await;
}

pub async fn an_item_that_is_not_there_has_no_attributes(h: &Harness) {
    let cases = vec![
        (Condition::absent("pk"), true),
        (Condition::exists("pk"), false),
        (compare("number", NotEqual, 5), true),
        (compare("number", Equal, 5), false),
        (compare("number", Less, 5), false),
        (begins("text", "m"), false),
        (not(Condition::exists("text")), true),
    ];
    say(h, &Key::new("c", "not there"), None, cases).await;
}

pub async fn a_write_whose_condition_fails_changes_nothing_and_tells_what_is_there(h: &Harness) {
    let (key, held) = (Key::new("c", "there"), sample().with("owner", "ana").with("title", "t"));
    h.put(&DOCS, held.clone()).await;
    let writes = [
        Write::put(&DOCS, doc("c", "there").with("owner", "ben").with("title", "t")).if_new(),
        Write::update(&DOCS, key.clone()).set("owner", "ben").when(compare("number", Equal, 6)),
        Write::delete(&DOCS, key.clone()).when(Condition::absent("text")),
    ];
    for write in writes {
        assert_eq!(h.store.write(write).await, Err(failed(0, Some(held.clone()))));
        assert_eq!(h.get(&DOCS, &key).await, Some(held.clone()));
    }
    h.answers(Query::index(&DOCS, "ByOwnerTitle", "ana"), &[held]).await;
    h.answers(Query::index(&DOCS, "ByOwnerTitle", "ben"), &[]).await;
}

pub async fn if_new_and_if_there_tell_whether_an_item_exists(h: &Harness) {
    let (key, item) = (Key::new("c", "new"), doc("c", "new"));
    assert_eq!(h.store.write(Write::delete(&DOCS, key.clone()).if_there()).await, Err(failed(0, None)));
    assert_eq!(
        h.store.write(Write::update(&DOCS, key.clone()).set("x", 1).if_there()).await,
        Err(failed(0, None))
    );
    assert_eq!(h.get(&DOCS, &key).await, None);
    assert_eq!(h.store.write(Write::put(&DOCS, item.clone()).if_new()).await, Ok(()));
    assert_eq!(
        h.store.write(Write::put(&DOCS, item.clone()).if_new()).await,
        Err(failed(0, Some(item.clone())))
    );
    assert_eq!(h.store.write(Write::update(&DOCS, key.clone()).set("x", 1).if_there()).await, Ok(()));
    assert_eq!(h.store.write(Write::delete(&DOCS, key.clone()).if_there()).await, Ok(()));
    assert_eq!(h.get(&DOCS, &key).await, None);
}
