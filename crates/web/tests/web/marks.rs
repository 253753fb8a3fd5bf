//! Live updates between processes that share a store.

use crate::house::House;
use futures::StreamExt;
use jiff::SignedDuration;
use std::{pin::pin, sync::Arc, time::Duration};
use store::{Store, View, decorators::CountingStore};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use web::{Live, system};

fn process(house: &House, store: Arc<dyn Store>, stop: &CancellationToken) -> Live {
    Live::marked(store, house.clock.clone(), house.app.rng.clone(), stop.clone())
}

async fn rev(store: &dyn Store, topic: &str) -> Option<u64> {
    let mark = store.get(&system::SYSTEM, &system::live_mark(topic)).await.unwrap()?;
    mark.get("rev").and_then(View::as_number).and_then(|rev| rev.as_u64())
}

#[tokio::test]
async fn a_change_in_one_process_reaches_a_page_of_another_within_a_second() {
    let (house, stop) = (House::new(), CancellationToken::new());
    let here = process(&house, house.app.store.clone(), &stop);
    let there = process(&house, house.app.store.clone(), &stop);
    let mut watcher = pin!(there.watch("t").unwrap());
    house.pass(SignedDuration::from_millis(1));
    here.changed("t");
    let heard = timeout(Duration::from_secs(5), watcher.next()).await.unwrap();
    assert_eq!(heard, rev(house.app.store.as_ref(), "t").await);
    stop.cancel();
    assert_eq!(timeout(Duration::from_secs(5), watcher.next()).await, Ok(None));
}

#[tokio::test]
async fn a_process_whose_clock_is_behind_is_still_heard() {
    let (house, stop) = (House::new(), CancellationToken::new());
    let here = process(&house, house.app.store.clone(), &stop);
    let there = process(&house, house.app.store.clone(), &stop);
    let mut watcher = pin!(here.watch("t").unwrap());
    house.pass(SignedDuration::from_millis(1_500));
    here.changed("t");
    let first = timeout(Duration::from_secs(5), watcher.next()).await.unwrap().unwrap();
    while rev(house.app.store.as_ref(), "t").await.is_none() {
        sleep(Duration::from_millis(5)).await;
    }
    house.pass(SignedDuration::from_millis(-1_500));
    there.changed("t");
    let second = timeout(Duration::from_secs(5), watcher.next()).await.unwrap().unwrap();
    assert!(second > first, "{second} after {first}");
    stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_thousand_changes_in_a_second_are_a_handful_of_marks() {
    let (house, stop) = (House::new(), CancellationToken::new());
    let counted = Arc::new(CountingStore::new(house.app.store.clone()));
    let live = process(&house, counted.clone(), &stop);
    for _ in 0..1_000 {
        house.pass(SignedDuration::from_millis(1));
        live.changed("t");
        sleep(Duration::from_millis(1)).await;
    }
    sleep(Duration::from_secs(1)).await;
    // The clock of the test runs ahead of a store that is slow to answer, so there may be fewer than one every 250 ms, never more.
    let writes = counted.snapshot().writes();
    assert!((1..=8).contains(&writes), "{writes}");
    stop.cancel();
}
