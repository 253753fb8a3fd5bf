//! One list by time out of many: each partition of an index is sorted by itself, and a page of all of them is a merge.
//!
//! The cursor is a watermark, the time and id of the last hangout shown. Within one time an index has no order that holds across
//! partitions, so hangouts of one time are shown only when all of them have been read. A merge looks at places alone, so that what
//! is not shown need not be read as more than that.

use super::HangoutId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashSet},
};

/// Which way a list goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// What comes, the next one first.
    Upcoming,
    /// What was, the latest first.
    Past,
}

/// Where a hangout stands in a list by time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    #[serde(rename = "startTimestamp")]
    millis: i64,
    hangout_id: HangoutId,
}

/// How far a list was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

    /// Where the rows of a partition that may come next begin.
    pub fn millis(&self) -> i64 {
        self.millis
    }

    /// Whether rows at that very time are still to be looked at.
    pub fn has_ties(&self) -> bool {
        self.id.is_some()
    }
}

impl From<Place> for Watermark {
    fn from(place: Place) -> Self {
        Self { millis: place.millis, id: Some(place.hangout_id) }
    }
}

/// What was read of each partition, on its way to a page.
pub struct Merge<T> {
    direction: Direction,
    after: Watermark,
    rows: Vec<Row<T>>,
    /// How far each partition has been read; those that have been read to their end are not here.
    read_to: BTreeMap<usize, i64>,
}

struct Row<T> {
    place: Place,
    partition: usize,
    held: T,
}

impl<T> Merge<T> {
    pub fn new(direction: Direction, after: Watermark, partitions: usize) -> Self {
        let read_to = (0..partitions).map(|partition| (partition, after.millis)).collect();
        Self { direction, after, rows: Vec::new(), read_to }
    }

    /// The partitions that have to be read further before a page of this size is known: those that end before it does.
    pub fn due(&mut self, limit: usize) -> Vec<usize> {
        self.sort();
        let last = limit.checked_sub(1).and_then(|last| self.rows.get(last)).map(|row| row.place.millis);
        let passed = |read_to: i64| last.is_some_and(|last| self.direction.before(last, read_to).is_lt());
        let behind = self.read_to.iter().filter(|(_, read_to)| !passed(**read_to));
        behind.map(|(partition, _)| *partition).collect()
    }

    /// Takes what was read next of one partition, and whether it has now been read to its end.
    pub fn add(&mut self, partition: usize, rows: Vec<(Place, T)>, to_its_end: bool) {
        if to_its_end {
            self.read_to.remove(&partition);
        } else if let Some((last, _)) = rows.last() {
            self.read_to.insert(partition, last.millis);
        }
        let new = rows.into_iter().filter(|(place, _)| is_new(self.direction, &self.after, place));
        self.rows.extend(new.map(|(place, held)| Row { place, partition, held }));
    }

    /// The page, once nothing is due for it, and where the next page begins if there is one.
    pub fn page(mut self, limit: usize) -> (Vec<T>, Option<Watermark>) {
        self.sort();
        let more = !self.read_to.is_empty() || self.rows.len() > limit;
        self.rows.truncate(limit);
        let shown_to = self.rows.last().map_or(self.after, |row| row.place.clone().into());
        (self.rows.into_iter().map(|row| row.held).collect(), more.then_some(shown_to))
    }

    /// In order, each hangout once.
    fn sort(&mut self) {
        let direction = self.direction;
        self.rows.sort_by(|one, other| {
            direction.before(&one.place, &other.place).then(one.partition.cmp(&other.partition))
        });
        let mut seen = HashSet::new();
        self.rows.retain(|row| seen.insert(row.place.hangout_id.clone()));
    }
}

/// Whether a list that was shown up to `after` has not shown what stands at `place`.
fn is_new(direction: Direction, after: &Watermark, place: &Place) -> bool {
    match direction.before(after.millis, place.millis) {
        Ordering::Equal => {
            after.id.as_ref().is_some_and(|shown| direction.before(shown, &place.hangout_id).is_lt())
        }
        ordering => ordering.is_lt(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn place(id: u128, millis: i64) -> Place {
        Place { millis, hangout_id: Uuid::from_u128(id).into() }
    }

    /// What a query of one partition finds, in its order.
    fn found(partition: &[Place], direction: Direction, after: &Watermark) -> Vec<(Place, Place)> {
        let ahead = |place: &&Place| match direction.before(after.millis(), place.millis) {
            Ordering::Equal => after.has_ties(),
            ordering => ordering.is_lt(),
        };
        let mut rows: Vec<_> =
            partition.iter().filter(ahead).map(|place| (place.clone(), place.clone())).collect();
        rows.sort_by(|(one, _), (other, _)| direction.before(one.millis, other.millis));
        rows
    }

    /// Reads every page the way a list does, a few rows of each partition at a time.
    fn all_pages(partitions: &[Vec<Place>], direction: Direction, from: i64, limit: usize) -> Vec<Place> {
        let (mut shown, mut full) = (Vec::new(), true);
        let mut after = Watermark::at(Timestamp::from_millisecond(from).unwrap());
        for _ in 0..1_000 {
            let mut merge = Merge::new(direction, after.clone(), partitions.len());
            let mut read = vec![0; partitions.len()];
            while let due = merge.due(limit)
                && !due.is_empty()
            {
                for at in due {
                    let rows = found(&partitions[at], direction, &after);
                    let some: Vec<_> = rows.iter().skip(read[at]).take(2).cloned().collect();
                    read[at] += some.len();
                    merge.add(at, some, read[at] == rows.len());
                }
            }
            let (page, next) = merge.page(limit);
            assert!(page.is_empty() || full, "only the last page is not full");
            full = page.len() == limit;
            shown.extend(page);
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
            rows in prop::collection::vec((0_usize..5, 0_u128..40), 0..80),
            times in prop::collection::vec(0_i64..12, 40),
            limit in 1_usize..6,
            past in any::<bool>(),
        ) {
            let direction = if past { Direction::Past } else { Direction::Upcoming };
            let from = if past { 9 } else { 2 };
            let mut partitions = vec![Vec::new(); 5];
            for (at, id) in &rows {
                let row = place(*id, times[usize::try_from(*id).unwrap()]);
                if !partitions[*at].contains(&row) {
                    partitions[*at].push(row);
                }
            }
            let mut wanted: Vec<_> = partitions.iter().flatten().cloned().collect();
            wanted.retain(|place| if past { place.millis < from } else { place.millis > from });
            wanted.sort_by(|one, other| direction.before(one, other));
            wanted.dedup();
            prop_assert_eq!(all_pages(&partitions, direction, from, limit), wanted);
        }
    }

    #[test]
    fn only_partitions_that_end_before_the_page_does_are_read_further() {
        let after = Watermark::at(Timestamp::from_millisecond(0).unwrap());
        let mut merge = Merge::new(Direction::Upcoming, after, 3);
        assert_eq!(merge.due(3), [0, 1, 2]);
        for (at, times) in [[1_u8, 2], [5, 6], [2, 9]].into_iter().enumerate() {
            let rows = times.map(|time| (place(u128::from(time) * 10 + at as u128, i64::from(time)), ()));
            merge.add(at, rows.into(), false);
        }
        // The first three are at 1, 2 and 2: only the first partition may hold more of those.
        assert_eq!(merge.due(3), [0]);
        merge.add(0, vec![(place(70, 7), ())], false);
        assert_eq!(merge.due(3), Vec::<usize>::new());
        assert_eq!(merge.due(4), Vec::<usize>::new());
        assert_eq!(merge.due(5), [1], "the fifth is at 6, where the second partition ends");
    }
}
