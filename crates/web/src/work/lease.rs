//! Leases: of many processes one is at a piece of work, and says so every two seconds for as long as it is. One that ends without a
//! word is missed after eight.

use super::WorkItem;
use crate::{Services, system};
use jiff::SignedDuration;
use kernel::{Clock, Moment};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use store::{Condition, Key, Store, StoreError, Write};
use tokio_util::sync::CancellationToken;

const LEASE: SignedDuration = SignedDuration::from_secs(8);
const RENEWED: Duration = Duration::from_secs(2);
/// Longer rests are cut: the handler is asked again and may say once more that it is too early.
const LONGEST_REST: SignedDuration = SignedDuration::from_hours(1);
/// Clocks differ by less than this. What lies further ahead than a lease or a rest may was written by a clock that was wrong, and
/// parks nothing.
const AHEAD: SignedDuration = SignedDuration::from_mins(1);

/// Returns until when an item is left alone: another process is at it, or it failed and rests. `None` when it can be taken.
pub fn taken_until(item: &WorkItem, now: Moment) -> Option<Moment> {
    let farthest = if item.lease_owner.is_some() { AHEAD } else { LONGEST_REST + AHEAD };
    item.lease_until.filter(|until| now < *until && *until <= now.plus(farthest))
}

/// The right to work at one item, as long as it is kept.
pub struct Lease {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    owner: String,
    key: Key,
    /// Whether the item was recorded again meanwhile; it is then done once more.
    again: AtomicBool,
    /// Cancelled when another process has the item, or it is gone.
    pub lost: CancellationToken,
}

/// The end of a turn.
pub enum End {
    Done,
    /// More remains, and others have their turn first.
    Released,
    Rests {
        failures: u32,
        rest: SignedDuration,
    },
}

impl Lease {
    /// Takes the item as it was seen. `None` when it is another one by now, or another process was faster.
    pub async fn claim(
        services: &Services,
        owner: &str,
        mut item: WorkItem,
    ) -> store::Result<Option<(Self, WorkItem)>> {
        let lease = Self {
            store: services.store.clone(),
            clock: services.clock.clone(),
            owner: owner.to_owned(),
            key: system::work(&item.kind, &item.id),
            again: AtomicBool::new(false),
            lost: CancellationToken::new(),
        };
        let as_seen = match item.lease_until {
            Some(seen) => Condition::equals("leaseUntil", seen.to_string()),
            None => Condition::absent("leaseUntil"),
        };
        let mut write = lease.held().when(as_seen.and(Condition::equals("detail", item.detail.as_str())));
        let now = lease.now();
        if item.created_at > now.plus(AHEAD) {
            // Handlers count from it how long they have waited.
            item.created_at = now;
            write = write.set("createdAt", now.to_string());
        }
        match lease.store.write(write.if_there()).await {
            Ok(()) => Ok(Some((lease, item))),
            Err(error) if error.is_condition_failed() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Renews the lease until it is lost.
    pub async fn keep(&self) {
        while !self.lost.is_cancelled() {
            tokio::time::sleep(RENEWED).await;
            match self.store.write(self.ours(self.held())).await {
                Ok(()) => {}
                Err(StoreError::ConditionFailed(failed)) => {
                    let there = failed.into_iter().next().and_then(|failed| failed.item);
                    if !self.take_again(there.and_then(|item| WorkItem::read(item).ok())).await {
                        self.lost.cancel();
                    }
                }
                // Nothing says that the lease is not ours.
                Err(error) => tracing::debug!(%error, "a lease could not be renewed; it is tried again"),
            }
        }
    }

    /// An item that was recorded again carries no lease: it is ours still, and done once more afterwards. Returns whether it is ours.
    async fn take_again(&self, there: Option<WorkItem>) -> bool {
        let recorded = there.is_some_and(|item| item.lease_owner.is_none() && item.lease_until.is_none());
        if !recorded {
            return false;
        }
        self.again.store(true, Ordering::SeqCst);
        let free = Condition::absent("leaseOwner").and(Condition::absent("leaseUntil"));
        match self.store.write(self.held().when(free).if_there()).await {
            Err(error) if error.is_condition_failed() => false,
            Ok(()) | Err(_) => true,
        }
    }

    /// Writes down how a turn ended. Only while the lease is ours: an item recorded again stays to be done again.
    pub async fn settle(&self, end: End) -> store::Result<()> {
        let update = || Write::update(&system::SYSTEM, self.key.clone()).remove("leaseOwner");
        let again = self.again.load(Ordering::SeqCst);
        let write = match end {
            End::Done if !again => Write::delete(&system::SYSTEM, self.key.clone()),
            End::Rests { failures, rest } if !again => {
                let until = self.now().plus(rest.min(LONGEST_REST));
                update().set("failures", failures).set("leaseUntil", until.to_string())
            }
            _ => update().remove("leaseUntil").set("failures", 0),
        };
        match self.store.write(self.ours(write)).await {
            Err(error) if error.is_condition_failed() => Ok(()),
            settled => settled,
        }
    }

    fn held(&self) -> Write {
        Write::update(&system::SYSTEM, self.key.clone())
            .set("leaseUntil", self.now().plus(LEASE).to_string())
            .set("leaseOwner", self.owner.as_str())
    }

    fn ours(&self, write: Write) -> Write {
        write.when(Condition::equals("leaseOwner", self.owner.as_str()))
    }

    fn now(&self) -> Moment {
        self.clock.now().into()
    }
}
