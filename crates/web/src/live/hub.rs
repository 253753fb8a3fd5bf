//! Who watches what, and what changed lately.

use kernel::Clock;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

/// Changes are remembered this long for pages that are slow to listen.
const MEMORY: u64 = 60_000;
/// With this many topics remembered, those that nobody watches and that are long past are forgotten.
const MANY: usize = 1_024;
/// Processes' clocks differ by less than this, so a page asks a little further back when there are several.
const SKEW: u64 = 2_000;

pub struct Hub {
    clock: Arc<dyn Clock>,
    pub shutdown: CancellationToken,
    topics: Mutex<HashMap<String, watch::Sender<u64>>>,
    started: u64,
    /// Topics whose mark is to be written; nothing where there is no other process.
    pub unmarked: Option<Mutex<HashSet<String>>>,
    pub bell: Notify,
}

impl Hub {
    pub fn new(clock: Arc<dyn Clock>, shutdown: CancellationToken, marked: bool) -> Self {
        let started = millis(clock.as_ref());
        let unmarked = marked.then(Mutex::default);
        Self { clock, shutdown, topics: Mutex::default(), started, unmarked, bell: Notify::new() }
    }

    pub fn now(&self) -> u64 {
        millis(self.clock.as_ref())
    }

    pub fn changed(&self, topic: &str) {
        let now = self.now();
        let mut topics = self.topics();
        if topics.len() >= MANY {
            topics.retain(|_, rev| rev.receiver_count() > 0 || *rev.borrow() + MEMORY > now);
        }
        // Two changes in one millisecond are two revisions.
        topics.entry(topic.to_owned()).or_default().send_modify(|rev| *rev = now.max(*rev + 1));
        drop(topics);
        if let Some(unmarked) = &self.unmarked {
            unmarked.lock().unwrap_or_else(PoisonError::into_inner).insert(topic.to_owned());
            self.bell.notify_one();
        }
    }

    /// Another process's mark: tells the watchers here, if it is news to them.
    pub fn heard(&self, topic: &str, rev: u64) {
        if let Some(known) = self.topics().get(topic) {
            known.send_if_modified(|known| {
                let news = rev > *known;
                *known = rev.max(*known);
                news
            });
        }
    }

    /// The newest revision of `topic` that is known here.
    pub fn rev(&self, topic: &str) -> u64 {
        self.topics().get(topic).map_or(0, |rev| *rev.borrow())
    }

    /// A watcher of `topic`, and the revision from which on it has something to tell.
    pub fn subscribe(&self, topic: &str, since: Option<u64>) -> (watch::Receiver<u64>, u64) {
        let now = self.now();
        let mut topics = self.topics();
        let sender = topics.entry(topic.to_owned()).or_default();
        let slack = if self.unmarked.is_some() { SKEW } else { 0 };
        let Some(since) = since else {
            let next = now.saturating_sub(slack).max(*sender.borrow() + 1);
            return (sender.subscribe(), next);
        };
        // Nobody has seen what is still to come, whatever they say.
        let since = since.min(now);
        // Of what lies further back nothing is remembered, so it may have changed.
        let forgotten = since < self.started || since + MEMORY < now;
        if forgotten && *sender.borrow() < since {
            sender.send_replace(since.max(1));
        }
        (sender.subscribe(), since.saturating_sub(slack).max(1))
    }

    /// The topics that somebody watches.
    pub fn watched(&self) -> Vec<String> {
        let topics = self.topics();
        topics.iter().filter(|(_, rev)| rev.receiver_count() > 0).map(|(topic, _)| topic.clone()).collect()
    }

    pub fn watchers(&self) -> usize {
        self.topics().values().map(watch::Sender::receiver_count).sum()
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<u64>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(clock: &dyn Clock) -> u64 {
    u64::try_from(clock.now().as_millisecond()).unwrap_or(0)
}
