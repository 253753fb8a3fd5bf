//! Background work: done once, resumed after a crash, tried again after a failure, done again when recorded again.

use crate::house::House;
use async_trait::async_trait;
use jiff::SignedDuration;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use store::{Query, StoreError};
use tokio_util::sync::CancellationToken;
use web::{
    Progress, Services, WorkHandler, WorkItem, system,
    work::{Runner, enqueue, enqueue_at},
};

/// Counts its turns; its detail says how many chunks there are and how many turns fail first.
#[derive(Default)]
struct Counter {
    turns: AtomicU32,
}

#[async_trait]
impl WorkHandler for Counter {
    fn kind(&self) -> &'static str {
        "count"
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let (chunks, failing): (u32, u32) = item.detail()?;
        let turn = self.turns.fetch_add(1, Ordering::SeqCst) + 1;
        if item.id == "again" && turn == 1 {
            services.store.write(enqueue("count", "again", &(1, 0), services.clock.now())?).await?;
        }
        assert_ne!(item.id, "faints", "oh dear");
        if turn <= failing {
            return Err(StoreError::Throttled("not now".into()));
        }
        Ok(if turn - failing < chunks { Progress::More } else { Progress::Done })
    }
}

struct Bench {
    house: House,
    counter: Arc<Counter>,
    runner: Runner,
}

impl Bench {
    fn new() -> Self {
        Self::on(House::new())
    }

    fn on(house: House) -> Self {
        let counter = Arc::new(Counter::default());
        let runner = Runner::new(house.app.0.clone(), [counter.clone() as Arc<dyn WorkHandler>]);
        Self { house, counter, runner }
    }

    async fn record(&self, id: &str, chunks: u32, failing: u32) {
        let write = enqueue("count", id, &(chunks, failing), self.house.app.clock.now()).unwrap();
        self.house.app.store.write(write).await.unwrap();
    }

    /// Work that a process was at when it died.
    async fn record_orphan(&self) {
        self.record("orphan", 1, 0).await;
        let until = kernel::Moment::from(self.house.app.clock.now()).plus(SignedDuration::from_secs(30));
        let lease = store::Write::update(&system::SYSTEM, system::work("count", "orphan"))
            .set("leaseUntil", until.to_string())
            .set("leaseOwner", "dead");
        self.house.app.store.write(lease).await.unwrap();
    }

    async fn left(&self) -> Vec<WorkItem> {
        let mut left = Vec::new();
        for partition in 0..system::WORK_PARTITIONS {
            let query = Query::table(&system::SYSTEM, system::work_partition(partition));
            left.extend(store::query_all(self.house.app.store.as_ref(), query).await.unwrap());
        }
        left.into_iter().map(|item| WorkItem::read(item).unwrap()).collect()
    }

    fn turns(&self) -> u32 {
        self.counter.turns.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn work_is_done_chunk_by_chunk_and_then_gone() {
    let bench = Bench::new();
    bench.record("large", 120, 0).await;
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (120, vec![]));
    assert_eq!(bench.runner.run_until_idle().await.unwrap(), 0);
}

#[tokio::test]
async fn what_fails_rests_and_is_tried_again_later_and_later() {
    let bench = Bench::new();
    bench.record("hard", 1, 2).await;
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await[0].failures), (1, 1));
    bench.house.pass(SignedDuration::from_secs(2));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await[0].failures), (2, 2));
    bench.house.pass(SignedDuration::from_secs(2));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!(bench.turns(), 2, "the second rest is longer");
    bench.house.pass(SignedDuration::from_secs(2));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (3, vec![]));
}

#[tokio::test]
async fn a_handler_that_panics_does_not_take_the_others_along() {
    let bench = Bench::new();
    bench.record("faints", 1, 0).await;
    bench.record("fine", 1, 0).await;
    bench.runner.run_until_idle().await.unwrap();
    let left = bench.left().await;
    assert_eq!((left.len(), left[0].id.as_str(), left[0].failures), (1, "faints", 1));
}

#[tokio::test]
async fn what_a_dead_process_held_is_taken_over_when_its_lease_is_up() {
    let bench = Bench::new();
    bench.record_orphan().await;
    assert_eq!(bench.runner.run_until_idle().await.unwrap(), 0, "somebody is at it");
    bench.house.pass(SignedDuration::from_secs(31));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (1, vec![]));
}

#[tokio::test]
async fn where_only_one_process_can_be_what_a_dead_one_held_is_done_at_once_and_what_failed_still_rests() {
    let bench = Bench::new();
    let alone = bench.runner.clone().alone();
    bench.record_orphan().await;
    alone.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (1, vec![]));
    bench.record("hard", 1, 2).await;
    alone.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await[0].failures), (2, 1));
    assert_eq!(alone.run_until_idle().await.unwrap(), 0, "it rests");
}

#[tokio::test]
async fn of_several_processes_one_does_it() {
    let bench = Bench::new();
    let others: Vec<_> = (0..4).map(|_| Bench::on(bench.house.reborn())).collect();
    for n in 0..20 {
        bench.record(&format!("item {n}"), 1, 0).await;
    }
    futures::future::join_all(others.iter().map(|other| other.runner.run_until_idle())).await;
    assert_eq!((others.iter().map(Bench::turns).sum::<u32>(), bench.left().await), (20, vec![]));
}

#[tokio::test]
async fn work_recorded_again_while_it_is_done_is_done_again() {
    let bench = Bench::new();
    bench.record("again", 1, 0).await;
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (2, vec![]));
}

#[tokio::test]
async fn the_bell_wakes_the_runner_and_stop_ends_it() {
    let bench = Bench::new();
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (runner, stop) = (bench.runner.clone(), stop.clone());
        async move { runner.run(stop).await }
    });
    bench.record("small", 1, 0).await;
    bench.house.app.work_bell.notify_one();
    while !bench.left().await.is_empty() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    stop.cancel();
    running.await.unwrap();
    assert_eq!(bench.turns(), 1);
}

#[tokio::test]
async fn what_is_due_in_a_year_is_done_then_and_nobody_reads_it_before() {
    let bench = Bench::new();
    let due = kernel::Moment::from(bench.house.app.clock.now()).plus(SignedDuration::from_hours(24 * 365));
    let write = enqueue_at(due, "count", "in a year", &(1, 0)).unwrap();
    bench.house.app.store.write(write).await.unwrap();
    bench.house.pass(SignedDuration::from_hours(24 * 365) - SignedDuration::from_secs(1));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (0, vec![]), "a second too early");
    bench.house.pass(SignedDuration::from_secs(1));
    bench.runner.run_until_idle().await.unwrap();
    assert_eq!((bench.turns(), bench.left().await), (1, vec![]));
    assert_eq!(bench.runner.run_until_idle().await.unwrap(), 0, "once");
}
