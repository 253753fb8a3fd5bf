//! The retry decorator over an engine that fails before and after the commit: what was asked for happens, and happens once.

use super::{
    Harness, failed,
    tables::{DOCS, doc},
    unrepeated,
};
use crate::{
    Condition, Key, Query, Scan, Store, StoreError, Transaction, Write,
    decorators::{
        FailingStore, FakeTimer,
        Fault::{self, After, Before, Conflict, Throttled},
        Policy, RetryStore,
    },
};
use futures::future::join_all;
use std::{sync::Arc, time::Duration};

/// An engine that fails as it is told, under a decorator that tries again without waiting.
fn unsteady(h: &Harness) -> (Arc<FailingStore>, RetryStore) {
    let failing = Arc::new(FailingStore::new(h.store.clone()));
    let retry = RetryStore::new(failing.clone(), unrepeated()).with_timer(Arc::new(FakeTimer::default()));
    (failing, retry)
}

/// Every row of one or two faults, and some longer ones.
fn schedules() -> Vec<Vec<Fault>> {
    let one = Fault::ALL.map(|fault| vec![fault]);
    let two = Fault::ALL.iter().flat_map(|first| Fault::ALL.iter().map(|second| vec![*first, *second]));
    let longer =
        [vec![After, Before, After], vec![After; 3], vec![Before, Throttled, After, Conflict, After]];
    [vec![]].into_iter().chain(one).chain(two).chain(longer).collect()
}

fn key(sk: &str) -> Key {
    Key::new("retry", sk)
}

pub async fn a_put_happens_whatever_fails(h: &Harness) {
    let (failing, retry) = unsteady(h);
    for (at, faults) in schedules().into_iter().enumerate() {
        let item = doc("retry", "put").with("at", at as u64).with("owner", "ana");
        failing.script(faults.iter().copied().map(Some));
        assert_eq!(retry.write(Write::put(&DOCS, item.clone())).await, Ok(()), "{faults:?}");
        assert_eq!(h.get(&DOCS, &key("put")).await, Some(item), "{faults:?}");
    }
}

pub async fn a_put_that_must_be_new_succeeds_when_it_finds_itself(h: &Harness) {
    let (failing, retry) = unsteady(h);
    for (at, faults) in schedules().into_iter().enumerate() {
        let sk = format!("new{at}");
        let item = doc("retry", &sk).with("at", at as u64);
        failing.script(faults.iter().copied().map(Some));
        assert_eq!(retry.write(Write::put(&DOCS, item.clone()).if_new()).await, Ok(()), "{faults:?}");
        assert_eq!(h.get(&DOCS, &key(&sk)).await, Some(item), "{faults:?}");
    }
}

pub async fn an_update_under_a_version_succeeds_when_it_finds_itself(h: &Harness) {
    let (failing, retry) = unsteady(h);
    for faults in schedules() {
        h.put(&DOCS, doc("retry", "edit").with("version", 1).with("draft", true)).await;
        failing.script(faults.iter().copied().map(Some));
        let update = Write::update(&DOCS, key("edit")).set("version", 2).set("title", "new").remove("draft");
        assert_eq!(retry.write(update.when(Condition::equals("version", 1))).await, Ok(()), "{faults:?}");
        let expected = doc("retry", "edit").with("version", 2).with("title", "new");
        assert_eq!(h.get(&DOCS, &key("edit")).await, Some(expected), "{faults:?}");
    }
}

pub async fn a_delete_succeeds_when_it_finds_nothing_left(h: &Harness) {
    let (failing, retry) = unsteady(h);
    for faults in schedules() {
        h.put(&DOCS, doc("retry", "gone")).await;
        failing.script(faults.iter().copied().map(Some));
        assert_eq!(retry.write(Write::delete(&DOCS, key("gone")).if_there()).await, Ok(()), "{faults:?}");
        assert_eq!(h.get(&DOCS, &key("gone")).await, None, "{faults:?}");
    }
}

pub async fn a_transaction_happens_once_whatever_fails(h: &Harness) {
    let (failing, retry) = unsteady(h);
    for (at, faults) in schedules().into_iter().enumerate() {
        let transaction = Transaction::of([
            Write::update(&DOCS, key("count")).add("count", 1),
            Write::put(&DOCS, doc("retry", &format!("entry{at}"))).if_new(),
        ]);
        failing.script(faults.iter().copied().map(Some));
        assert_eq!(retry.transact(transaction).await, Ok(()), "{faults:?}");
        let expected = doc("retry", "count").with("count", at as u64 + 1);
        assert_eq!(h.get(&DOCS, &key("count")).await, Some(expected), "{faults:?}");
    }
}

pub async fn a_condition_that_does_not_hold_fails_whatever_else_does(h: &Harness) {
    let (failing, retry) = unsteady(h);
    let held = doc("retry", "held").with("by", "ben").with("version", 7);
    h.put(&DOCS, held.clone()).await;
    let put = Write::put(&DOCS, doc("retry", "held").with("by", "ana")).if_new();
    let update = Write::update(&DOCS, key("held")).set("by", "ana").when(Condition::equals("version", 1));
    let delete = Write::delete(&DOCS, key("held")).when(Condition::equals("version", 1));
    for faults in schedules() {
        for write in [&put, &update, &delete] {
            failing.script(faults.iter().copied().map(Some));
            assert_eq!(retry.write(write.clone()).await, Err(failed(0, Some(held.clone()))), "{faults:?}");
        }
        failing.script(faults.iter().copied().map(Some));
        let transaction = Transaction::of([Write::put(&DOCS, doc("retry", "other")), put.clone()]);
        assert_eq!(retry.transact(transaction).await, Err(failed(1, Some(held.clone()))), "{faults:?}");
    }
    assert_eq!(h.get(&DOCS, &key("held")).await, Some(held));
    assert_eq!(h.get(&DOCS, &key("other")).await, None);
}

pub async fn only_a_lost_answer_excuses_a_condition_that_fails(h: &Harness) {
    let (failing, retry) = unsteady(h);
    let item = doc("retry", "twin").with("version", 2);
    h.put(&DOCS, item.clone()).await;
    let put = Write::put(&DOCS, item.clone()).if_new();
    let update = Write::update(&DOCS, key("twin")).set("version", 2).when(Condition::equals("version", 1));
    for faults in [vec![], vec![Throttled], vec![Conflict, Throttled]] {
        for write in [&put, &update] {
            failing.script(faults.iter().copied().map(Some));
            assert_eq!(retry.write(write.clone()).await, Err(failed(0, Some(item.clone()))), "{faults:?}");
        }
    }
}

pub async fn a_write_that_may_have_happened_is_never_said_not_to_have(h: &Harness) {
    let (failing, retry) = unsteady(h);
    let put = |sk: &str| retry.write(Write::put(&DOCS, doc("retry", sk)));
    for fault in [Throttled, Conflict] {
        failing.always(fault);
        let clear = put("never").await;
        assert!(matches!(clear, Err(StoreError::Throttled(_) | StoreError::Conflict)), "{clear:?}");
        failing.script([Some(After)]);
        let unclear = put("maybe").await;
        assert!(matches!(unclear, Err(StoreError::Unavailable(_))), "{unclear:?}");
        failing.heal();
    }
    assert_eq!(h.get(&DOCS, &key("never")).await, None);
    assert_eq!(h.get(&DOCS, &key("maybe")).await, Some(doc("retry", "maybe")));
}

pub async fn reads_answer_whatever_fails(h: &Harness) {
    let (failing, retry) = unsteady(h);
    let item = doc("retry", "read");
    h.put(&DOCS, item.clone()).await;
    for faults in schedules() {
        let script = || failing.script(faults.iter().copied().map(Some));
        script();
        assert_eq!(retry.get(&DOCS, &key("read")).await, Ok(Some(item.clone())), "{faults:?}");
        script();
        assert_eq!(retry.batch_get(&DOCS, &[key("read")]).await, Ok(vec![Some(item.clone())]), "{faults:?}");
        script();
        let rows = retry.query(Query::table(&DOCS, "retry")).await.expect("a query");
        assert_eq!(rows.items, std::slice::from_ref(&item), "{faults:?}");
        script();
        let rows = retry.scan(Scan { table: &DOCS, limit: None, after: None }).await.expect("a scan");
        assert_eq!(rows.items, std::slice::from_ref(&item), "{faults:?}");
    }
}

pub async fn many_writers_over_a_failing_engine_each_count_once(h: &Harness) {
    const WRITERS: u64 = 8;
    const EACH: u64 = 5;
    let failing = Arc::new(FailingStore::new(h.store.clone()));
    failing.at_random(7, 30);
    let patient = Policy { attempts: u32::MAX, total: Duration::MAX, ..Policy::default() };
    let retry = RetryStore::new(failing, unrepeated())
        .with_policy(patient)
        .with_timer(Arc::new(FakeTimer::default()));
    let retry = Arc::new(retry);
    let writers = (0..WRITERS).map(|_| {
        let retry = retry.clone();
        tokio::spawn(async move {
            for _ in 0..EACH {
                let add = Write::update(&DOCS, key("sum")).add("count", 1);
                retry.transact(Transaction::of([add])).await.expect("an addition in the end");
            }
        })
    });
    for writer in join_all(writers).await {
        writer.expect("a writer that ends");
    }
    let expected = doc("retry", "sum").with("count", WRITERS * EACH);
    assert_eq!(h.get(&DOCS, &key("sum")).await, Some(expected));
}
