//! Answers are followed, not re-read (rule 12 of the data model).
//!
//! What a page shows of many answers is read once and then held in memory. After that a view reads only the rows that changed:
//! those answered in this process ([`Services::answered`]) and, where several processes share a store, those that the marks of the
//! others name ([`Services::mark`]). Rows are always looked at again, never patched, so it does not matter in which order commits
//! and word of them arrive. What is held decides nothing: it is a reading of what is stored, and every process makes its own.

pub(crate) mod marks;
mod shelf;
mod slot;

use crate::Services;
use shelf::Shelf;
use slot::{Reading, Slot};
use std::{
    fmt::Display,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use store::{Deadline, Item, Key, KeyValue, Query, StoreError, Table, Write};
use tokio::sync::Semaphore;

/// What is held of everything followed, together.
const MOST_BYTES: usize = 128 << 20;
/// Cold reads at once in one process: each reads as fast as storage can.
const COLD_READS: usize = 2;
/// Changed rows that nobody has asked about: they are looked at in one go before there are many more.
const MANY_UNSEEN: u64 = 1_000;

/// Answers of one kind: where they are stored, and what is held of them.
pub trait Follow: Send + Sync + 'static {
    /// Marks stand in `System` under this name in capitals: `VOTES#{id}` for `votes`.
    const NAME: &'static str;
    /// The attribute of a mark that names the row which changed.
    const MARK: &'static str = "row";
    type Id: Clone + Display + Send + Sync + 'static;
    type State: Held;

    fn id(parent: &Parent<Self>) -> Self::Id;
    /// What was seen against another version of the parent is seen anew. The same for all where rows are read alike whatever it says.
    fn version(parent: &Parent<Self>) -> u64 {
        let _ = parent;
        0
    }
    /// The one cold read: every row there is, all in one table.
    fn rows(id: &Self::Id) -> Vec<Query>;
    /// The table that is read whole instead, where its rows share no partition.
    fn whole() -> Option<&'static Table> {
        None
    }
    /// What a mark says of the row with this key.
    fn named(key: &Key) -> String {
        match key.sk.as_ref().unwrap_or(&key.pk) {
            KeyValue::S(text) => text.to_string(),
            KeyValue::N(number) => number.to_string(),
        }
    }
    /// The row that a mark speaks of; the other way round than [`Self::named`].
    fn row(id: &Self::Id, named: &str) -> Option<Key>;
}

/// All that is held of answers, kept up to date row by row.
pub trait Held: Sized + Send + 'static {
    /// What the rows are read against: the poll of votes.
    type Parent: Clone + Send + Sync + 'static;
    /// What is made of it once per change: results, counts.
    type Seen: Send + Sync + 'static;

    fn empty(parent: &Self::Parent) -> store::Result<Self>;
    /// Whether what is held can be seen against this parent; if not, everything is read anew.
    fn fits(&self, parent: &Self::Parent) -> bool {
        let _ = parent;
        true
    }
    /// Takes in a row as it is now, new or changed.
    fn put(&mut self, row: &Item) -> store::Result<()>;
    /// Lets go of a row that is not there, or no longer.
    fn remove(&mut self, key: &Key);
    fn see(&mut self, parent: &Self::Parent) -> store::Result<Self::Seen>;
    /// About how much memory it takes.
    fn bytes(&self) -> usize;
    /// Whether seeing takes so long that it would keep a thread from answering others.
    fn heavy(&self) -> bool {
        false
    }
}

pub type Parent<F> = <<F as Follow>::State as Held>::Parent;
pub type Seen<F> = <<F as Follow>::State as Held>::Seen;

/// Everything that one process follows.
pub struct Follows {
    shelf: Arc<Mutex<Shelf>>,
    cold: Arc<Semaphore>,
    /// Whether other processes write too.
    shared: bool,
    /// Counts up whenever another process said that something changed: who looked before that looks again.
    heard: AtomicU64,
    /// The time of the newest mark made here; the next is no older, whatever the clock says.
    newest_mark: AtomicU64,
}

impl Follows {
    pub fn new(shared: bool) -> Self {
        Self::within(MOST_BYTES, shared)
    }

    /// Keeps to about this many bytes; what was viewed last is held whatever its size.
    pub fn within(bytes: usize, shared: bool) -> Self {
        Self {
            shelf: Arc::new(Mutex::new(Shelf::within(bytes))),
            cold: Arc::new(Semaphore::new(COLD_READS)),
            shared,
            heard: AtomicU64::new(0),
            newest_mark: AtomicU64::new(0),
        }
    }

    /// Another process changed something.
    pub fn heard(&self) {
        self.heard.fetch_add(1, Ordering::SeqCst);
    }

    /// What everything held takes in memory, about.
    pub fn bytes(&self) -> usize {
        self.shelf().bytes()
    }

    /// The time of a new mark, in milliseconds: now, but never before that of an earlier one.
    pub fn mark_time(&self, now: u64) -> u64 {
        self.newest_mark.fetch_max(now, Ordering::SeqCst).max(now)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Services {
    /// What is to be seen of the parent's answers: every one that was acknowledged here before this was called, and those of other
    /// processes up to half a second ago.
    pub async fn followed<F: Follow>(&self, parent: &Parent<F>) -> store::Result<Arc<Seen<F>>> {
        let slot = self.slot::<F>(parent);
        let version = F::version(parent);
        let reading = self.reading();
        if let Some(seen) = slot.seen_and_fresh(version, &reading) {
            return Ok(seen);
        }
        let mut held = Deadline::read(slot.current(reading, parent)).await?;
        // Whoever had the lock before us may have seen the same.
        if let Some(seen) = slot.seen(version) {
            return Ok(seen);
        }
        if !held.is_heavy() {
            return slot.see(&mut held, parent);
        }
        let parent = parent.clone();
        let seen = tokio::task::spawn_blocking(move || slot.see(&mut held, &parent)).await;
        seen.map_err(|error| broken_off(&error))?
    }

    /// Looks into the answers themselves, as up to date as [`Self::followed`].
    pub async fn with_followed<F: Follow, R>(
        &self,
        parent: &Parent<F>,
        look: impl FnOnce(&F::State) -> R,
    ) -> store::Result<R> {
        let slot = self.slot::<F>(parent);
        let held = Deadline::read(slot.current(self.reading(), parent)).await?;
        held.state().map(look)
    }

    /// Whether there are `most` answers already, as far as that is known without waiting for anybody; 0 is no limit. When so many have
    /// come unseen that it may be, they are read beside this: whoever comes next is judged by them.
    pub fn has_most<F: Follow>(
        &self,
        parent: &Parent<F>,
        most: u32,
        count: impl FnOnce(&F::State) -> u64,
    ) -> bool {
        let most = u64::from(most);
        if most == 0 {
            return false;
        }
        let slot = self.slot::<F>(parent);
        let Some(glance) = slot.glance(count) else { return false };
        let room = most.saturating_sub(glance.held);
        if glance.unseen >= room.clamp(1, MANY_UNSEEN) {
            let (reading, parent) = (self.reading(), parent.clone());
            tokio::spawn(async move { slot.current(reading, &parent).await.map(drop) });
        }
        room == 0
    }

    /// The mark of a row that is about to change: part of the same transaction, so that other processes find it whatever becomes of
    /// this one. Nothing where no other process writes: then an answer stays one write.
    pub fn mark<F: Follow>(&self, id: &F::Id, key: &Key) -> store::Result<Option<Write>> {
        let follows = self.live.follows();
        Ok(follows.shared.then(|| marks::of::<F>(self, follows, id, std::slice::from_ref(key))))
    }

    /// The marks of rows of one parent that change together: they share one.
    pub fn mark_all<F: Follow>(&self, id: &F::Id, keys: impl IntoIterator<Item = Key>) -> Vec<Write> {
        let (follows, keys) = (self.live.follows(), keys.into_iter().collect::<Vec<_>>());
        let chunks = keys.chunks(marks::MOST_ROWS).filter(|_| follows.shared);
        chunks.map(|keys| marks::of::<F>(self, follows, id, keys)).collect()
    }

    /// Rows were written, or removed: they are looked at again at the next view. Call it after the commit and before the answer.
    pub fn answered<F: Follow>(&self, id: &F::Id, keys: impl IntoIterator<Item = Key>) {
        if let Some(slot) = self.live.follows().shelf().find::<Slot<F>>(&id.to_string()) {
            slot.look_again(keys);
        }
    }

    /// Lets go of what is held of something deleted.
    pub fn forget<F: Follow>(&self, id: &F::Id) {
        self.live.follows().shelf().remove::<Slot<F>>(&id.to_string());
    }

    fn slot<F: Follow>(&self, parent: &Parent<F>) -> Arc<Slot<F>> {
        let follows = self.live.follows();
        let (slot, sweep) = follows.shelf().slot::<Slot<F>>(&F::id(parent).to_string());
        if sweep {
            shelf::sweep(&follows.shelf);
        }
        slot
    }

    fn reading(&self) -> Reading {
        let follows = self.live.follows();
        Reading {
            store: self.store.clone(),
            now: self.clock.now(),
            heard: follows.shared.then(|| follows.heard.load(Ordering::SeqCst)),
            shelf: follows.shelf.clone(),
            cold: follows.cold.clone(),
        }
    }
}

fn broken_off(error: &tokio::task::JoinError) -> StoreError {
    StoreError::Unavailable(format!("answers could not be read or counted: {error}"))
}
