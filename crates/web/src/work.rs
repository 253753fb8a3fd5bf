//! Background work: what is too large for one transaction is written down in the transaction that makes it necessary, and done
//! in chunks afterwards, idempotently, by whoever holds its lease.

mod lease;
mod runner;

pub use runner::Runner;

use crate::{Services, system};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use store::{Query, Write, from_item};

/// Longest time after which an index shows a write.
pub const INDEX_LAG: SignedDuration = SignedDuration::from_secs(5);

/// A piece of work as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkItem {
    pub kind: String,
    pub id: String,
    /// What the handler needs to know, as JSON text.
    pub detail: String,
    pub created_at: Moment,
    /// Until then the item is left alone: a process is at it, which is then its owner, or it failed and rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_owner: Option<String>,
    /// How many turns in a row have failed.
    #[serde(default)]
    pub failures: u32,
}

/// What came of one turn at a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Nothing is left; the item is removed.
    Done,
    /// A chunk is done and more remains; the handler is called again.
    More,
    /// It is too early; the handler is called again after this long.
    Later(SignedDuration),
}

/// Does one kind of work. A handler may be interrupted at any instant and called again from the start.
#[async_trait]
pub trait WorkHandler: Send + Sync {
    fn kind(&self) -> &'static str;
    /// The number of items that are done side by side in one process. Other kinds never wait for them.
    fn at_once(&self) -> usize {
        4
    }
    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress>;
}

/// The write that records a piece of work; put it in the transaction that makes the work necessary.
/// Ring [`Services::work_bell`] after the commit.
///
/// Recorded again while it is being done, it is done once more, with the newer detail.
pub fn enqueue(kind: &str, id: &str, detail: &impl Serialize, now: jiff::Timestamp) -> store::Result<Write> {
    WorkItem::new(kind, id, detail, now.into())?.recorded()
}

/// The write that records a piece of work for a time far ahead. Until then nobody reads it, however much of it there is; it is looked
/// for every hour.
pub fn enqueue_at(due: Moment, kind: &str, id: &str, detail: &impl Serialize) -> store::Result<Write> {
    store::put(&system::SYSTEM, system::later(kind, id, due), &WorkItem::new(kind, id, detail, due)?)
}

/// Whether work of this kind, with an id that begins so, waits to be done. What it will set right is not wrong.
pub async fn is_pending(services: &Services, kind: &str, id: &str) -> store::Result<bool> {
    for partition in 0..system::WORK_PARTITIONS {
        let work = Query::table(&system::SYSTEM, system::work_partition(partition));
        if !services.store.query(work.begins_with(format!("{kind}#{id}")).limit(1)).await?.items.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the progress after a pass over rows that indexes find, which `began` then and changed something or not. Where indexes
/// lag, a row written just before may be missing from a pass: passes are repeated until one that began [`INDEX_LAG`] after the
/// last change finds nothing. Where they do not, one pass is enough.
pub async fn after_pass(
    services: &Services,
    item: &WorkItem,
    began: Timestamp,
    changed: bool,
) -> store::Result<Progress> {
    if !services.live.is_shared() {
        return Ok(Progress::Done);
    }
    if changed {
        // The time of the last change is stored, so that it counts after a crash and on another server.
        let now = Moment::from(services.clock.now()).to_string();
        let noted = Write::update(&system::SYSTEM, system::work(&item.kind, &item.id)).set("createdAt", now);
        return match services.store.write(noted.if_there()).await {
            Err(error) if !error.is_condition_failed() => Err(error),
            _ => Ok(Progress::Later(INDEX_LAG)),
        };
    }
    let quiet = began.duration_since(*item.created_at);
    Ok(if quiet < INDEX_LAG { Progress::Later(INDEX_LAG - quiet) } else { Progress::Done })
}

impl WorkItem {
    fn new(kind: &str, id: &str, detail: &impl Serialize, created_at: Moment) -> store::Result<Self> {
        let detail =
            serde_json::to_string(detail).map_err(|error| store::StoreError::Invalid(error.to_string()))?;
        let (kind, id) = (kind.to_owned(), id.to_owned());
        Ok(Self { kind, id, detail, created_at, lease_until: None, lease_owner: None, failures: 0 })
    }

    fn recorded(&self) -> store::Result<Write> {
        store::put(&system::SYSTEM, system::work(&self.kind, &self.id), self)
    }

    pub fn read(item: store::Item) -> store::Result<Self> {
        from_item(item)
    }

    /// The detail that [`enqueue`] was given.
    pub fn detail<T: serde::de::DeserializeOwned>(&self) -> store::Result<T> {
        serde_json::from_str(&self.detail).map_err(|error| store::StoreError::Invalid(error.to_string()))
    }
}
