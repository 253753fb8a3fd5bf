//! Marks in the store, by which processes tell each other of changes (rule 11 of the data model): a few partitions for all topics, so
//! that looking costs the same however many there are. What changed at about the same time is one row: `topic` where it is one topic,
//! `topics` where there are several.

use super::{
    Change,
    hub::{Hub, MEMORY},
};
use crate::{follow::marks::OVERLAP, system};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use kernel::Rng;
use std::{
    collections::HashSet,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use store::{Item, Store, Value, View, Write, query_all};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

/// At most four marks a second per topic.
const WRITE_PAUSE: Duration = Duration::from_millis(250);
const READ_PAUSE: Duration = Duration::from_millis(500);
const AT_ONCE: usize = 8;
/// Topics that one row names at most.
const MOST_TOPICS: usize = 50;
/// Topics of edits whose marks are part of their commit: two rows. Beyond them topics are gathered as those of answers are.
pub const MAX_MARKED_TOPICS: usize = 2 * MOST_TOPICS;
/// How long the last marks of a process may take.
const FLUSH_TIME: Duration = Duration::from_secs(10);
/// A mark is of no use to anyone after this many seconds.
const KEPT: i64 = 300;

pub struct Marks {
    hub: Arc<Hub>,
    store: Arc<dyn Store>,
    rng: Rng,
    /// Held while marks are left, so that a flush waits for those under way.
    leaving: tokio::sync::Mutex<()>,
    /// Marks that are no news here: read before, or left by ourselves.
    known: Mutex<HashSet<String>>,
}

/// Leaves marks for what changed here, and reads those of others until shutdown. Requests are answered after it, and their marks are left,
/// too.
pub fn start(hub: &Arc<Hub>, store: Arc<dyn Store>, rng: Rng) -> Arc<Marks> {
    let (hub, stop) = (hub.clone(), hub.shutdown.clone());
    let marks =
        Arc::new(Marks { hub, store, rng, leaving: tokio::sync::Mutex::default(), known: Mutex::default() });
    let (writing, reading) = (marks.clone(), marks.clone());
    tokio::spawn(async move { writing.write().await });
    tokio::spawn(async move { stop.run_until_cancelled(reading.read()).await });
    marks
}

impl Marks {
    async fn write(&self) {
        loop {
            self.hub.bell.notified().await;
            self.leave_all().await;
            sleep(WRITE_PAUSE).await;
        }
    }

    /// Leaves the marks of everything that changed until now, or gives up.
    pub async fn flush(&self) {
        let all = async {
            while !self.leave_all().await {
                sleep(WRITE_PAUSE).await;
            }
        };
        if timeout(FLUSH_TIME, all).await.is_err() {
            tracing::warn!("the last live marks could not be left; other processes' pages are behind");
        }
    }

    /// Returns whether nothing is left to mark.
    async fn leave_all(&self) -> bool {
        let Some(unmarked) = &self.hub.unmarked else { return true };
        let _leaving = self.leaving.lock().await;
        let changed = mem::take(&mut *unmarked.lock().unwrap_or_else(PoisonError::into_inner));
        let (edited, answered): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|(_, change)| *change == Change::Edited);
        let rows = [(edited, Change::Edited), (answered, Change::Answered)].into_iter().flat_map(
            |(topics, change)| {
                let topics: Vec<String> = topics.into_iter().map(|(topic, _)| topic).collect();
                let rows: Vec<_> = topics.chunks(MOST_TOPICS).map(<[_]>::to_vec).collect();
                rows.into_iter().map(move |topics| (topics, change))
            },
        );
        stream::iter(rows).for_each_concurrent(AT_ONCE, |(topics, change)| self.leave(topics, change)).await;
        unmarked.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// The rows that tell of edits of these topics.
    pub fn of_edits(&self, topics: &[String]) -> Vec<Write> {
        topics.chunks(MOST_TOPICS).filter_map(|topics| self.mark(topics, Change::Edited)).collect()
    }

    /// The row that tells of a change of these topics; it is no news here.
    fn mark(&self, topics: &[String], change: Change) -> Option<Write> {
        let first = topics.first()?;
        let millis = self.hub.follows.mark_time(self.hub.now());
        let time = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
        let id = self.rng.uuid_v7(time.unwrap_or_else(|| self.hub.clock().now()));
        self.known().insert(id.to_string());
        let hash = first.bytes().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
        let partition = system::live_marks(hash % system::LIVE_PARTITIONS);
        let named = match topics {
            [topic] => Item::new().with("topic", topic.as_str()),
            several => Item::new()
                .with("topics", Value::L(several.iter().map(|topic| topic.as_str().into()).collect())),
        };
        let mark = named
            .with("change", name(change))
            .with("ttl", self.hub.clock().now().as_second() + KEPT)
            .with_key(&system::SYSTEM, system::mark(partition, id));
        Some(Write::put(&system::SYSTEM, mark))
    }

    async fn leave(&self, topics: Vec<String>, change: Change) {
        let Some(mark) = self.mark(&topics, change) else { return };
        if let Err(error) = self.store.write(mark).await {
            tracing::warn!(%error, "a live mark could not be left; other processes' pages are behind");
            for topic in topics {
                self.hub.to_mark(topic, change);
            }
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
        for (id, topics, change) in marks.iter().flatten().filter_map(read_mark) {
            if !self.known().contains(&id) {
                for topic in topics {
                    self.hub.heard(topic, change, millis(&id));
                }
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

fn read_mark(mark: &Item) -> Option<(String, Vec<&str>, Change)> {
    let text = |attribute| mark.get(attribute).and_then(View::as_str);
    let change =
        if text("change") == Some(name(Change::Answered)) { Change::Answered } else { Change::Edited };
    let several = mark.get("topics").and_then(View::as_list);
    let several = several.into_iter().flat_map(|topics| topics.iter().filter_map(View::as_str));
    Some((text("SK")?.to_owned(), text("topic").into_iter().chain(several).collect(), change))
}

/// The time in a mark's id.
fn millis(id: &str) -> u64 {
    let time = Uuid::parse_str(id).ok().and_then(|id| id.get_timestamp());
    time.map_or(0, |time| {
        let (seconds, nanos) = time.to_unix();
        seconds * 1_000 + u64::from(nanos) / 1_000_000
    })
}
