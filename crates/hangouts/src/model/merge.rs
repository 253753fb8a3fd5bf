//! One list by time out of many: each partition of an index is sorted by itself, and a page of all of them is a merge.
//!
//! The cursor is a watermark, the time and id of the last hangout shown. Within one time an index has no order that holds across
//! partitions, so hangouts of one time are shown only when all of them have been read.

use super::{HangoutId, Pointer};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::HashSet};

/// Which way a list goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// What comes, the next one first.
    Upcoming,
    /// What was, the latest first.
    Past,
}

/// How far a list was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watermark {
    millis: i64,
    /// The last one shown; with none, everything at this time was.
    id: Option<HangoutId>,
}

impl Watermark {
    /// Before anything was shown: the list begins beyond `time`.
    pub fn at(time: Timestamp) -> Self {
        Self { millis: time.as_millisecond(), id: None }
    }

    fn of(pointer: &Pointer) -> Option<Self> {
        Some(Self { millis: millis(pointer)?, id: Some(pointer.hangout_id) })
    }

    /// Where the rows of a partition that may come next begin.
    pub fn millis(&self) -> i64 {
        self.millis
    }

    /// Whether rows at that very time are still to be looked at.
    pub fn has_ties(&self) -> bool {
        self.id.is_some()
    }
}

fn millis(pointer: &Pointer) -> Option<i64> {
    pointer.start.map(|start| start.as_millisecond())
}

/// What was read of each partition, on its way to a page.
pub struct Merge {
    direction: Direction,
    after: Watermark,
    rows: Vec<Pointer>,
    /// The nearest time up to which some partition has been read and not beyond.
    bound: Option<i64>,
}

impl Merge {
    pub fn new(direction: Direction, after: Watermark) -> Self {
        Self { direction, after, rows: Vec::new(), bound: None }
    }

    /// Whether enough of a partition has been read: past the first time that is still to be shown, so that the page can go on.
    pub fn is_enough(&self, rows: &[Pointer]) -> bool {
        let mut new = rows.iter().filter(|pointer| self.is_new(pointer)).filter_map(millis);
        let first = new.next();
        first.is_some() && first != rows.last().and_then(millis)
    }

    /// Takes what was read of one partition, and whether that is all of it.
    pub fn add(&mut self, rows: Vec<Pointer>, all: bool) {
        let last = rows.last().and_then(millis).filter(|_| !all);
        let nearer = |one: i64, other: i64| match self.direction {
            Direction::Upcoming => one.min(other),
            Direction::Past => one.max(other),
        };
        self.bound = match (self.bound, last) {
            (Some(bound), Some(last)) => Some(nearer(bound, last)),
            (bound, last) => bound.or(last),
        };
        let new: Vec<_> = rows.into_iter().filter(|pointer| self.is_new(pointer)).collect();
        self.rows.extend(new);
    }

    /// The page: each hangout once, in order, and where the next page begins if there is one.
    pub fn page(mut self, limit: usize) -> (Vec<Pointer>, Option<Watermark>) {
        self.rows.sort_by(|one, other| order(self.direction, one, other));
        let mut seen = HashSet::new();
        self.rows.retain(|pointer| seen.insert(pointer.hangout_id));
        let read = self.rows.iter().take_while(|pointer| self.is_read(pointer)).count();
        let more = self.bound.is_some() || read > limit;
        self.rows.truncate(read.min(limit));
        let next = self.rows.last().and_then(Watermark::of).or(Some(self.after)).filter(|_| more);
        (self.rows, next)
    }

    /// Whether everything at this pointer's time has been read.
    fn is_read(&self, pointer: &Pointer) -> bool {
        let (Some(bound), Some(at)) = (self.bound, millis(pointer)) else { return true };
        self.direction.before(at, bound) == Ordering::Less
    }

    fn is_new(&self, pointer: &Pointer) -> bool {
        let Some(at) = millis(pointer) else { return false };
        match self.direction.before(self.after.millis, at) {
            Ordering::Equal => {
                self.after.id.is_some_and(|shown| self.direction.before(shown, pointer.hangout_id).is_lt())
            }
            ordering => ordering.is_lt(),
        }
    }
}

impl Direction {
    /// Which of two comes first.
    fn before<T: Ord>(self, one: T, other: T) -> Ordering {
        match self {
            Self::Upcoming => one.cmp(&other),
            Self::Past => other.cmp(&one),
        }
    }
}

fn order(direction: Direction, one: &Pointer, other: &Pointer) -> Ordering {
    direction.before((millis(one), one.hangout_id), (millis(other), other.hangout_id))
}

#[cfg(test)]
mod tests {
    use super::super::{GroupId, Hangout, Target};
    use super::*;
    use kernel::{Moment, UserId};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn pointer(partition: u128, id: u128, millis: i64) -> Pointer {
        let start = Timestamp::from_millisecond(millis).unwrap();
        let hangout = Hangout {
            start: Some(start.into()),
            ..Hangout::new(HangoutId(Uuid::from_u128(id)), UserId(Uuid::nil()), Moment::default())
        };
        hangout.pointer_to(Target::Group(GroupId(Uuid::from_u128(partition))))
    }

    /// Reads every page the way a list does, a few rows of each partition at a time.
    fn all_pages(
        partitions: &[Vec<Pointer>],
        direction: Direction,
        from: i64,
        limit: usize,
    ) -> Vec<(i64, HangoutId)> {
        let mut shown = Vec::new();
        let mut after = Watermark::at(Timestamp::from_millisecond(from).unwrap());
        for _ in 0..1_000 {
            let mut merge = Merge::new(direction, after);
            for partition in partitions {
                let next = |row: &&Pointer| match direction.before(after.millis(), millis(row).unwrap()) {
                    Ordering::Equal => after.has_ties(),
                    ordering => ordering.is_lt(),
                };
                let mut rows: Vec<_> = partition.iter().filter(next).cloned().collect();
                rows.sort_by(|one, other| direction.before(millis(one), millis(other)));
                let mut read = (limit + 1).min(rows.len());
                while read < rows.len() && !merge.is_enough(&rows[..read]) {
                    read = (read + limit + 1).min(rows.len());
                }
                let all = read == rows.len();
                rows.truncate(read);
                merge.add(rows, all);
            }
            let (page, next) = merge.page(limit);
            assert!(page.len() <= limit);
            shown.extend(page.iter().map(|row| (millis(row).unwrap(), row.hangout_id)));
            match next {
                Some(next) => after = next,
                None => return shown,
            }
        }
        panic!("the list never ends");
    }

    proptest! {
        #[test]
        fn pages_of_many_partitions_show_each_hangout_once_in_order(
            rows in prop::collection::vec((0_u128..5, 0_u128..40), 0..80),
            times in prop::collection::vec(0_i64..12, 40),
            limit in 1_usize..6,
            past in any::<bool>(),
        ) {
            let direction = if past { Direction::Past } else { Direction::Upcoming };
            let from = if past { 9 } else { 2 };
            let mut partitions = vec![Vec::new(); 5];
            for (partition, id) in &rows {
                let at = usize::try_from(*partition).unwrap();
                let row = pointer(*partition, *id, times[usize::try_from(*id).unwrap()]);
                if !partitions[at].contains(&row) {
                    partitions[at].push(row);
                }
            }
            let mut wanted: Vec<_> = partitions.iter().flatten().map(|row| (millis(row).unwrap(), row.hangout_id)).collect();
            wanted.retain(|(at, _)| if past { *at < from } else { *at > from });
            wanted.sort_by(|one, other| direction.before(one, other));
            wanted.dedup();
            prop_assert_eq!(all_pages(&partitions, direction, from, limit), wanted);
        }
    }
}
