//! Marks in the store, by which processes learn of each other's answers.

use super::{Follow, Follows};
use crate::{Services, system};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashSet;
use store::{Item, Key, Store, View, Write, query_all};

/// A mark carries the time at which its answer was made. It is stored a little later, by a process whose clock may be a little
/// behind: by at most this much in all, so looking this far back finds it.
const OVERLAP: SignedDuration = SignedDuration::from_secs(10);
/// Clocks are set right by less than this all the time; the overlap has room for it.
pub const SMALL_STEP: SignedDuration = SignedDuration::from_secs(5);
/// How long marks are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(1);
/// Well before marks are gone they are no longer relied on.
const LONGEST_AWAY: SignedDuration = SignedDuration::from_mins(50);
/// What came by other means, an import say, leaves no mark, so everything is read anew now and then.
const LONGEST_BY_MARKS: SignedDuration = SignedDuration::from_hours(6);

/// The mark of a change to the row with this key.
pub fn of<F: Follow>(services: &Services, follows: &Follows, id: &F::Id, key: &Key) -> Write {
    let now = services.clock.now();
    let millis = follows.mark_time(u64::try_from(now.as_millisecond()).unwrap_or(0));
    let time = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    let mark = services.rng.uuid_v7(time.unwrap_or(now));
    let item = Item::new()
        .with(F::MARK, F::named(key))
        .with("ttl", now.saturating_add(KEPT).unwrap_or(now).as_second())
        .with_key(&system::SYSTEM, system::mark(system::answer_marks(F::NAME, &id.to_string()), mark));
    Write::put(&system::SYSTEM, item)
}

/// How far the marks of one thing have been read.
pub struct Position {
    /// When everything was read.
    full_at: Timestamp,
    /// When the latest reading began: what was stored before is in it.
    read_at: Timestamp,
    /// Marks whose rows have been looked at, as far back as the next reading looks.
    seen: HashSet<String>,
}

impl Position {
    /// Before a full reading begins.
    pub fn at(now: Timestamp) -> Self {
        Self { full_at: now, read_at: now, seen: HashSet::new() }
    }

    /// Whether the marks since the last reading tell everything that happened. A clock that went back leaves a gap: what others
    /// marked while ours was ahead lies before the last reading.
    pub fn can_go_on(&self, now: Timestamp) -> bool {
        let away = now.duration_since(self.read_at);
        -SMALL_STEP <= away && away < LONGEST_AWAY && now.duration_since(self.full_at) < LONGEST_BY_MARKS
    }

    /// The rows that were marked since the last reading, and the position after them.
    pub async fn news<F: Follow>(
        &self,
        store: &dyn Store,
        id: &F::Id,
        now: Timestamp,
    ) -> store::Result<(Vec<Key>, Self)> {
        let since = self.read_at.min(now).saturating_sub(OVERLAP).unwrap_or(now);
        let partition = system::answer_marks(F::NAME, &id.to_string());
        let marks = query_all(store, system::marks_since(partition, since)).await?;
        let (mut seen, mut keys) = (HashSet::with_capacity(marks.len()), Vec::new());
        for mark in &marks {
            let Some(name) = text(mark, "SK") else { continue };
            if !self.seen.contains(name) {
                keys.extend(text(mark, F::MARK).and_then(|named| F::row(id, named)));
            }
            seen.insert(name.to_owned());
        }
        Ok((keys, Self { full_at: self.full_at, read_at: now, seen }))
    }
}

fn text<'a>(item: &'a Item, attribute: &str) -> Option<&'a str> {
    item.get(attribute).and_then(View::as_str)
}
