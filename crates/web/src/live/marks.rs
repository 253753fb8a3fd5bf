//! Marks in the store, by which processes tell each other of changes (rule 11 of the data model): a few partitions for all topics, so
//! that looking costs the same however many there are.

use super::{
    Change,
    hub::{Hub, MEMORY},
};
use crate::system;
use futures::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use kernel::Rng;
use std::{
    collections::HashSet,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use store::{Item, Store, View, Write, query_all};
use tokio::time::sleep;
use uuid::Uuid;

/// At most four marks a second per topic.
const WRITE_PAUSE: Duration = Duration::from_millis(250);
const READ_PAUSE: Duration = Duration::from_millis(500);
const AT_ONCE: usize = 8;
/// A mark carries the time at which it was made and is stored a little later: looking this far back finds it.
const OVERLAP: SignedDuration = SignedDuration::from_secs(5);
/// A mark is of no use to anyone after this many seconds.
const KEPT: i64 = 300;

struct Marks {
    hub: Arc<Hub>,
    store: Arc<dyn Store>,
    rng: Rng,
    /// Marks that are no news here: read before, or left by ourselves.
    known: Mutex<HashSet<String>>,
}

/// Leaves marks for what changed here and reads those of others, until shutdown.
pub fn start(hub: &Arc<Hub>, store: Arc<dyn Store>, rng: Rng) {
    let marks = Arc::new(Marks { hub: hub.clone(), store, rng, known: Mutex::default() });
    let stop = hub.shutdown.clone();
    let writing = marks.clone();
    tokio::spawn(async move { stop.run_until_cancelled(writing.write()).await });
    let stop = hub.shutdown.clone();
    tokio::spawn(async move { stop.run_until_cancelled(marks.read()).await });
}

impl Marks {
    async fn write(&self) {
        let Some(unmarked) = &self.hub.unmarked else { return };
        loop {
            self.hub.bell.notified().await;
            let topics = mem::take(&mut *unmarked.lock().unwrap_or_else(PoisonError::into_inner));
            stream::iter(topics)
                .for_each_concurrent(AT_ONCE, |(topic, change)| self.leave(topic, change))
                .await;
            sleep(WRITE_PAUSE).await;
        }
    }

    async fn leave(&self, topic: String, change: Change) {
        let millis = self.hub.follows.mark_time(self.hub.now());
        let time = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
        let id = self.rng.uuid_v7(time.unwrap_or_else(|| self.hub.clock().now()));
        self.known().insert(id.to_string());
        let hash = topic.bytes().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
        let partition = system::live_marks(hash % system::LIVE_PARTITIONS);
        let mark = Item::new()
            .with("topic", topic.as_str())
            .with("change", name(change))
            .with("ttl", self.hub.clock().now().as_second() + KEPT)
            .with_key(&system::SYSTEM, system::mark(partition, id));
        if let Err(error) = self.store.write(Write::put(&system::SYSTEM, mark)).await {
            tracing::warn!(%error, "a live mark could not be left; other processes' pages are behind");
            self.hub.to_mark(topic, change);
        }
    }

    async fn read(&self) {
        let mut last: Option<Timestamp> = None;
        loop {
            sleep(READ_PAUSE).await;
            let now = self.hub.clock().now();
            if self.hub.streams.total() == 0 {
                // Who comes next is told of what happened until then.
                last = None;
                self.forget_before(since(None, now));
                continue;
            }
            match self.look(since(last, now)).await {
                Ok(()) => last = Some(now),
                Err(error) => tracing::warn!(%error, "live marks could not be read; open pages are behind"),
            }
        }
    }

    async fn look(&self, since: Timestamp) -> store::Result<()> {
        let partitions = (0..system::LIVE_PARTITIONS).map(system::live_marks);
        let queries =
            partitions.map(|marks| query_all(self.store.as_ref(), system::marks_since(marks, since)));
        let marks: Vec<Vec<Item>> =
            stream::iter(queries).buffer_unordered(system::LIVE_PARTITIONS.into()).try_collect().await?;
        let mut seen = HashSet::new();
        for (id, topic, change) in marks.iter().flatten().filter_map(read_mark) {
            if !self.known().contains(&id) {
                self.hub.heard(topic, change, millis(&id));
            }
            seen.insert(id);
        }
        self.known().extend(seen);
        self.forget_before(since);
        Ok(())
    }

    /// What lies further back is not met again.
    fn forget_before(&self, since: Timestamp) {
        let floor = u64::try_from(since.as_millisecond()).unwrap_or(0);
        self.known().retain(|id| millis(id) >= floor);
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where to go on reading. After a while without anyone to tell, or when the clock went back: as far back as changes are remembered.
fn since(last: Option<Timestamp>, now: Timestamp) -> Timestamp {
    let remembered = SignedDuration::from_millis(i64::try_from(MEMORY).unwrap_or(0));
    let back = match last {
        Some(last) if last <= now => now.duration_since(last) + OVERLAP,
        _ => remembered + OVERLAP,
    };
    now.saturating_sub(back).unwrap_or(now)
}

fn name(change: Change) -> &'static str {
    match change {
        Change::Edited => "edited",
        Change::Answered => "answered",
    }
}

fn read_mark(mark: &Item) -> Option<(String, &str, Change)> {
    let text = |attribute| mark.get(attribute).and_then(View::as_str);
    let change =
        if text("change") == Some(name(Change::Answered)) { Change::Answered } else { Change::Edited };
    Some((text("SK")?.to_owned(), text("topic")?, change))
}

/// The time in a mark's id.
fn millis(id: &str) -> u64 {
    let time = Uuid::parse_str(id).ok().and_then(|id| id.get_timestamp());
    time.map_or(0, |time| {
        let (seconds, nanos) = time.to_unix();
        seconds * 1_000 + u64::from(nanos) / 1_000_000
    })
}
