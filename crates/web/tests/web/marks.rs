//! Live updates between processes that share a store.

use crate::board::{Boards, Ear, Process};
use jiff::SignedDuration;
use kernel::Clock;
use stage::Engine;
use std::time::{Duration, Instant};
use store::{Item, View, decorators::Operation, query_all};
use tokio::time::sleep;
use web::{Change, system};

/// Ends a test that would wait for ever; decides nothing else.
const HANGS: Duration = Duration::from_mins(1);

async fn marks(here: &Process) -> Vec<Item> {
    let mut marks = Vec::new();
    for partition in 0..system::LIVE_PARTITIONS {
        let since = here.clock.now() - SignedDuration::from_hours(1);
        let query = system::marks_since(system::live_marks(partition), since);
        marks.extend(query_all(here.app.store.as_ref(), query).await.unwrap());
    }
    marks
}

/// The only mark, once it is there.
async fn the_mark(here: &Process) -> Item {
    loop {
        let mut marks = marks(here).await;
        assert!(marks.len() <= 1);
        if let Some(mark) = marks.pop() {
            return mark;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

/// The engine in memory stands for DynamoDB where only the cost of marks is of interest.
async fn marked() -> Process {
    let here = Process::on(Engine::Embedded).await.marked();
    here.edits("b", "Lake", true).await;
    the_mark(&here).await;
    // The mark is seen before its write has returned, and been counted.
    here.app.live.flush().await;
    here.clock.advance(SignedDuration::from_mins(10));
    here
}

#[tokio::test]
async fn who_comes_to_a_process_that_nobody_watched_learns_what_happened_elsewhere_before() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let made = here.clock.now().as_millisecond();
    here.clock.advance(SignedDuration::from_secs(10));
    here.edits("b", "Lake", true).await;
    let mark = the_mark(&here).await;
    assert_eq!(mark.get("topic").and_then(View::as_str), Some("board:b"));
    let ttl = mark.get("ttl").and_then(View::as_number).and_then(|ttl| ttl.as_u64());
    assert_eq!(ttl, u64::try_from(here.clock.now().as_second() + 300).ok());
    here.clock.advance(SignedDuration::from_secs(20));
    let mut page = Ear::at(&there, "b", &format!("?parts=1&since={made}"), &[]).await;
    assert!(page.events().await.contains("edited"));
}

#[tokio::test(start_paused = true)]
async fn a_thousand_changes_in_a_second_are_a_handful_of_marks() {
    let here = marked().await;
    here.storage.reset();
    for _ in 0..1_000 {
        here.clock.advance(SignedDuration::from_millis(1));
        here.app.live.changed::<Boards>(&"b".to_owned(), Change::Answered);
        sleep(Duration::from_millis(1)).await;
    }
    here.app.live.flush().await;
    // Paused time runs ahead of a store that answers from a thread of its own: flushing may have given up by that time, while a mark
    // is still being written.
    let began = Instant::now();
    while here.storage.snapshot().writes() == 0 && began.elapsed() < HANGS {
        sleep(Duration::from_millis(1)).await;
    }
    // For the same reason there may be fewer than one every 250 ms, never more.
    let writes = here.storage.snapshot().writes();
    assert!((1..=8).contains(&writes), "{writes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looking_costs_the_same_however_many_topics_are_watched_and_nothing_when_none_is() {
    let here = marked().await;
    here.storage.reset();
    sleep(Duration::from_millis(1_100)).await;
    assert_eq!(here.storage.snapshot().calls(), 0);
    let mut pages = Vec::new();
    for number in 0..200 {
        here.edits(&number.to_string(), "Lake", true).await;
        pages.push(Ear::at(&here, &number.to_string(), "", &[]).await);
    }
    sleep(Duration::from_millis(600)).await;
    here.storage.reset();
    let began = tokio::time::Instant::now();
    sleep(Duration::from_millis(1_200)).await;
    let looks = here.storage.snapshot().calls_of(Operation::Query);
    let most = (began.elapsed().as_millis() / 500 + 1) * u128::from(system::LIVE_PARTITIONS);
    assert!(looks > 0 && looks as u128 <= most, "{looks} of {most}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_marks_are_no_news() {
    let here = marked().await;
    let mut page = Ear::at(&here, "b", "", &[]).await;
    here.clock.advance(SignedDuration::from_secs(3));
    here.app.live.changed::<Boards>(&"b".to_owned(), Change::Answered);
    let first = here.clock.now().as_millisecond();
    assert!(page.text().await.contains(&format!("id: {first}-")));
    here.clock.advance(SignedDuration::from_secs(1));
    // Long enough for the mark to be written and met again.
    sleep(Duration::from_millis(1_600)).await;
    here.app.live.changed::<Boards>(&"b".to_owned(), Change::Answered);
    let text = page.text().await;
    assert!(text.contains(&format!("id: {}-", first + 1_000)), "{text}");
}

/// What a mark says of topics.
fn named(mark: &Item) -> Vec<String> {
    let one = mark.get("topic").and_then(View::as_str).map(str::to_owned);
    let several = mark.get("topics").and_then(View::as_list);
    let several: Vec<_> =
        several.iter().flat_map(|topics| topics.iter().filter_map(View::as_str)).map(str::to_owned).collect();
    one.into_iter().chain(several).collect()
}

#[tokio::test]
async fn what_changes_at_once_is_named_by_rows_of_fifty_and_every_page_elsewhere_learns_of_it() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let mut page = Ear::at(&there, "119", "", &[]).await;
    for number in 0..120 {
        here.app.live.changed::<Boards>(&number.to_string(), Change::Edited);
    }
    here.app.live.flush().await;
    let marks = marks(&here).await;
    let mut sizes: Vec<_> = marks.iter().map(|mark| named(mark).len()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [20, 50, 50]);
    assert!(marks.iter().all(|mark| mark.get("topic").is_none()));
    assert!(page.text().await.contains("changed"));
}

#[tokio::test]
async fn what_changes_while_a_process_stops_is_marked_before_it_ends() {
    let here = Process::on(Engine::Dynamodb).await;
    here.stop.cancel();
    tokio::task::yield_now().await;
    here.app.live.changed::<Boards>(&"b".to_owned(), Change::Edited);
    here.app.live.flush().await;
    assert_eq!(named(&the_mark(&here).await), ["board:b"]);
}

#[tokio::test]
async fn a_mark_that_is_stored_as_late_as_a_write_may_be_is_found() {
    let here = Process::on(Engine::Dynamodb).await;
    let there = here.another(here.clock.clone());
    let mut page = Ear::at(&there, "b", "", &[]).await;
    let made = here.clock.now();
    // Long after the first look, and two more of them.
    for _ in 0..3 {
        sleep(Duration::from_millis(600)).await;
        here.clock.advance(SignedDuration::try_from(store::LONGEST_WRITE).unwrap() / 3);
    }
    let mark = Item::new()
        .with("topic", "board:b")
        .with("ttl", made.as_second() + 300)
        .with_key(&system::SYSTEM, system::mark(system::live_marks(0), kernel::Rng::seeded(9).uuid_v7(made)));
    here.app.store.write(store::Write::put(&system::SYSTEM, mark)).await.unwrap();
    assert!(page.text().await.contains("changed"));
}
