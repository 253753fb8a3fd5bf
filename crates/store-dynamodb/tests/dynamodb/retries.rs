//! The retry decorator over a bad connection to the real DynamoDB Local: requests that never arrive, answers that never
//! arrive though the work is done, throttling. Nothing is lost, and nothing happens twice.

use crate::proxy::{Fate, Proxy};
use crate::setup::{VISITS, clock, key, options, own_prefix, with_tables};
use futures::future::join_all;
use kernel::Rng;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{
    Condition, Item, Store, StoreError, Transaction, Value, View, Write,
    decorators::{Policy, RetryStore},
};
use store_dynamodb::{DynamoStore, Options};

/// Many attempts and hardly a pause: three of four requests go wrong.
const POLICY: Policy = Policy {
    attempts: 60,
    first_pause: Duration::from_millis(1),
    longest_pause: Duration::from_millis(10),
    total: Duration::from_mins(1),
};

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
    let through = Options { endpoint: Some(proxy.endpoint.clone()), ..named() };
    let inner = Arc::new(DynamoStore::connect(through).await.unwrap());
    let store = Arc::new(RetryStore::new(inner, Rng::seeded(1)).with_policy(policy));
    Line { store, direct, _proxy: proxy }
}

async fn bad_line(seed: u64) -> Line {
    let rng = Rng::seeded(seed);
    line(POLICY, move |_| match rng.below(4) {
        0 => Fate::Pass,
        1 => Fate::CutBefore,
        2 => Fate::CutAfter,
        _ => Fate::Refuse("ProvisionedThroughputExceededException"),
    })
    .await
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
