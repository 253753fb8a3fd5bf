//! Transactions: all or nothing, and every failure told.

use super::{
    Harness, assert_invalid, failed,
    tables::{DOCS, PEOPLE, POOL, doc},
};
use crate::{Condition, Failed, Item, Key, Number, StoreError, Transaction, Value, View, Write};

pub async fn all_writes_of_a_transaction_happen_together(h: &Harness) {
    h.put_all(&DOCS, [doc("t", "updated").with("x", 1), doc("t", "deleted"), doc("t", "checked")]).await;
    let person = Item::new().with_key(&PEOPLE, Key::only("ana"));
    let transaction = Transaction::of([
        Write::put(&PEOPLE, person.clone()).if_new(),
        Write::update(&DOCS, Key::new("t", "updated")).set("y", 2).remove("x").if_there(),
        Write::delete(&DOCS, Key::new("t", "deleted")).if_there(),
        Write::check(&DOCS, Key::new("t", "checked"), Condition::exists("pk")),
        Write::put(&POOL, Item::new().with_key(&POOL, Key::new(1, "x"))),
    ]);
    assert_eq!(h.store.transact(transaction).await, Ok(()));
    assert_eq!(h.get(&PEOPLE, &Key::only("ana")).await, Some(person));
    assert_eq!(h.get(&DOCS, &Key::new("t", "updated")).await, Some(doc("t", "updated").with("y", 2)));
    assert_eq!(h.get(&DOCS, &Key::new("t", "deleted")).await, None);
    assert_eq!(h.get(&DOCS, &Key::new("t", "checked")).await, Some(doc("t", "checked")));
    assert!(h.get(&POOL, &Key::new(1, "x")).await.is_some());
}

/// A put, an update, a delete and a check, of which those in `failing` (a bit for each) find what they do not expect.
struct Four {
    pk: String,
    failing: u32,
}

const NAMES: [&str; 4] = ["put", "updated", "deleted", "checked"];

impl Four {
    fn fails(&self, at: usize) -> bool {
        self.failing & (1 << at) != 0
    }

    fn before(&self, at: usize) -> Option<Item> {
        let there = doc(&self.pk, NAMES[at]).with("version", if at == 1 && self.fails(1) { 2 } else { 1 });
        // The put fails when its item is there, the delete and the check when theirs are not.
        let is_there = match at {
            0 => self.fails(0),
            1 => true,
            _ => !self.fails(at),
        };
        is_there.then_some(there)
    }

    fn after(&self, at: usize) -> Option<Item> {
        match at {
            0 => Some(doc(&self.pk, NAMES[0]).with("new", true)),
            1 => Some(doc(&self.pk, NAMES[1]).with("version", 2)),
            2 => None,
            _ => self.before(at),
        }
    }

    fn key(&self, at: usize) -> Key {
        Key::new(self.pk.as_str(), NAMES[at])
    }

    fn transaction(&self) -> Transaction {
        Transaction::of([
            Write::put(&DOCS, doc(&self.pk, NAMES[0]).with("new", true)).if_new(),
            Write::update(&DOCS, self.key(1)).set("version", 2).when(Condition::equals("version", 1)),
            Write::delete(&DOCS, self.key(2)).if_there(),
            Write::check(&DOCS, self.key(3), Condition::exists("pk")),
        ])
    }

    fn expected(&self) -> crate::Result<()> {
        let failures: Vec<_> = (0..NAMES.len())
            .filter(|at| self.fails(*at))
            .map(|at| Failed { at, item: self.before(at) })
            .collect();
        if failures.is_empty() { Ok(()) } else { Err(StoreError::ConditionFailed(failures)) }
    }
}

pub async fn every_failure_is_told_with_its_place_and_item_and_nothing_is_written(h: &Harness) {
    for failing in 0..16 {
        let four = Four { pk: format!("four{failing}"), failing };
        h.put_all(&DOCS, (0..4).filter_map(|at| four.before(at))).await;
        let answer = h.store.transact(four.transaction()).await;
        assert_eq!(answer, four.expected(), "failing: {failing:04b}");
        for (at, name) in NAMES.iter().enumerate() {
            let expected = if failing == 0 { four.after(at) } else { four.before(at) };
            assert_eq!(h.get(&DOCS, &four.key(at)).await, expected, "{name} of {failing:04b}");
        }
    }
}

pub async fn a_failure_at_any_place_of_a_hundred_writes_nothing(h: &Harness) {
    let writes = |pk: &str| {
        (0..100).map(|at| Write::put(&DOCS, doc(pk, &format!("{at:02}"))).if_new()).collect::<Vec<_>>()
    };
    for at in [0, 1, 50, 98, 99] {
        let pk = format!("hundred{at}");
        let standing = doc(&pk, &format!("{at:02}")).with("standing", true);
        h.put(&DOCS, standing.clone()).await;
        assert_eq!(
            h.store.transact(Transaction::of(writes(&pk))).await,
            Err(failed(at, Some(standing.clone())))
        );
        assert_eq!(h.rows(crate::Query::table(&DOCS, pk.as_str())).await, [standing]);
    }
    assert_eq!(h.store.transact(Transaction::of(writes("hundred"))).await, Ok(()));
    assert_eq!(h.rows(crate::Query::table(&DOCS, "hundred")).await.len(), 100);
}

pub async fn conditions_are_judged_on_what_was_there_before(h: &Harness) {
    h.put(&DOCS, doc("b", "there").with("state", "old")).await;
    let old = || Condition::equals("state", "old");
    let transaction = Transaction::of([
        Write::update(&DOCS, Key::new("b", "there")).set("state", "new").when(old()),
        Write::put(&DOCS, doc("b", "other")).when(Condition::absent("state")),
    ]);
    assert_eq!(h.store.transact(transaction.clone()).await, Ok(()));
    let now = doc("b", "there").with("state", "new");
    assert_eq!(h.store.transact(transaction).await, Err(failed(0, Some(now))));
}

pub async fn adding_counts_from_what_is_there_or_from_zero(h: &Harness) {
    let add =
        |amount: Number| Transaction::of([Write::update(&DOCS, Key::new("n", "count")).add("count", amount)]);
    for (amount, total) in [("5", "5"), ("-7", "-2"), ("0.25", "-1.75"), ("1.75", "0"), ("1e20", "1e20")] {
        let number = |text: &str| text.parse::<Number>().expect("a number");
        h.store.transact(add(number(amount))).await.expect("an addition");
        let expected = doc("n", "count").with("count", number(total));
        assert_eq!(h.get(&DOCS, &Key::new("n", "count")).await, Some(expected), "after {amount}");
    }
}

pub async fn adding_to_what_is_no_number_is_refused(h: &Harness) {
    h.put(&DOCS, doc("n", "text").with("count", "five")).await;
    let transaction = Transaction::of([
        Write::put(&DOCS, doc("n", "other")),
        Write::update(&DOCS, Key::new("n", "text")).add("count", 1),
    ]);
    assert_invalid(h.store.transact(transaction).await);
    assert_eq!(h.get(&DOCS, &Key::new("n", "other")).await, None);
    let held = h.get(&DOCS, &Key::new("n", "text")).await;
    assert_eq!(held.and_then(|item| item.get("count").map(View::to_value)), Some(Value::from("five")));
}
