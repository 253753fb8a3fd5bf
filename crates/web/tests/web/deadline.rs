//! A request waits for storage for ten seconds in all, however it spends them.

use crate::house::{Answer, House, get, post_form};
use async_trait::async_trait;
use axum::{
    Router,
    routing::{get as on_get, post as on_post},
};
use jiff::Timestamp;
use kernel::{FakeClock, Rng};
use serde::Serialize;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use store::{
    Failed, Item, Key, Query, Result, Rows, Scan, Store, StoreError, Table, Transaction, Write,
    decorators::RetryStore,
};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use web::{App, Ctx, Edit, Entity, Expected, Fault, Problem, Settings, system::SYSTEM};

const TEN_SECONDS: Duration = Duration::from_secs(10);

/// A store that answers after a while, and never leaves the clock of the test: an engine's own threads would not stand still with it.
struct Slow {
    reads: Duration,
    writes: Duration,
    /// What reading and writing come to.
    read: Result<Option<Item>>,
    written: Result<()>,
    calls: AtomicUsize,
}

impl Slow {
    fn new(reads: u64, writes: u64) -> Self {
        Self {
            reads: Duration::from_secs(reads),
            writes: Duration::from_secs(writes),
            read: Ok(None),
            written: Ok(()),
            calls: AtomicUsize::new(0),
        }
    }

    async fn reads(&self) {
        self.calls.fetch_add(1, Ordering::SeqCst);
        sleep(self.reads).await;
    }
}

#[async_trait]
impl Store for Slow {
    async fn get(&self, _: &'static Table, _: &Key) -> Result<Option<Item>> {
        self.reads().await;
        self.read.clone()
    }

    async fn batch_get(&self, _: &'static Table, keys: &[Key]) -> Result<Vec<Option<Item>>> {
        self.reads().await;
        Ok(vec![None; keys.len()])
    }

    async fn query(&self, _: Query) -> Result<Rows> {
        self.reads().await;
        Ok(Rows::default())
    }

    async fn write(&self, _: Write) -> Result<()> {
        sleep(self.writes).await;
        self.written.clone()
    }

    async fn transact(&self, _: Transaction) -> Result<()> {
        sleep(self.writes).await;
        self.written.clone()
    }

    async fn scan(&self, _: Scan) -> Result<Rows> {
        self.reads().await;
        Ok(Rows::default())
    }

    async fn ready(&self) -> Result<()> {
        Ok(())
    }
}

fn house(slow: &Arc<Slow>) -> House {
    let clock = Arc::new(FakeClock::at("2026-11-15T09:00:00Z".parse::<Timestamp>().unwrap()));
    let settings = Settings { base_url: "http://table.example".into(), ..Settings::default() };
    House::on(Arc::new(RetryStore::new(slow.clone(), Rng::seeded(1))), clock, settings)
}

fn key() -> Key {
    Key::new("a", "b")
}

async fn looks(ctx: &Ctx) -> std::result::Result<(), Problem> {
    Ok(ctx.store.get(&SYSTEM, &key()).await.map(drop)?)
}

/// Asks for `/`, and says how long it took.
async fn asks(house: &House, routes: Router<App>) -> (Answer, Duration) {
    let began = Instant::now();
    let answer = house.send(routes, get("/")).await;
    (answer, began.elapsed())
}

#[tokio::test(start_paused = true)]
async fn slow_readings_end_together_after_ten_seconds() {
    let slow = Arc::new(Slow::new(3, 0));
    let reads = async |ctx: Ctx| {
        for _ in 0..8 {
            looks(&ctx).await?;
        }
        Ok::<_, Problem>("done")
    };
    let (answer, took) = asks(&house(&slow), Router::new().route("/", on_get(reads))).await;
    assert_eq!((answer.status.as_u16(), took), (503, TEN_SECONDS));
    assert!(!answer.header("retry-after").is_empty());
    assert_eq!(slow.calls.load(Ordering::SeqCst), 4);
}

#[tokio::test(start_paused = true)]
async fn readings_side_by_side_count_once() {
    let slow = Arc::new(Slow::new(6, 0));
    let reads = async |ctx: Ctx| {
        futures::future::try_join_all((0..8).map(|_| looks(&ctx))).await?;
        Ok::<_, Problem>("done")
    };
    let (answer, took) = asks(&house(&slow), Router::new().route("/", on_get(reads))).await;
    assert_eq!((answer.status.as_u16(), took), (200, Duration::from_secs(6)));
}

#[tokio::test(start_paused = true)]
async fn retries_take_from_the_same_time() {
    let failing = Slow { read: Err(StoreError::Unavailable("away".into())), ..Slow::new(2, 0) };
    let slow = Arc::new(failing);
    let reads = async |ctx: Ctx| looks(&ctx).await.map(|()| "done");
    let (answer, took) = asks(&house(&slow), Router::new().route("/", on_get(reads))).await;
    assert_eq!(answer.status.as_u16(), 503);
    assert!(took <= TEN_SECONDS, "it took {took:?}");
    assert!(slow.calls.load(Ordering::SeqCst) <= 5);
}

#[derive(Clone, PartialEq, Serialize)]
struct Note {
    text: String,
    version: u64,
}

impl Entity for Note {
    fn place(&self) -> (&'static Table, Key) {
        (&SYSTEM, key())
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn edited(&mut self, _: Timestamp) {
        self.version += 1;
    }
}

#[tokio::test(start_paused = true)]
async fn an_edit_made_anew_takes_from_the_same_time() {
    let lost = StoreError::ConditionFailed(vec![Failed { at: 0, item: None }]);
    let slow = Arc::new(Slow { written: Err(lost), ..Slow::new(1, 1) });
    let edits = async |ctx: Ctx| {
        let load = async || {
            ctx.store.get(&SYSTEM, &key()).await.map_err(Fault::from)?;
            Ok::<_, Fault>(Note { text: String::new(), version: 1 })
        };
        let decide = |note: &mut Note| {
            note.text.push('!');
            Ok::<_, Fault>(Edit::of(()))
        };
        web::edit(&ctx, &Expected::any(), load, decide).await?;
        Ok::<_, Problem>("done")
    };
    let (answer, took) = asks(&house(&slow), Router::new().route("/", on_get(edits))).await;
    assert_eq!(answer.status.as_u16(), 503, "eight tries would take sixteen seconds");
    assert!(took <= TEN_SECONDS, "it took {took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_write_under_way_is_answered_for_and_not_cut_off() {
    let slow = Arc::new(Slow::new(0, 60));
    let written = Arc::new(Notify::new());
    let writes = {
        let written = written.clone();
        async move |ctx: Ctx| {
            ctx.store.write(Write::delete(&SYSTEM, key())).await?;
            written.notify_one();
            Ok::<_, Problem>("done")
        }
    };
    let began = Instant::now();
    let routes = Router::new().route("/", on_post(writes));
    let answer = house(&slow).send(routes, post_form("/", "")).await;
    assert_eq!((answer.status.as_u16(), began.elapsed()), (503, TEN_SECONDS));
    written.notified().await;
    assert_eq!(began.elapsed(), Duration::from_mins(1));
}

#[tokio::test(start_paused = true)]
async fn waiting_for_something_else_takes_nothing_from_it() {
    let slow = Arc::new(Slow::new(3, 0));
    let waits = async |ctx: Ctx| {
        looks(&ctx).await?;
        sleep(Duration::from_secs(15)).await;
        looks(&ctx).await.map(|()| "done")
    };
    let (answer, took) = asks(&house(&slow), Router::new().route("/", on_get(waits))).await;
    assert_eq!((answer.status.as_u16(), took), (200, Duration::from_secs(21)));
}
