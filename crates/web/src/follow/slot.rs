//! The answers to one thing: what is held of them, and how it is brought up to date.

use super::{
    Follow, Held, Parent, Seen, broken_off,
    marks::{Position, SMALL_STEP},
    shelf::Shelf,
};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::HashSet,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{Item, Key, Scan, Store, StoreError, Table, batch_get_all};
use tokio::sync::{OwnedMutexGuard, Semaphore};

/// Marks of other processes are asked for at most this often.
const PAUSE: SignedDuration = SignedDuration::from_millis(500);

/// What a reading is done with, as of the moment when somebody asked.
pub struct Reading {
    pub store: Arc<dyn Store>,
    pub now: Timestamp,
    /// How often other processes were heard of; nothing where there are none.
    pub heard: Option<u64>,
    pub shelf: Arc<Mutex<Shelf>>,
    pub cold: Arc<Semaphore>,
}

/// One thing's place on the shelf.
pub struct Slot<F: Follow> {
    /// Never locked for longer than it takes to look.
    notes: Mutex<Notes<F>>,
    /// Locked while it is read, brought up to date or seen.
    held: Arc<tokio::sync::Mutex<Option<State<F>>>>,
}

struct Notes<F: Follow> {
    /// Rows to look at again.
    dirty: HashSet<Key>,
    /// What was made of the state as it is, and against which version of the parent.
    seen: Option<(u64, Arc<Seen<F>>)>,
    /// When the latest look at marks began, and how often others had been heard of then.
    looked: Option<(Timestamp, u64)>,
    /// Readings begun so far.
    begun: u64,
    /// The reading that failed last: whoever waited for it has its answer, too.
    failed: Option<(u64, StoreError)>,
}

struct State<F: Follow> {
    state: F::State,
    position: Position,
}

impl<F: Follow> Default for Slot<F> {
    fn default() -> Self {
        let notes = Notes { dirty: HashSet::new(), seen: None, looked: None, begun: 0, failed: None };
        Self { notes: Mutex::new(notes), held: Arc::default() }
    }
}

/// What is known of a slot without waiting.
pub struct Glance {
    /// How many answers are held.
    pub held: u64,
    /// How many have changed since.
    pub unseen: u64,
}

impl<F: Follow> Slot<F> {
    /// What is held, unless somebody is at work on it.
    pub fn glance(&self, count: impl FnOnce(&F::State) -> u64) -> Option<Glance> {
        let held = self.held.try_lock().ok()?;
        let held = held.as_ref().map_or(0, |held| count(&held.state));
        Some(Glance { held, unseen: self.notes().dirty.len() as u64 })
    }

    /// From now on these rows are not what is held of them.
    pub fn look_again(&self, keys: impl IntoIterator<Item = Key>) {
        self.notes().dirty.extend(keys);
    }

    /// What was seen, if nothing can have changed since.
    pub fn seen_and_fresh(&self, version: u64, reading: &Reading) -> Option<Arc<Seen<F>>> {
        let notes = self.notes();
        if notes.is_fresh(reading) { notes.seen(version) } else { None }
    }

    /// What was seen of the state that is held now.
    pub fn seen(&self, version: u64) -> Option<Arc<Seen<F>>> {
        self.notes().seen(version)
    }

    /// Sees the state and keeps what was seen for everyone.
    pub fn see(&self, held: &mut Current<F>, parent: &Parent<F>) -> store::Result<Arc<Seen<F>>> {
        let seen = Arc::new(held.state_mut()?.see(parent)?);
        self.notes().seen = Some((F::version(parent), seen.clone()));
        Ok(seen)
    }

    /// The state as it was when the reading was asked for, or newer.
    ///
    /// What there is to read is read on a task of its own: whoever asked may give up waiting, and what takes longer than their
    /// patience would be begun anew for ever. Everyone else waits for the same reading.
    pub async fn current(
        self: &Arc<Self>,
        reading: Reading,
        parent: &Parent<F>,
    ) -> store::Result<Current<F>> {
        let asked = self.notes().begun;
        let held = self.held.clone().lock_owned().await;
        if held.as_ref().is_some_and(|held| held.state.fits(parent)) && self.notes().is_fresh(&reading) {
            return Ok(Current(held));
        }
        if let Some((_, error)) = self.notes().failed.as_ref().filter(|(failed, _)| *failed > asked) {
            return Err(error.clone());
        }
        let (slot, parent) = (self.clone(), parent.clone());
        let read = tokio::spawn(async move { slot.bring_up(held, &reading, &parent).await });
        read.await.map_err(|error| broken_off(&error))?
    }

    async fn bring_up(
        self: Arc<Self>,
        mut held: OwnedMutexGuard<Option<State<F>>>,
        reading: &Reading,
        parent: &Parent<F>,
    ) -> store::Result<Current<F>> {
        let number = self.notes().begin();
        // Out of its place: a reading that breaks off half-way leaves nothing there, and the next one begins anew.
        let outcome = match held.take().filter(|held| held.can_follow(reading, parent)) {
            Some(earlier) => {
                let (kept, outcome) = self.catch_up(earlier, reading, &F::id(parent)).await;
                *held = kept;
                outcome
            }
            None => match self.read_all(reading, parent).await {
                // An index may not show yet what was written a moment ago; marks name it.
                Ok(all) if by_index::<F>(parent) => {
                    let (kept, outcome) = self.catch_up(all, reading, &F::id(parent)).await;
                    *held = kept;
                    outcome
                }
                read => read.map(|all| *held = Some(all)),
            },
        };
        self.notes().failed = outcome.as_ref().err().map(|error| (number, error.clone()));
        let bytes = held.as_ref().map_or(0, |held| held.state.bytes());
        reading.shelf.lock().unwrap_or_else(PoisonError::into_inner).resize(
            &F::id(parent).to_string(),
            &self,
            bytes,
        );
        outcome.map(|()| Current(held))
    }

    /// Reads every row, a page at a time.
    async fn read_all(&self, reading: &Reading, parent: &Parent<F>) -> store::Result<State<F>> {
        let _turn = reading.cold.acquire().await.map_err(|_| StoreError::Unavailable("closing".into()))?;
        self.notes().seen = None;
        if !by_index::<F>(parent) {
            // Whatever was committed before this moment is found below.
            self.notes().take_dirty();
            self.notes().looked_at(reading);
        }
        let mut state = F::State::empty(parent)?;
        if let Some(table) = F::whole() {
            let mut after = None;
            loop {
                let rows = reading.store.scan(Scan { table, limit: None, after }).await?;
                for row in &rows.items {
                    take_in(&mut state, table, row)?;
                }
                after = rows.next;
                if after.is_none() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        for mut query in F::rows(&F::id(parent)) {
            loop {
                let rows = reading.store.query(query.clone()).await?;
                for row in &rows.items {
                    take_in(&mut state, query.table, row)?;
                }
                let Some(next) = rows.next else { break };
                query.after = Some(next);
                tokio::task::yield_now().await;
            }
        }
        Ok(State { state, position: Position::at(reading.now) })
    }

    /// Looks at the rows that changed. When they cannot be read, what is held stays as it was.
    async fn catch_up(
        &self,
        mut held: State<F>,
        reading: &Reading,
        id: &F::Id,
    ) -> (Option<State<F>>, store::Result<()>) {
        let looks = !self.notes().has_looked(reading);
        let dirty = self.notes().take_dirty();
        let read = async {
            let (mut keys, mut position) = (dirty.clone(), None);
            if looks {
                let news = held.position.news::<F>(reading.store.as_ref(), id, reading.now).await?;
                keys.extend(news.0);
                position = Some(news.1);
            }
            let keys: Vec<Key> = keys.into_iter().collect();
            let table = F::whole().or_else(|| F::rows(id).first().map(|all| all.table));
            let rows = match table {
                Some(table) => batch_get_all(reading.store.as_ref(), table, &keys).await?,
                None => Vec::new(),
            };
            Ok((keys, table.into_iter().cycle().zip(rows), position))
        };
        let (keys, rows, position) = match read.await {
            Ok(read) => read,
            Err(error) => {
                self.look_again(dirty);
                return (Some(held), Err(error));
            }
        };
        if !keys.is_empty() {
            self.notes().seen = None;
        }
        for (key, (table, row)) in keys.iter().zip(rows) {
            match row {
                Some(row) => {
                    if let Err(error) = take_in(&mut held.state, table, &row) {
                        return (None, Err(error));
                    }
                }
                None => held.state.remove(key),
            }
        }
        if let Some(position) = position {
            held.position = position;
            self.notes().looked_at(reading);
        }
        (Some(held), Ok(()))
    }

    fn notes(&self) -> MutexGuard<'_, Notes<F>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: Follow> Notes<F> {
    fn is_fresh(&self, reading: &Reading) -> bool {
        self.dirty.is_empty() && self.has_looked(reading)
    }

    /// Whether there is no need to ask for the marks of others: nobody else writes, or they were asked for a moment ago and nothing
    /// was heard since.
    fn has_looked(&self, reading: &Reading) -> bool {
        let Some(heard) = reading.heard else { return true };
        self.looked.is_some_and(|(at, heard_then)| {
            let age = reading.now.duration_since(at);
            heard_then >= heard && -SMALL_STEP <= age && age < PAUSE
        })
    }

    fn looked_at(&mut self, reading: &Reading) {
        self.looked = reading.heard.map(|heard| (reading.now, heard));
    }

    fn seen(&self, version: u64) -> Option<Arc<Seen<F>>> {
        self.seen.as_ref().filter(|(seen, _)| *seen == version).map(|(_, seen)| seen.clone())
    }

    fn begin(&mut self) -> u64 {
        self.begun += 1;
        self.begun
    }

    /// From here on nobody gets what was seen without them.
    fn take_dirty(&mut self) -> HashSet<Key> {
        if !self.dirty.is_empty() {
            self.seen = None;
        }
        std::mem::take(&mut self.dirty)
    }
}

impl<F: Follow> State<F> {
    fn can_follow(&self, reading: &Reading, parent: &Parent<F>) -> bool {
        self.state.fits(parent) && (reading.heard.is_none() || self.position.can_go_on(reading.now))
    }
}

/// Takes in a row as it is now. One that cannot be read is held no longer and spoils nothing else.
fn take_in<S: Held>(state: &mut S, table: &'static Table, row: &Item) -> store::Result<()> {
    match state.put(row) {
        Err(StoreError::Invalid(_)) => {
            store::left_out(table);
            state.remove(&Key::of(row, &table.key)?);
            Ok(())
        }
        put => put,
    }
}

fn by_index<F: Follow>(parent: &Parent<F>) -> bool {
    F::rows(&F::id(parent)).iter().any(|query| query.index.is_some())
}

/// The state, up to date and nobody else's for as long as this is held.
pub struct Current<F: Follow>(OwnedMutexGuard<Option<State<F>>>);

impl<F: Follow> Current<F> {
    pub fn state(&self) -> store::Result<&F::State> {
        self.0.deref().as_ref().map(|held| &held.state).ok_or_else(not_read)
    }

    fn state_mut(&mut self) -> store::Result<&mut F::State> {
        self.0.deref_mut().as_mut().map(|held| &mut held.state).ok_or_else(not_read)
    }

    pub fn is_heavy(&self) -> bool {
        self.state().is_ok_and(Held::heavy)
    }
}

fn not_read() -> StoreError {
    StoreError::Unavailable("the answers have not been read".into())
}
