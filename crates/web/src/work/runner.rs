//! Finds work and has it done: looks on start, when the bell rings and every few seconds. Every kind has a lane of its own, so that
//! none waits for another; one lease per item, so that of many processes one does it; what fails rests for a while and is tried again.

use super::{
    Progress, WorkHandler, WorkItem,
    lease::{End, Lease, taken_until},
};
use crate::{Services, system};
use futures::{FutureExt, StreamExt, stream::FuturesUnordered};
use jiff::SignedDuration;
use kernel::Moment;
use std::{
    collections::{HashMap, HashSet},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use store::{Key, Query, StoreError, Transaction, Write};
use tokio::{sync::Semaphore, task::JoinSet, time::Instant};
use tokio_util::sync::CancellationToken;

/// How often to look without being called.
const LOOK: Duration = Duration::from_secs(5);
/// The least time between two looks, however much is recorded and done meanwhile.
const PAUSE: Duration = Duration::from_millis(100);
/// How often to look for what is due after a long time.
const LOOK_FOR_DUE: SignedDuration = SignedDuration::from_hours(1);
/// Chunks of one item before others have their turn.
const TURN: usize = 50;
const LONGEST_REST: SignedDuration = SignedDuration::from_mins(10);

/// Does the background work of one process. Clones are the same worker.
#[derive(Clone)]
pub struct Runner {
    services: Arc<Services>,
    lanes: Arc<HashMap<&'static str, Lane>>,
    /// The items that this process works at, or is about to.
    at: Arc<Mutex<HashSet<Key>>>,
    /// Who we are in leases.
    name: String,
    /// No other process can be at this work.
    alone: bool,
}

/// The work of one kind.
struct Lane {
    handler: Arc<dyn WorkHandler>,
    /// A place for each item that is done at once.
    places: Semaphore,
}

/// What a look found.
struct Found {
    free: Vec<WorkItem>,
    /// When something that is taken now can be free.
    next: Option<Moment>,
}

/// What became of an item that was free when it was seen.
enum Turn {
    /// Another process was faster.
    Missed,
    /// There was a turn; when it is worth looking again, if that is known.
    Taken(Option<Duration>),
}

impl Runner {
    pub fn new(services: Arc<Services>, handlers: impl IntoIterator<Item = Arc<dyn WorkHandler>>) -> Self {
        let name = services.rng.uuid_v4().to_string();
        let lane = |handler: Arc<dyn WorkHandler>| {
            let places = Semaphore::new(handler.at_once());
            (handler.kind(), Lane { handler, places })
        };
        let lanes = Arc::new(handlers.into_iter().map(lane).collect());
        Self { services, lanes, at: Arc::default(), name, alone: false }
    }

    /// The same where only one process can have the store open: what another one held is free at once, because that one is dead.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// Works until `stop`; chunks that have begun are finished first.
    pub async fn run(&self, stop: CancellationToken) {
        let mut turns = JoinSet::new();
        let mut due = self.now();
        while !stop.is_cancelled() {
            // A clock that was set back does not put it off.
            if due <= self.now() || due > self.now().plus(LOOK_FOR_DUE) {
                due = self.now().plus(LOOK_FOR_DUE);
                turns.spawn(self.clone().look_for_due());
            }
            let looked = Instant::now();
            let mut next = looked + LOOK;
            match self.look().await {
                Ok(found) => {
                    next = next.min(looked + self.until(found.next).unwrap_or(LOOK));
                    for item in found.free {
                        let (runner, stop, at) = (self.clone(), stop.clone(), self.takes(&item));
                        turns.spawn(async move { runner.turn(item, &stop, at).await });
                    }
                }
                Err(error) => tracing::warn!(%error, "background work cannot be looked for"),
            }
            self.wait(&mut turns, next, &stop).await;
            tokio::time::sleep_until(looked + PAUSE).await;
        }
        while turns.join_next().await.is_some() {}
    }

    /// Waits until it is worth looking again.
    async fn wait(&self, turns: &mut JoinSet<Turn>, mut next: Instant, stop: &CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.services.work_bell.notified() => return,
                () = tokio::time::sleep_until(next) => return,
                // What it left, or recorded, is looked for; an end without an answer may have left something, too.
                Some(ended) = turns.join_next() => match ended {
                    Ok(Turn::Missed) => {}
                    Ok(Turn::Taken(rest)) => next = next.min(Instant::now() + rest.unwrap_or(PAUSE)),
                    Err(_) => next = next.min(Instant::now() + PAUSE),
                },
            }
        }
    }

    /// Does everything that can be done now; what failed and rests is left. Says how many turns were taken.
    pub async fn run_until_idle(&self) -> store::Result<usize> {
        let (mut taken, never) = (0, CancellationToken::new());
        self.take_what_is_due().await?;
        loop {
            let free = self.look().await?.free.into_iter();
            // In this very task: whoever gives up waiting ends them all.
            let turns: FuturesUnordered<_> = free
                .map(|item| (self.takes(&item), item))
                .map(|(at, item)| self.turn(item, &never, at))
                .collect();
            let turns = turns.filter(|turn| std::future::ready(matches!(turn, Turn::Taken(_)))).count().await;
            if turns == 0 {
                return Ok(taken);
            }
            taken += turns;
        }
    }

    async fn look_for_due(self) -> Turn {
        if let Err(error) = self.take_what_is_due().await {
            tracing::warn!(%error, "work that is due cannot be looked for");
        }
        Turn::Taken(None)
    }

    /// Puts what is due among the work to do. Two processes that do it at once do no harm: it is recorded once more.
    async fn take_what_is_due(&self) -> store::Result<()> {
        let store = self.services.store.as_ref();
        for partition in 0..system::WORK_PARTITIONS {
            for row in store::query_all(store, system::due_by(partition, self.now())).await? {
                let waited = Write::delete(&system::SYSTEM, Key::of(&row, &system::SYSTEM.key)?);
                let Some(item) = readable(row) else { continue };
                store.transact(Transaction::of([item.recorded()?, waited])).await?;
            }
        }
        Ok(())
    }

    /// Looks for what is free and not ours already.
    async fn look(&self) -> store::Result<Found> {
        let mut found = Found { free: Vec::new(), next: None };
        for partition in 0..system::WORK_PARTITIONS {
            let query = Query::table(&system::SYSTEM, system::work_partition(partition));
            for item in store::query_all(self.services.store.as_ref(), query).await? {
                let Some(item) = readable(item).filter(|item| self.is_for_us(item)) else { continue };
                let orphaned =
                    self.alone && item.lease_owner.as_ref().is_some_and(|owner| *owner != self.name);
                match taken_until(&item, self.now()).filter(|_| !orphaned) {
                    None => found.free.push(item),
                    Some(until) => found.next = Some(found.next.map_or(until, |next| next.min(until))),
                }
            }
        }
        Ok(found)
    }

    fn is_for_us(&self, item: &WorkItem) -> bool {
        let key = system::work(&item.kind, &item.id);
        self.lanes.contains_key(item.kind.as_str()) && !self.at().contains(&key)
    }

    /// Claims the item and works at it, as soon as there is a place in its lane.
    async fn turn(&self, item: WorkItem, stop: &CancellationToken, _at: At) -> Turn {
        let Some(lane) = self.lanes.get(item.kind.as_str()) else { return Turn::Missed };
        let Ok(_place) = lane.places.acquire().await else { return Turn::Missed };
        if stop.is_cancelled() {
            return Turn::Missed;
        }
        let (lease, item) = match Lease::claim(&self.services, &self.name, item).await {
            Ok(Some((lease, item))) => (Arc::new(lease), item),
            Ok(None) => return Turn::Missed,
            Err(error) => {
                tracing::warn!(%error, "a work item cannot be claimed");
                return Turn::Missed;
            }
        };
        // On a task of its own: a handler that keeps its thread busy keeps its lease. It ends with the turn.
        let mut keeper = JoinSet::new();
        let kept = lease.clone();
        keeper.spawn(async move { kept.keep().await });
        let end = lease.lost.run_until_cancelled(self.work_at(lane.handler.as_ref(), &item, stop)).await;
        keeper.shutdown().await;
        let Some(end) = end else { return Turn::Taken(None) };
        let rest = match &end {
            End::Rests { rest, .. } => {
                Some(Duration::try_from((*rest).min(LOOK_FOR_DUE)).unwrap_or_default())
            }
            _ => None,
        };
        if let Err(error) = lease.settle(end).await {
            tracing::warn!(kind = item.kind, %error, "a work item cannot be settled; its lease will run out");
        }
        Turn::Taken(rest)
    }

    /// Does chunks of an item until its turn ends.
    async fn work_at(&self, handler: &dyn WorkHandler, item: &WorkItem, stop: &CancellationToken) -> End {
        for _ in 0..TURN {
            if stop.is_cancelled() {
                break;
            }
            match self.chunk(handler, item).await {
                Ok(Progress::Done) => return End::Done,
                Ok(Progress::More) => {}
                Ok(Progress::Later(rest)) => return End::Rests { failures: 0, rest },
                Err(error) => {
                    let failures = item.failures + 1;
                    metrics::counter!("roundtable_work_failures_total", "kind" => item.kind.clone())
                        .increment(1);
                    tracing::warn!(kind = item.kind, failures, %error, "background work failed and will be tried again");
                    let rest = SignedDuration::from_secs(1 << failures.min(12)).min(LONGEST_REST);
                    return End::Rests { failures, rest };
                }
            }
        }
        End::Released
    }

    async fn chunk(&self, handler: &dyn WorkHandler, item: &WorkItem) -> store::Result<Progress> {
        let caught = AssertUnwindSafe(handler.run(&self.services, item)).catch_unwind().await;
        caught.unwrap_or_else(|_| Err(StoreError::Invalid("the handler panicked".into())))
    }

    fn now(&self) -> Moment {
        self.services.clock.now().into()
    }

    fn until(&self, next: Option<Moment>) -> Option<Duration> {
        let wait = self.now().duration_until(*next?);
        Some(Duration::try_from(wait).unwrap_or_default())
    }

    /// Notes that this process is at an item until the note is dropped.
    fn takes(&self, item: &WorkItem) -> At {
        let key = system::work(&item.kind, &item.id);
        self.at().insert(key.clone());
        At { all: self.at.clone(), key }
    }

    fn at(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The note that this process is at an item.
struct At {
    all: Arc<Mutex<HashSet<Key>>>,
    key: Key,
}

impl Drop for At {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// An item that cannot be read must not keep the others from being done.
fn readable(item: store::Item) -> Option<WorkItem> {
    WorkItem::read(item).inspect_err(|error| tracing::error!(%error, "a work item cannot be read")).ok()
}
