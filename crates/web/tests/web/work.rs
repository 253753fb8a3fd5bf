//! Background work: done once, resumed after a crash, tried again after a failure, done again when recorded again; a lane for each
//! kind, and a lease for each item.

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
        self.record_leased(Some("dead"), SignedDuration::from_secs(8)).await;
    }

    /// Work that is left alone for so long: by its owner, or because it rests.
    async fn record_leased(&self, owner: Option<&str>, ahead: SignedDuration) {
        self.record("orphan", 1, 0).await;
        let until = kernel::Moment::from(self.house.app.clock.now()).plus(ahead);
        let lease = store::Write::update(&system::SYSTEM, system::work("count", "orphan"))
            .set("leaseUntil", until.to_string());
        let lease = owner.into_iter().fold(lease, |lease, owner| lease.set("leaseOwner", owner));
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
    bench.house.pass(SignedDuration::from_secs(9));
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

/// Waits in its turn until the test lets it go on.
#[derive(Default)]
struct Slow {
    began: AtomicU32,
    ended: AtomicU32,
    go_on: tokio::sync::Notify,
}

#[async_trait]
impl WorkHandler for Slow {
    fn kind(&self) -> &'static str {
        "slow"
    }

    async fn run(&self, _: &Services, _: &WorkItem) -> store::Result<Progress> {
        self.began.fetch_add(1, Ordering::SeqCst);
        self.go_on.notified().await;
        self.ended.fetch_add(1, Ordering::SeqCst);
        Ok(Progress::Done)
    }
}

impl Bench {
    /// A process with the slow handler beside the quick one; it runs until the token is cancelled.
    fn with_slow(&self) -> (Arc<Slow>, Runner, CancellationToken) {
        let slow = Arc::new(Slow::default());
        let handlers = [self.counter.clone() as Arc<dyn WorkHandler>, slow.clone()];
        (slow, Runner::new(self.house.app.0.clone(), handlers), CancellationToken::new())
    }

    async fn record_slow(&self, id: &str) {
        let write = enqueue("slow", id, &(), self.house.app.clock.now()).unwrap();
        self.house.app.store.write(write).await.unwrap();
    }

    /// The lease of the only item, once `is` holds of it.
    async fn leased(&self, is: impl Fn(&WorkItem) -> bool) -> WorkItem {
        loop {
            if let Some(item) = self.left().await.pop().filter(|item| is(item)) {
                return item;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn started(runner: &Runner, stop: &CancellationToken) -> tokio::task::JoinHandle<()> {
    let (runner, stop) = (runner.clone(), stop.clone());
    tokio::spawn(async move { runner.run(stop).await })
}

async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn no_kind_waits_for_another() {
    let bench = Bench::new();
    let (slow, runner, stop) = bench.with_slow();
    for number in 0..60 {
        bench.record_slow(&number.to_string()).await;
    }
    let running = started(&runner, &stop);
    until(|| slow.began.load(Ordering::SeqCst) == 4).await;
    for number in 0..20 {
        bench.record(&number.to_string(), 1, 0).await;
        bench.house.app.work_bell.notify_one();
    }
    until(|| bench.turns() == 20).await;
    assert_eq!((slow.began.load(Ordering::SeqCst), slow.ended.load(Ordering::SeqCst)), (4, 0));
    stop.cancel();
    slow.go_on.notify_waiters();
    running.await.unwrap();
    assert_eq!(bench.left().await.len(), 56, "what has not begun is left to the next process");
}

#[tokio::test(start_paused = true)]
async fn a_slow_handler_keeps_its_lease_and_runs_once() {
    let bench = Bench::new();
    let (slow, runner, stop) = bench.with_slow();
    let (other_slow, other, _) = bench.with_slow();
    bench.record_slow("one").await;
    let running = started(&runner, &stop);
    let mut leased = bench.leased(|item| item.lease_owner.is_some()).await;
    for _ in 0..15 {
        bench.house.pass(SignedDuration::from_secs(2));
        let before = leased.lease_until;
        leased = bench.leased(|item| item.lease_until > before).await;
        assert_eq!(other.run_until_idle().await.unwrap(), 0, "half a minute later it is still leased");
    }
    slow.go_on.notify_one();
    until(|| slow.ended.load(Ordering::SeqCst) == 1).await;
    stop.cancel();
    running.await.unwrap();
    let began = slow.began.load(Ordering::SeqCst) + other_slow.began.load(Ordering::SeqCst);
    assert_eq!((began, bench.left().await), (1, vec![]));
}

#[tokio::test(start_paused = true)]
async fn recorded_again_while_a_slow_handler_is_at_it_the_work_is_done_after_it_and_not_beside_it() {
    let bench = Bench::new();
    let (slow, runner, stop) = bench.with_slow();
    bench.record_slow("one").await;
    let running = started(&runner, &stop);
    bench.leased(|item| item.lease_owner.is_some()).await;
    bench.record_slow("one").await;
    bench.leased(|item| item.lease_owner.is_some()).await;
    assert_eq!(slow.began.load(Ordering::SeqCst), 1);
    slow.go_on.notify_one();
    until(|| slow.began.load(Ordering::SeqCst) == 2).await;
    assert_eq!(slow.ended.load(Ordering::SeqCst), 1);
    slow.go_on.notify_one();
    until(|| slow.ended.load(Ordering::SeqCst) == 2).await;
    stop.cancel();
    running.await.unwrap();
    assert_eq!(bench.left().await, vec![]);
}

#[tokio::test(start_paused = true)]
async fn a_process_whose_item_another_one_has_leaves_it() {
    let bench = Bench::new();
    let (slow, runner, stop) = bench.with_slow();
    bench.record_slow("one").await;
    let running = started(&runner, &stop);
    bench.leased(|item| item.lease_owner.is_some()).await;
    let taken = store::Write::update(&system::SYSTEM, system::work("slow", "one")).set("leaseOwner", "other");
    bench.house.app.store.write(taken).await.unwrap();
    stop.cancel();
    // It ends although its handler never does.
    running.await.unwrap();
    assert_eq!(slow.ended.load(Ordering::SeqCst), 0);
    assert_eq!(bench.left().await[0].lease_owner.as_deref(), Some("other"));
}

#[tokio::test(start_paused = true)]
async fn what_a_killed_process_was_at_is_taken_up_nine_seconds_later_without_a_bell() {
    let bench = Bench::new();
    let (slow, runner, stop) = bench.with_slow();
    bench.record_slow("one").await;
    let killed = started(&runner, &stop);
    bench.leased(|item| item.lease_owner.is_some()).await;
    killed.abort();
    let (heir, other, stop) = bench.with_slow();
    let running = started(&other, &stop);
    bench.house.pass(SignedDuration::from_secs(9));
    until(|| heir.began.load(Ordering::SeqCst) == 1).await;
    heir.go_on.notify_one();
    until(|| heir.ended.load(Ordering::SeqCst) == 1).await;
    stop.cancel();
    running.await.unwrap();
    assert_eq!((slow.ended.load(Ordering::SeqCst), bench.left().await), (0, vec![]));
}

#[tokio::test]
async fn a_clock_that_was_ahead_parks_no_work() {
    let day = SignedDuration::from_hours(24);
    for owner in [Some("dead"), None] {
        let bench = Bench::new();
        bench.record_leased(owner, day).await;
        bench.runner.run_until_idle().await.unwrap();
        assert_eq!((bench.turns(), bench.left().await), (1, vec![]), "{owner:?}");
    }
    let bench = Bench::new();
    bench.record_leased(None, SignedDuration::from_mins(10)).await;
    assert_eq!(bench.runner.run_until_idle().await.unwrap(), 0, "it failed and rests");
}

/// Says that it is too early, and how long its item has waited.
struct Patient(std::sync::Mutex<Option<SignedDuration>>);

#[async_trait]
impl WorkHandler for Patient {
    fn kind(&self) -> &'static str {
        "patient"
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let waited = services.clock.now().duration_since(*item.created_at);
        *self.0.lock().unwrap() = Some(waited);
        Ok(Progress::Later(SignedDuration::from_hours(24 * 365)))
    }
}

#[tokio::test]
async fn work_recorded_by_a_clock_that_was_ahead_counts_as_recorded_now_and_long_rests_are_asked_about_again()
{
    let bench = Bench::new();
    let patient = Arc::new(Patient(std::sync::Mutex::default()));
    let runner = Runner::new(bench.house.app.0.clone(), [patient.clone() as Arc<dyn WorkHandler>]);
    let ahead = bench.house.app.clock.now() + SignedDuration::from_hours(24);
    bench.house.app.store.write(enqueue("patient", "one", &(), ahead).unwrap()).await.unwrap();
    assert_eq!(runner.run_until_idle().await.unwrap(), 1);
    assert_eq!(*patient.0.lock().unwrap(), Some(SignedDuration::ZERO));
    bench.house.pass(SignedDuration::from_mins(59));
    assert_eq!(runner.run_until_idle().await.unwrap(), 0);
    bench.house.pass(SignedDuration::from_mins(1));
    assert_eq!(runner.run_until_idle().await.unwrap(), 1);
    assert_eq!(*patient.0.lock().unwrap(), Some(SignedDuration::from_hours(1)));
}
