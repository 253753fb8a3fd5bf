//! Live updates between processes that share a store.

use crate::board::{Boards, Process};
use futures::StreamExt;
use jiff::SignedDuration;
use kernel::Clock;
use stage::Engine;
use std::{pin::pin, time::Duration};
use store::{Item, View, decorators::Operation, query_all};
use tokio::time::{sleep, timeout};
use web::{Change, system};

async fn marks(here: &Process) -> Vec<Item> {
    let mut marks = Vec::new();
    for partition in 0..system::LIVE_PARTITIONS {
        let since = here.clock.now() - SignedDuration::from_hours(1);
        let query = system::marks_since(system::live_marks(partition), since);
        marks.extend(query_all(here.app.store.as_ref(), query).await.unwrap());
    }
    marks
}

#[tokio::test]
async fn a_change_in_one_process_reaches_a_page_of_another_within_a_second() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let mut watcher = pin!(there.app.live.watch("board:b").unwrap());
    here.clock.advance(SignedDuration::from_secs(3));
    here.app.live.changed::<Boards>(&"b".to_owned(), Change::Edited);
    let heard = timeout(Duration::from_secs(10), watcher.next()).await.unwrap();
    assert_eq!(heard, u64::try_from(here.clock.now().as_millisecond()).ok());
    let marks = marks(&here).await;
    assert_eq!(marks.len(), 1);
    assert_eq!(marks[0].get("topic").and_then(View::as_str), Some("board:b"));
    let ttl = marks[0].get("ttl").and_then(View::as_number).and_then(|ttl| ttl.as_u64());
    assert_eq!(ttl, u64::try_from(here.clock.now().as_second() + 300).ok());
    there.stop.cancel();
    assert_eq!(timeout(Duration::from_secs(10), watcher.next()).await, Ok(None));
}

#[tokio::test]
async fn who_comes_to_a_process_that_nobody_watched_learns_what_happened_elsewhere_before() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let made = u64::try_from(here.clock.now().as_millisecond()).unwrap();
    here.clock.advance(SignedDuration::from_secs(10));
    here.app.live.changed::<Boards>(&"b".to_owned(), Change::Edited);
    while marks(&here).await.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    here.clock.advance(SignedDuration::from_secs(20));
    let mut watcher = pin!(there.app.live.watch_since("board:b", Some(made)).unwrap());
    assert!(timeout(Duration::from_secs(10), watcher.next()).await.unwrap().is_some());
}

/// With a clock that runs by itself the engine in memory stands for DynamoDB: what is counted is what the marks cost.
async fn marked() -> Process {
    let here = Process::on(Engine::Embedded).await;
    here.marked()
}

#[tokio::test(start_paused = true)]
async fn a_thousand_changes_in_a_second_are_a_handful_of_marks() {
    let here = marked().await;
    for _ in 0..1_000 {
        here.clock.advance(SignedDuration::from_millis(1));
        here.app.live.tell("t");
        sleep(Duration::from_millis(1)).await;
    }
    sleep(Duration::from_secs(1)).await;
    // The clock of the test runs ahead of a store that is slow to answer, so there may be fewer than one every 250 ms, never more.
    let writes = here.storage.snapshot().writes();
    assert!((1..=8).contains(&writes), "{writes}");
    here.stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn looking_costs_the_same_however_many_topics_are_watched_and_nothing_when_none_is() {
    let here = marked().await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(here.storage.snapshot().calls(), 0);
    let _watchers: Vec<_> =
        (0..5_000).map(|number| here.app.live.watch(&format!("topic {number}")).unwrap()).collect();
    sleep(Duration::from_millis(2_100)).await;
    let looks = here.storage.snapshot().calls_of(Operation::Query);
    assert!((12..=20).contains(&looks), "{looks}");
    here.stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn own_marks_are_no_news() {
    let here = marked().await;
    let mut watcher = pin!(here.app.live.watch("t").unwrap());
    here.clock.advance(SignedDuration::from_secs(3));
    here.app.live.tell("t");
    assert!(watcher.next().await.is_some());
    while marks(&here).await.is_empty() {
        sleep(Duration::from_millis(1)).await;
    }
    assert!(timeout(Duration::from_secs(3), watcher.next()).await.is_err());
    here.stop.cancel();
}
