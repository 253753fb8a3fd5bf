//! Limits: what fits is stored, what does not is refused, on every engine alike.

use super::{
    Harness, assert_invalid, assert_too_large,
    tables::{DOCS, PEOPLE, POOL, doc},
};
use crate::{
    Comparison, Condition, Item, Key, Query, Scan, Token, Transaction, Value, Write,
    validate::{DEPTH, ITEM_BYTES, size_of},
};

/// An item of exactly `bytes`.
fn item_of(bytes: usize) -> Item {
    let bare = doc("big", "item");
    let body = bytes - size_of(&bare) - "body".len();
    bare.with("body", "x".repeat(body))
}

pub async fn keys_of_the_largest_size_are_stored(h: &Harness) {
    let (pk, sk) = ("p".repeat(2048), "s".repeat(1024));
    let item = doc(&pk, &sk).with("owner", "o".repeat(2048)).with("title", "t".repeat(1024));
    h.put(&DOCS, item.clone()).await;
    assert_eq!(h.get(&DOCS, &Key::new(pk.as_str(), sk.as_str())).await, Some(item.clone()));
    h.answers(Query::index(&DOCS, "ByOwnerTitle", "o".repeat(2048)), &[item]).await;
}

pub async fn larger_and_empty_keys_are_refused(h: &Harness) {
    let too_large = [Key::new("p".repeat(2049), "s"), Key::new("p", "s".repeat(1025))];
    for key in too_large {
        assert_too_large(h.store.get(&DOCS, &key).await);
        assert_too_large(h.store.batch_get(&DOCS, std::slice::from_ref(&key)).await);
        assert_too_large(h.store.write(Write::delete(&DOCS, key.clone())).await);
        assert_too_large(h.store.write(Write::put(&DOCS, Item::new().with_key(&DOCS, key))).await);
    }
    for key in [Key::new("", "s"), Key::new("p", ""), Key::only("p"), Key::new(1, "s"), Key::new("p", 1)] {
        assert_invalid(h.store.get(&DOCS, &key).await);
        assert_invalid(h.store.batch_get(&DOCS, std::slice::from_ref(&key)).await);
        assert_invalid(h.store.write(Write::update(&DOCS, key).set("x", 1)).await);
    }
    assert_invalid(h.store.get(&PEOPLE, &Key::new("a", "b")).await);
    assert_invalid(h.store.get(&POOL, &Key::new("1", "b")).await);
    assert_invalid(h.store.query(Query::table(&DOCS, "")).await);
}

pub async fn index_attributes_of_the_wrong_kind_are_refused(h: &Harness) {
    let wrong = [
        ("owner", Value::Null),
        ("owner", "".into()),
        ("owner", 5.into()),
        ("at", "5".into()),
        ("at", Value::Null),
        ("code", Value::L(vec![])),
    ];
    for (name, value) in wrong {
        assert_invalid(h.store.write(Write::put(&DOCS, doc("p", "s").with(name, value.clone()))).await);
        let update = Write::update(&DOCS, Key::new("p", "s")).set(name, value);
        assert_invalid(h.store.write(update.clone()).await);
        assert_invalid(h.store.transact(Transaction::of([update])).await);
    }
    assert_too_large(h.store.write(Write::put(&DOCS, doc("p", "s").with("title", "t".repeat(1025)))).await);
    assert_eq!(h.get(&DOCS, &Key::new("p", "s")).await, None);
}

pub async fn items_of_400_kb_are_stored_and_larger_ones_refused(h: &Harness) {
    h.put(&DOCS, item_of(ITEM_BYTES)).await;
    assert_eq!(h.get(&DOCS, &Key::new("big", "item")).await, Some(item_of(ITEM_BYTES)));
    assert_too_large(h.store.write(Write::put(&DOCS, item_of(ITEM_BYTES + 1))).await);
    assert_too_large(h.store.transact(Transaction::of([Write::put(&DOCS, item_of(ITEM_BYTES + 1))])).await);
}

pub async fn an_update_that_makes_an_item_too_large_is_refused(h: &Harness) {
    let held = item_of(ITEM_BYTES - 100);
    h.put(&DOCS, held.clone()).await;
    let grow = Write::update(&DOCS, Key::new("big", "item")).set("more", "x".repeat(200));
    assert_too_large(h.store.write(grow.clone()).await);
    assert_too_large(h.store.transact(Transaction::of([Write::put(&DOCS, doc("big", "other")), grow])).await);
    assert_eq!(h.get(&DOCS, &Key::new("big", "item")).await, Some(held));
    assert_eq!(h.get(&DOCS, &Key::new("big", "other")).await, None);
}

pub async fn values_nest_31_deep_and_no_deeper(h: &Harness) {
    let nested = |depth: usize| (0..depth).fold(Value::from(1), |value, _| Value::L(vec![value]));
    let item = doc("deep", "item").with("deep", nested(DEPTH));
    h.put(&DOCS, item.clone()).await;
    assert_eq!(h.get(&DOCS, &Key::new("deep", "item")).await, Some(item));
    assert_invalid(
        h.store.write(Write::put(&DOCS, doc("deep", "item").with("deep", nested(DEPTH + 1)))).await,
    );
}

pub async fn updates_that_cannot_be_are_refused(h: &Harness) {
    let update = || Write::update(&DOCS, Key::new("p", "s"));
    let refused = [
        update(),
        update().set("pk", "q"),
        update().remove("sk"),
        update().set("x", 1).remove("x"),
        update().set("", 1),
    ];
    for write in refused {
        assert_invalid(h.store.write(write.clone()).await);
        assert_invalid(h.store.transact(Transaction::of([write])).await);
    }
    let many = (0..300).fold(update(), |write, at| write.set(format!("attribute{at}"), at));
    assert_eq!(h.store.write(many).await, Ok(()));
}

pub async fn what_could_happen_twice_stands_only_in_a_transaction(h: &Harness) {
    assert_invalid(h.store.write(Write::update(&DOCS, Key::new("p", "s")).add("count", 1)).await);
    assert_invalid(h.store.write(Write::check(&DOCS, Key::new("p", "s"), Condition::absent("pk"))).await);
    assert_eq!(h.get(&DOCS, &Key::new("p", "s")).await, None);
}

pub async fn transactions_past_their_limits_are_refused_whole(h: &Harness) {
    let puts = |count: usize| (0..count).map(|at| Write::put(&DOCS, doc("many", &format!("{at}"))));
    assert_too_large(h.store.transact(Transaction::of(puts(101))).await);
    assert_invalid(h.store.transact(Transaction::default()).await);
    let twice = puts(3).chain([Write::delete(&DOCS, Key::new("many", "1"))]);
    assert_invalid(h.store.transact(Transaction::of(twice)).await);
    let heavy = puts(11).map(|write| match write.op {
        crate::Op::Put(item) => Write::put(&DOCS, item.with("body", "x".repeat(400_000))),
        _ => write,
    });
    assert_too_large(h.store.transact(Transaction::of(heavy)).await);
    for token in [String::new(), "t".repeat(37)] {
        assert_invalid(
            h.store.transact(Transaction { token: Some(Token(token)), ..Transaction::of(puts(1)) }).await,
        );
    }
    assert_eq!(h.rows(Query::table(&DOCS, "many")).await, []);
}

pub async fn batches_past_their_limits_are_refused(h: &Harness) {
    let keys: Vec<_> = (0..101).map(|at| Key::new("p", format!("{at}"))).collect();
    assert_too_large(h.store.batch_get(&DOCS, &keys).await);
    assert_invalid(h.store.batch_get(&DOCS, &[]).await);
    assert_invalid(h.store.batch_get(&DOCS, &[keys[0].clone(), keys[0].clone()]).await);
    assert_eq!(h.store.batch_get(&DOCS, &keys[..100]).await, Ok(vec![None; 100]));
}

pub async fn queries_that_cannot_be_answered_are_refused(h: &Harness) {
    let docs = || Query::table(&DOCS, "p");
    let owners = || Query::index(&DOCS, "ByOwnerTitle", "ana");
    let row = doc("p", "s").with("owner", "ana").with("title", "t");
    let refused = [
        Query::index(&DOCS, "ByNothing", "x"),
        Query { consistent: true, ..owners() },
        Query::table(&PEOPLE, "ana").begins_with("x"),
        Query::table(&DOCS, 1),
        Query::index(&DOCS, "ByOwnerTime", "ana").begins_with(1),
        docs().between("z", "a"),
        docs().between(1, 2),
        docs().compare(Comparison::NotEqual, "a"),
        docs().limit(0),
        docs().after(Some(owners().position_of(&row))),
        owners().after(Some(docs().position_of(&row))),
        Query::table(&DOCS, "q").after(Some(docs().position_of(&row))),
    ];
    for query in refused {
        assert_invalid(h.store.query(query).await);
    }
    assert_invalid(h.store.scan(Scan { table: &DOCS, limit: Some(0), after: None }).await);
    let after = Some(owners().position_of(&row));
    assert_invalid(h.store.scan(Scan { table: &DOCS, limit: None, after }).await);
}

pub async fn conditions_that_cannot_be_asked_are_refused(h: &Harness) {
    let refused = [
        Condition::All(vec![]),
        Condition::exists(""),
        Condition::compare("x", Comparison::Less, true),
        Condition::Between("x".into(), 2.into(), 1.into()),
        Condition::Between("x".into(), 1.into(), "2".into()),
        Condition::OneOf("x".into(), vec![]),
    ];
    for condition in refused {
        assert_invalid(h.store.write(Write::delete(&DOCS, Key::new("p", "s")).when(condition)).await);
    }
}
