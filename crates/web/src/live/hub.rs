//! Who watches what, and what changed lately.

use super::{Change, Seen, limits::Streams, rooms::Rooms};
use crate::follow::Follows;
use kernel::{Clock, Rng};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

/// Changes are remembered this long, in milliseconds, for pages that are slow to listen.
pub const MEMORY: u64 = 60_000;
/// Processes' clocks differ by less than this, so a page asks a little further back when there are several.
const SKEW: u64 = 2_000;
/// Several changes in one millisecond take revisions that are still to come; who has seen later ones saw them before the clock was
/// set back.
const AHEAD: u64 = 1_000;
/// How many old topics are looked at at every change: more than one, so that they never pile up.
const LOOKED_AT: usize = 2;

pub struct Hub {
    clock: Arc<dyn Clock>,
    pub shutdown: CancellationToken,
    topics: Mutex<Topics>,
    started: u64,
    /// Which process this is: revisions of another, such as the one before a restart, say nothing of what is known here.
    pub process: u32,
    pub follows: Follows,
    pub rooms: Rooms,
    pub streams: Arc<Streams>,
    /// What other processes are to be told; nothing where there are none.
    pub unmarked: Option<Mutex<HashMap<String, Change>>>,
    pub bell: Notify,
}

/// When a topic changed last, in milliseconds; 0 for never. An edit counts as both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revs {
    pub edited: u64,
    pub any: u64,
}

impl Revs {
    /// The newer of both.
    pub fn and(self, other: Self) -> Self {
        Self { edited: self.edited.max(other.edited), any: self.any.max(other.any) }
    }

    /// One more change: later than all before it, whatever the clock that `rev` comes from says.
    fn take(&mut self, change: Change, rev: u64) {
        self.any = rev.max(self.any + 1);
        if change == Change::Edited {
            self.edited = self.any;
        }
    }
}

#[derive(Default)]
struct Topics {
    revs: HashMap<Arc<str>, watch::Sender<Revs>>,
    /// Every topic once, and when to look whether it can be forgotten, soonest first.
    due: VecDeque<(u64, Arc<str>)>,
}

impl Topics {
    fn of(&mut self, topic: &str, now: u64) -> &watch::Sender<Revs> {
        self.forget_some(now);
        if !self.revs.contains_key(topic) {
            let name: Arc<str> = topic.into();
            self.due.push_back((now + MEMORY, name.clone()));
            self.revs.insert(name, watch::Sender::default());
        }
        // It is there now; the default is only what the compiler asks for.
        self.revs.entry(topic.into()).or_default()
    }

    /// Forgets topics that nobody watches and that are long past: a few at a time, so that no change waits for all of them.
    fn forget_some(&mut self, now: u64) {
        for _ in 0..LOOKED_AT {
            let Some((_, topic)) = self.due.pop_front_if(|(due, _)| *due <= now) else { return };
            let needed = self
                .revs
                .get(&topic)
                .is_some_and(|revs| revs.receiver_count() > 0 || revs.borrow().any + MEMORY > now);
            if needed {
                self.due.push_back((now + MEMORY, topic));
            } else {
                self.revs.remove(&topic);
            }
        }
    }
}

impl Hub {
    pub fn new(clock: Arc<dyn Clock>, shutdown: CancellationToken, shared: bool) -> Self {
        Self {
            started: millis(clock.as_ref()),
            process: one_of_a_kind(),
            clock,
            shutdown,
            topics: Mutex::default(),
            follows: Follows::new(shared),
            rooms: Rooms::default(),
            streams: Arc::default(),
            unmarked: shared.then(Mutex::default),
            bell: Notify::new(),
        }
    }

    pub fn now(&self) -> u64 {
        millis(self.clock.as_ref())
    }

    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    pub fn changed(&self, topic: &str, change: Change) {
        self.changed_here(topic, change);
        self.to_mark(topic.to_owned(), change);
    }

    /// A change whose mark other processes have already.
    pub fn changed_here(&self, topic: &str, change: Change) {
        let now = self.now();
        self.topics().of(topic, now).send_modify(|revs| revs.take(change, now));
    }

    /// Other processes are to be told of this, too.
    pub fn to_mark(&self, topic: String, change: Change) {
        if let Some(unmarked) = &self.unmarked {
            let mut unmarked = unmarked.lock().unwrap_or_else(PoisonError::into_inner);
            let told = unmarked.entry(topic).or_insert(change);
            *told = told.and(change);
            drop(unmarked);
            self.bell.notify_one();
        }
    }

    /// Another process's mark: tells the watchers here. It may be older than what they were told last, and is news all the same.
    pub fn heard(&self, topic: &str, change: Change, rev: u64) {
        self.follows.heard();
        self.topics().of(topic, self.now()).send_modify(|revs| revs.take(change, rev));
    }

    /// Hears of a topic's changes from now on.
    pub fn subscribe(&self, topic: &str) -> watch::Receiver<Revs> {
        let now = self.now();
        self.topics().of(topic, now).subscribe()
    }

    /// From which revision on there is news for a page that has seen everything until `since`. A page that says nothing wants to
    /// know of what is still to come; `None`: so much time has passed that anything may have happened, or another process told it.
    pub fn news_since(&self, since: Option<Since>, newest: u64) -> Option<u64> {
        let now = self.now();
        let slack = if self.unmarked.is_some() { SKEW } else { 0 };
        let Some(since) = since else { return Some(now.saturating_sub(slack).max(newest + 1)) };
        let remembered = (now.saturating_sub(MEMORY)..=now + AHEAD).contains(&since.seen.rev);
        let known = self.knows_of(since) && since.seen.rev >= self.started && remembered;
        // Nobody has seen what is still to come, whatever they say.
        known.then(|| since.seen.rev.min(now).saturating_sub(slack).max(1))
    }

    /// Whether this process has all the news since then. Of what another one told, it has them where they leave each other marks,
    /// unless that one broke off: it may have ended before it left the last of them.
    fn knows_of(&self, since: Since) -> bool {
        let another = since.seen.process.is_some_and(|process| process != self.process);
        !another || (self.unmarked.is_some() && !since.broke_off)
    }

    /// How many topics are remembered.
    pub fn topics_known(&self) -> usize {
        self.topics().revs.len()
    }

    fn topics(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a page that asks for news has seen.
#[derive(Debug, Clone, Copy)]
pub struct Since {
    pub seen: Seen,
    /// Whether it was listening until now, and lost its stream.
    pub broke_off: bool,
}

/// Drawn from the system also in tests: two processes of one test differ as two real ones do.
fn one_of_a_kind() -> u32 {
    Rng::system().map_or(0, |rng| u32::from_le_bytes(rng.bytes()))
}

fn millis(clock: &dyn Clock) -> u64 {
    u64::try_from(clock.now().as_millisecond()).unwrap_or(0)
}
