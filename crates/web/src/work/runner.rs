//! Finds work and does it: looks on start, when the bell rings and every few seconds; one lease per item, so that of many
//! processes one does it; what fails rests for a while and is tried again.

use super::{Progress, WorkHandler, WorkItem};
use crate::{Services, system};
use futures::{FutureExt, StreamExt, stream};
use jiff::SignedDuration;
use kernel::Moment;
use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{Condition, Key, Query, StoreError, Transaction, Write};
use tokio_util::sync::CancellationToken;

/// A process that stops without a word is missed after this long.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// How often to look without being called.
const LOOK: Duration = Duration::from_secs(5);
/// The same while something was too early to be done.
const LOOK_SOON: Duration = Duration::from_secs(1);
/// How often to look for what is due after a long time.
const LOOK_FOR_DUE: SignedDuration = SignedDuration::from_hours(1);
/// Items done side by side.
const AT_ONCE: usize = 4;
/// Chunks of one item before others have their turn.
const TURN: usize = 50;
const LONGEST_REST: SignedDuration = SignedDuration::from_mins(10);

/// Does the background work of one process. Clones are the same worker.
#[derive(Clone)]
pub struct Runner {
    services: Arc<Services>,
    handlers: HashMap<&'static str, Arc<dyn WorkHandler>>,
    /// Who we are in leases.
    name: String,
    /// No other process can be at this work.
    alone: bool,
    /// Whether something was too early when it was last looked at.
    too_early: Arc<AtomicBool>,
}

impl Runner {
    pub fn new(services: Arc<Services>, handlers: impl IntoIterator<Item = Arc<dyn WorkHandler>>) -> Self {
        let name = services.rng.uuid_v4().to_string();
        let handlers = handlers.into_iter().map(|handler| (handler.kind(), handler)).collect();
        Self { services, handlers, name, alone: false, too_early: Arc::default() }
    }

    /// The same where only one process can have the store open: what another one held is free at once, because that one is dead.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// Works until `stop`; a chunk that has begun is finished first.
    pub async fn run(&self, stop: CancellationToken) {
        let mut looked: Option<Moment> = None;
        while !stop.is_cancelled() {
            if looked.is_none_or(|looked| looked.plus(LOOK_FOR_DUE) <= self.now()) {
                looked = Some(self.now());
                if let Err(error) = self.take_what_is_due().await {
                    tracing::warn!(%error, "work that is due cannot be looked for");
                }
            }
            match self.pass(&stop).await {
                Ok(0) => {}
                Ok(_) => continue,
                Err(error) => tracing::warn!(%error, "background work cannot be looked for"),
            }
            let look = if self.too_early.swap(false, Ordering::Relaxed) { LOOK_SOON } else { LOOK };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.services.work_bell.notified() => {}
                () = tokio::time::sleep(look) => {}
            }
        }
    }

    /// Does everything that can be done now; what failed and rests is left. Says how many turns were taken.
    pub async fn run_until_idle(&self) -> store::Result<usize> {
        let (mut turns, never) = (0, CancellationToken::new());
        self.take_what_is_due().await?;
        loop {
            match self.pass(&never).await? {
                0 => return Ok(turns),
                some => turns += some,
            }
        }
    }

    /// Puts what is due among the work to do. Two processes that do it at once do no harm: it is recorded once more.
    async fn take_what_is_due(&self) -> store::Result<()> {
        let store = self.services.store.as_ref();
        for partition in 0..system::WORK_PARTITIONS {
            for row in store::query_all(store, system::due_by(partition, self.now())).await? {
                let waited = Write::delete(&system::SYSTEM, Key::of(&row, &system::SYSTEM.key)?);
                let Some(item) = self.readable(row) else { continue };
                store.transact(Transaction::of([item.recorded()?, waited])).await?;
            }
        }
        Ok(())
    }

    /// One turn at every item that is free.
    async fn pass(&self, stop: &CancellationToken) -> store::Result<usize> {
        let mut free = Vec::new();
        for partition in 0..system::WORK_PARTITIONS {
            let query = Query::table(&system::SYSTEM, system::work_partition(partition));
            for item in store::query_all(self.services.store.as_ref(), query).await? {
                free.extend(self.readable(item).filter(|item| self.is_free(item)));
            }
        }
        let turns = stream::iter(free).map(|item| self.turn(item, stop)).buffer_unordered(AT_ONCE);
        Ok(turns.filter(|taken| std::future::ready(*taken)).count().await)
    }

    /// An item that cannot be read must not keep the others from being done.
    #[expect(clippy::unused_self, reason = "reads as one of the runner's steps")]
    fn readable(&self, item: store::Item) -> Option<WorkItem> {
        WorkItem::read(item).inspect_err(|error| tracing::error!(%error, "a work item cannot be read")).ok()
    }

    fn is_free(&self, item: &WorkItem) -> bool {
        let orphaned = self.alone && item.lease_owner.as_ref().is_some_and(|owner| *owner != self.name);
        let now = self.now();
        self.handlers.contains_key(item.kind.as_str())
            && (orphaned || item.lease_until.is_none_or(|until| until <= now))
    }

    /// Claims the item and works at it. Whether there was a turn at all: somebody else may have been faster.
    async fn turn(&self, item: WorkItem, stop: &CancellationToken) -> bool {
        let Some(handler) = self.handlers.get(item.kind.as_str()) else { return false };
        let mut held = match self.claim(item).await {
            Ok(Some(held)) => held,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(%error, "a work item cannot be claimed");
                return false;
            }
        };
        for _ in 0..TURN {
            if stop.is_cancelled() {
                break;
            }
            match self.chunk(handler.as_ref(), &held).await {
                Ok(Progress::Done) => return self.settle(&held, self.finished(&held)).await,
                Ok(Progress::More) => {}
                Ok(Progress::Later(rest)) => {
                    self.too_early.store(true, Ordering::Relaxed);
                    return self.settle(&held, self.rests(&held, 0, rest)).await;
                }
                Err(error) => {
                    let failures = held.failures + 1;
                    metrics::counter!("work_failures_total", "kind" => held.kind.clone()).increment(1);
                    tracing::warn!(kind = held.kind, failures, %error, "background work failed and will be tried again");
                    let rest = SignedDuration::from_secs(1 << failures.min(12)).min(LONGEST_REST);
                    return self.settle(&held, self.rests(&held, failures, rest)).await;
                }
            }
            if let Some(renewed) = self.renew(&held).await {
                held = renewed;
            } else {
                // Recorded anew, or taken over: not ours any more.
                return true;
            }
        }
        let released = self.released(&held);
        self.settle(&held, released).await
    }

    async fn chunk(&self, handler: &dyn WorkHandler, item: &WorkItem) -> store::Result<Progress> {
        let caught = AssertUnwindSafe(handler.run(&self.services, item)).catch_unwind().await;
        caught.unwrap_or_else(|_| Err(StoreError::Invalid("the handler panicked".into())))
    }

    async fn claim(&self, item: WorkItem) -> store::Result<Option<WorkItem>> {
        let until = self.now().plus(LEASE);
        // Free as we saw it: whoever was faster changed exactly this.
        let as_seen = match item.lease_until {
            Some(seen) => Condition::equals("leaseUntil", seen.to_string()),
            None => Condition::absent("leaseUntil"),
        };
        let write = self.lease(&item, until).when(as_seen).if_there();
        match self.services.store.write(write).await {
            Ok(()) => Ok(Some(self.held(item, until))),
            Err(error) if error.is_condition_failed() => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn renew(&self, held: &WorkItem) -> Option<WorkItem> {
        let now = self.now();
        let fresh = held.lease_until.is_some_and(|until| now.plus(LEASE / 2) < until);
        if fresh {
            return Some(held.clone());
        }
        let write = self.ours(self.lease(held, now.plus(LEASE)));
        self.services.store.write(write).await.ok().map(|()| self.held(held.clone(), now.plus(LEASE)))
    }

    fn now(&self) -> Moment {
        self.services.clock.now().into()
    }

    fn lease(&self, item: &WorkItem, until: Moment) -> Write {
        Write::update(&system::SYSTEM, system::work(&item.kind, &item.id))
            .set("leaseUntil", until.to_string())
            .set("leaseOwner", self.name.as_str())
    }

    fn held(&self, item: WorkItem, until: Moment) -> WorkItem {
        WorkItem { lease_until: Some(until), lease_owner: Some(self.name.clone()), ..item }
    }

    fn finished(&self, held: &WorkItem) -> Write {
        self.ours(Write::delete(&system::SYSTEM, system::work(&held.kind, &held.id)))
    }

    fn released(&self, held: &WorkItem) -> Write {
        let key = system::work(&held.kind, &held.id);
        let write = Write::update(&system::SYSTEM, key).remove("leaseUntil").remove("leaseOwner");
        self.ours(write.set("failures", 0))
    }

    fn rests(&self, held: &WorkItem, failures: u32, rest: SignedDuration) -> Write {
        let until = self.now().plus(rest);
        let key = system::work(&held.kind, &held.id);
        let write = Write::update(&system::SYSTEM, key).remove("leaseOwner").set("failures", failures);
        self.ours(write.set("leaseUntil", until.to_string()))
    }

    /// Only while the lease is ours: an item recorded anew in the meantime carries none, and stays to be done again.
    fn ours(&self, write: Write) -> Write {
        write.when(Condition::equals("leaseOwner", self.name.as_str()))
    }

    async fn settle(&self, held: &WorkItem, write: Write) -> bool {
        match self.services.store.write(write).await {
            Ok(()) => {}
            Err(error) if error.is_condition_failed() => {}
            Err(error) => {
                tracing::warn!(kind = held.kind, %error, "a work item cannot be settled; its lease will run out");
            }
        }
        true
    }
}
