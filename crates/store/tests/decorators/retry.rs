//! What belongs to the decorator alone; that nothing happens twice is shown by the suite, on every engine.

use super::engine;
use kernel::Rng;
use std::{sync::Arc, time::Duration};
use store::{
    Key, Store, StoreError, Token, Transaction, View, Write,
    conformance::tables::{DOCS, doc},
    decorators::{CountingStore, FailingStore, FakeTimer, Fault, Operation, Policy, RetryStore, Timer},
};

struct Rig {
    failing: Arc<FailingStore>,
    counted: Arc<CountingStore>,
    timer: Arc<FakeTimer>,
    retry: RetryStore,
}

fn rig(policy: Policy) -> Rig {
    let failing = Arc::new(FailingStore::new(engine()));
    let counted = Arc::new(CountingStore::new(failing.clone()));
    let timer = Arc::new(FakeTimer::default());
    let retry =
        RetryStore::new(counted.clone(), Rng::seeded(5)).with_policy(policy).with_timer(timer.clone());
    Rig { failing, counted, timer, retry }
}

#[tokio::test]
async fn attempts_end_at_their_number() {
    let rig = rig(Policy { attempts: 4, ..Policy::default() });
    rig.failing.always(Fault::Throttled);
    assert!(matches!(rig.retry.get(&DOCS, &Key::new("r", "x")).await, Err(StoreError::Throttled(_))));
    assert_eq!(rig.counted.snapshot().calls_of(Operation::Get), 4);
}

#[tokio::test]
async fn attempts_end_at_their_time() {
    let policy = Policy { attempts: 1000, total: Duration::from_secs(3), ..Policy::default() };
    let rig = rig(policy);
    rig.failing.always(Fault::Conflict);
    assert_eq!(rig.retry.write(Write::put(&DOCS, doc("r", "x"))).await, Err(StoreError::Conflict));
    assert!(rig.timer.elapsed() <= policy.total, "waited for {:?}", rig.timer.elapsed());
    let attempts = rig.counted.snapshot().writes();
    assert!((4..100).contains(&attempts), "{attempts} attempts");
}

#[tokio::test]
async fn what_cannot_get_better_is_not_tried_again() {
    let rig = rig(Policy::default());
    rig.retry.write(Write::put(&DOCS, doc("r", "x"))).await.unwrap();
    rig.counted.reset();
    assert!(
        rig.retry.write(Write::put(&DOCS, doc("r", "x")).if_new()).await.unwrap_err().is_condition_failed()
    );
    assert!(matches!(
        rig.retry.write(Write::update(&DOCS, Key::new("r", "x"))).await,
        Err(StoreError::Invalid(_))
    ));
    assert_eq!(rig.counted.snapshot().writes(), 2);
    assert_eq!(rig.timer.elapsed(), Duration::ZERO);
}

#[tokio::test]
async fn whether_storage_answers_is_asked_once() {
    let rig = rig(Policy::default());
    rig.failing.script([Some(Fault::Before)]);
    assert!(rig.retry.ready().await.is_err());
    assert!(rig.retry.ready().await.is_ok());
}

#[tokio::test]
async fn a_token_that_is_there_is_kept() {
    let rig = rig(Policy::default());
    let add = || Write::update(&DOCS, Key::new("r", "count")).add("count", 1);
    let named = || Transaction { token: Some(Token("mine".into())), ..Transaction::of([add()]) };
    rig.retry.transact(named()).await.unwrap();
    rig.retry.transact(named()).await.unwrap();
    let count = |item: Option<store::Item>| item.and_then(|item| item.get("count").map(View::to_value));
    let held = rig.retry.get(&DOCS, &Key::new("r", "count")).await.unwrap();
    assert_eq!(count(held), Some(1.into()));
    rig.retry.transact(Transaction::of([add()])).await.unwrap();
    rig.retry.transact(Transaction::of([add()])).await.unwrap();
    let held = rig.retry.get(&DOCS, &Key::new("r", "count")).await.unwrap();
    assert_eq!(count(held), Some(3.into()), "each transaction gets a token of its own");
}
