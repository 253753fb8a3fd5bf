//! Marks in the store, by which processes learn of each other's answers.

use super::{Follow, Follows};
use crate::{Services, system};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashSet;
use store::{Item, Key, Store, Value, View, Write, query_all};

/// Clocks are set right by less than this all the time, and differ by less; the overlap has room for both.
pub const SMALL_STEP: SignedDuration = SignedDuration::from_secs(5);
/// A mark carries the time at which it was made. It is stored later, by as much as a write may take: looking this far back finds it.
pub const OVERLAP: SignedDuration =
    SignedDuration::from_secs(store::LONGEST_WRITE.as_secs().cast_signed() + SMALL_STEP.as_secs());
/// Rows that one mark names at most: as many as one commit changes.
pub const MOST_ROWS: usize = 96;
/// The attribute of a mark that names several rows.
const ROWS: &str = "rows";
/// How long marks are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(1);
/// Well before marks are gone they are no longer relied on.
const LONGEST_AWAY: SignedDuration = SignedDuration::from_mins(50);
/// What came by other means, an import say, leaves no mark, so everything is read anew now and then.
const LONGEST_BY_MARKS: SignedDuration = SignedDuration::from_hours(6);

/// The mark of a change to the rows with these keys, at most [`MOST_ROWS`].
pub fn of<F: Follow>(services: &Services, follows: &Follows, id: &F::Id, keys: &[Key]) -> Write {
    let now = services.clock.now();
    let millis = follows.mark_time(u64::try_from(now.as_millisecond()).unwrap_or(0));
    let time = i64::try_from(millis).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    let mark = services.rng.uuid_v7(time.unwrap_or(now));
    let item = match keys {
        [key] => Item::new().with(F::MARK, F::named(key)),
        keys => Item::new().with(ROWS, Value::L(keys.iter().map(|key| F::named(key).into()).collect())),
    };
    let item = item
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
                keys.extend(rows_named::<F>(mark).filter_map(|named| F::row(id, named)));
            }
            seen.insert(name.to_owned());
        }
        Ok((keys, Self { full_at: self.full_at, read_at: now, seen }))
    }
}

fn rows_named<F: Follow>(mark: &Item) -> impl Iterator<Item = &str> {
    let several = mark.get(ROWS).and_then(View::as_list);
    let several = several.into_iter().flat_map(|rows| rows.iter().filter_map(View::as_str));
    text(mark, F::MARK).into_iter().chain(several)
}

fn text<'a>(item: &'a Item, attribute: &str) -> Option<&'a str> {
    item.get(attribute).and_then(View::as_str)
}
