//! The retry decorator over a bad connection to the real DynamoDB Local: requests that never arrive, answers that never
//! arrive though the work is done or that arrive too late, requests that overtake each other, throttling. Nothing is lost, and
//! nothing happens twice.

use crate::setup::{VISITS, clock, key, options, own_prefix, with_tables};
use dynamodb_local::proxy::{Fate, Proxy};
use futures::future::join_all;
use kernel::Rng;
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use store::{
    Condition, Item, Store, StoreError, Transaction, Value, View, Write,
    decorators::{Policy, RetryStore},
};
use store_dynamodb::{DynamoStore, Options, Timeouts};

/// Many attempts and hardly a pause: three of four requests go wrong.
const POLICY: Policy = Policy {
    attempts: 60,
    first_pause: Duration::from_millis(1),
    longest_pause: Duration::from_millis(10),
    total: Duration::from_mins(1),
};

/// How long the client waits for an answer, and a time that is longer.
const PATIENCE: Duration = Duration::from_millis(1_500);
const TOO_LATE: Duration = Duration::from_millis(2_500);

struct Line {
    /// Over the bad connection, with retries.
    store: Arc<dyn Store>,
    /// A good connection to the same tables.
    direct: DynamoStore,
    _proxy: Proxy,
}

async fn line(policy: Policy, choose: impl FnMut(&str) -> Fate + Send + 'static) -> Line {
    let prefix = own_prefix();
    let named = || Options { table_prefix: prefix.clone(), clock: clock(), ..options(vec![&VISITS]) };
    let direct = with_tables(named()).await;
    let proxy = Proxy::start(choose).await;
    let timeouts = Timeouts { connect: Duration::from_secs(2), answer: PATIENCE };
    let through = Options { endpoint: Some(proxy.endpoint.clone()), timeouts, ..named() };
    let inner = Arc::new(DynamoStore::connect(through).await.unwrap());
    let store = Arc::new(RetryStore::new(inner, Rng::seeded(1)).with_policy(policy));
    Line { store, direct, _proxy: proxy }
}

async fn bad_line(seed: u64) -> Line {
    let rng = Rng::seeded(seed);
    line(POLICY, move |_| match rng.below(8) {
        0 => Fate::Pass,
        1 => Fate::Delay(Duration::from_millis(rng.below(40))),
        2 | 3 => Fate::CutBefore,
        4 | 5 => Fate::CutAfter,
        _ => Fate::Refuse("ProvisionedThroughputExceededException"),
    })
    .await
}

/// The first request of each kind meets `fate`, and those after it pass.
async fn line_with_first(fate: Fate) -> Line {
    let mut seen = HashSet::new();
    line(POLICY, move |operation| if seen.insert(operation.to_owned()) { fate } else { Fate::Pass }).await
}

fn visit(sk: &str) -> Item {
    Item::new().with_key(&VISITS, key(sk))
}

#[tokio::test]
async fn transactions_over_a_bad_line_all_happen_once() {
    const EACH: u64 = 15;
    let line = bad_line(11).await;
    let visitors = (0..4).map(|visitor| {
        let store = Arc::clone(&line.store);
        async move {
            for visit_number in 0..EACH {
                let count = Write::update(&VISITS, key(&format!("count {visitor}"))).add("count", 1_u64);
                let own = Write::put(&VISITS, visit(&format!("own {visitor} {visit_number}"))).if_new();
                store.transact(Transaction::of([count, own])).await.unwrap();
            }
        }
    });
    join_all(visitors).await;
    for visitor in 0..4 {
        let count = line.direct.get(&VISITS, &key(&format!("count {visitor}"))).await.unwrap().unwrap();
        assert_eq!(count.get("count").map(View::to_value), Some(Value::from(EACH)));
        for visit_number in 0..EACH {
            let own = line.direct.get(&VISITS, &key(&format!("own {visitor} {visit_number}"))).await;
            assert!(own.unwrap().is_some());
        }
    }
}

#[tokio::test]
async fn conditional_writes_over_a_bad_line_succeed_once_each() {
    let line = bad_line(12).await;
    for round in 0..10 {
        let sk = format!("page {round}");
        line.store.write(Write::put(&VISITS, visit(&sk).with("version", 0_u64)).if_new()).await.unwrap();
        for version in 0..3_u64 {
            let edit = Write::update(&VISITS, key(&sk)).set("version", version + 1);
            line.store.write(edit.when(Condition::equals("version", version))).await.unwrap();
        }
        let held = line.direct.get(&VISITS, &key(&sk)).await.unwrap();
        assert_eq!(held, Some(visit(&sk).with("version", 3_u64)));
        assert_eq!(line.store.get(&VISITS, &key(&sk)).await.unwrap(), held);
        line.store.write(Write::delete(&VISITS, key(&sk)).if_there()).await.unwrap();
        assert_eq!(line.direct.get(&VISITS, &key(&sk)).await.unwrap(), None);
    }
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_no_reason_to_do_it_twice() {
    let line = line_with_first(Fate::AnswerLate(TOO_LATE)).await;
    let count = || Write::update(&VISITS, key("count")).add("count", 1_u64);
    let own = Write::put(&VISITS, visit("own")).if_new();
    line.store.transact(Transaction::of([count(), own])).await.unwrap();
    line.store.write(Write::put(&VISITS, visit("new")).if_new()).await.unwrap();
    let held = line.direct.get(&VISITS, &key("count")).await.unwrap().unwrap();
    assert_eq!(held.get("count"), Some(View::N(1_u64.into())));
}

#[tokio::test]
async fn a_request_that_arrives_after_its_own_retry_changes_nothing_more() {
    let line = line_with_first(Fate::Delay(TOO_LATE)).await;
    let count = || Write::update(&VISITS, key("count")).add("count", 1_u64);
    line.direct.write(Write::put(&VISITS, visit("page").with("version", 1_u64))).await.unwrap();
    let edit = |from: u64| {
        let update = Write::update(&VISITS, key("page")).set("version", from + 1);
        update.when(Condition::equals("version", from))
    };
    line.store.transact(Transaction::of([count()])).await.unwrap();
    line.store.write(edit(1)).await.unwrap();
    line.store.write(edit(2)).await.unwrap();
    // By now the first request of each kind has arrived too.
    tokio::time::sleep(TOO_LATE).await;
    let held = line.direct.get(&VISITS, &key("count")).await.unwrap().unwrap();
    assert_eq!(held.get("count"), Some(View::N(1_u64.into())));
    let page = line.direct.get(&VISITS, &key("page")).await.unwrap();
    assert_eq!(page, Some(visit("page").with("version", 3_u64)));
}

#[tokio::test]
async fn a_slow_answer_that_is_in_time_is_waited_for() {
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let line = line(POLICY, move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        Fate::Delay(PATIENCE / 10)
    })
    .await;
    line.store.write(Write::put(&VISITS, visit("a")).if_new()).await.unwrap();
    assert_eq!(line.store.get(&VISITS, &key("a")).await, Ok(Some(visit("a"))));
    assert_eq!(asked.load(Ordering::SeqCst), 2, "nothing was asked twice");
}

#[tokio::test]
async fn of_writers_racing_over_a_bad_line_exactly_one_wins() {
    let line = bad_line(13).await;
    for round in 0..8 {
        let sk = format!("seat {round}");
        let writers = (0..6_u64).map(|writer| {
            let claim = Write::put(&VISITS, visit(&sk).with("writer", writer)).if_new();
            let store = Arc::clone(&line.store);
            async move { (writer, store.write(claim).await) }
        });
        let answers = join_all(writers).await;
        let held = line.direct.get(&VISITS, &key(&sk)).await.unwrap().unwrap();
        for (writer, answer) in answers {
            let won = held.get("writer") == Some(View::N(writer.into()));
            match answer {
                Ok(()) => assert!(won, "{writer} was told that it won, but {held:?} is there"),
                Err(StoreError::ConditionFailed(_)) => {
                    assert!(!won, "{writer} won and was told that it lost");
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test]
async fn an_outage_that_lasts_is_unavailable_and_over_when_it_is_over() {
    let down = Arc::new(AtomicBool::new(true));
    let cut = Arc::clone(&down);
    let policy = Policy { attempts: 3, ..POLICY };
    let line =
        line(policy, move |_| if cut.load(Ordering::SeqCst) { Fate::CutBefore } else { Fate::Pass }).await;
    let put = Write::put(&VISITS, visit("a"));
    let answer = line.store.write(put.clone()).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    assert!(matches!(line.store.ready().await, Err(StoreError::Unavailable(_))));
    assert_eq!(line.direct.get(&VISITS, &key("a")).await, Ok(None));
    down.store(false, Ordering::SeqCst);
    assert_eq!(line.store.ready().await, Ok(()));
    assert_eq!(line.store.write(put).await, Ok(()));
    assert_eq!(line.direct.get(&VISITS, &key("a")).await, Ok(Some(visit("a"))));
}
