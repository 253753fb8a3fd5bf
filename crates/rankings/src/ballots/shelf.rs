//! Which polls' ballots are held, and which have to go when there are too many.

use super::held::Held;
use crate::model::PollId;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::Mutex;

/// What holding a poll takes beside its ballots.
const OVERHEAD: usize = 4 << 10;

/// One poll's ballots, and how often they have been brought up to date.
#[derive(Default)]
pub struct Slot {
    pub held: Arc<Mutex<Held>>,
    begun: AtomicU64,
    done: AtomicU64,
}

impl Slot {
    pub fn readings_begun(&self) -> u64 {
        self.begun.load(Ordering::SeqCst)
    }

    /// The newest reading that succeeded.
    pub fn readings_done(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }

    pub fn begin_reading(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub fn end_reading(&self, reading: u64) {
        self.done.store(reading, Ordering::SeqCst);
    }
}

struct Place {
    slot: Arc<Slot>,
    bytes: usize,
    used: u64,
}

pub struct Shelf {
    places: HashMap<PollId, Place>,
    most_bytes: usize,
    bytes: usize,
    uses: u64,
}

impl Shelf {
    pub fn within(most_bytes: usize) -> Self {
        Self { places: HashMap::new(), most_bytes, bytes: 0, uses: 0 }
    }

    /// The poll's place, which is now the one used last.
    pub fn slot(&mut self, poll: PollId) -> Arc<Slot> {
        self.uses += 1;
        let bytes = &mut self.bytes;
        let place = self.places.entry(poll).or_insert_with(|| {
            *bytes += OVERHEAD;
            Place { slot: Arc::default(), bytes: OVERHEAD, used: 0 }
        });
        place.used = self.uses;
        place.slot.clone()
    }

    /// Notes what a poll takes now, and makes room by letting go of those unused the longest.
    pub fn resize(&mut self, poll: PollId, bytes: usize) {
        if let Some(place) = self.places.get_mut(&poll) {
            self.bytes = self.bytes - place.bytes + bytes + OVERHEAD;
            place.bytes = bytes + OVERHEAD;
        }
        while self.bytes > self.most_bytes && self.places.len() > 1 {
            let others = self.places.iter().filter(|(id, _)| **id != poll);
            let Some(oldest) = others.min_by_key(|(_, place)| place.used).map(|(id, _)| *id) else { return };
            self.remove(oldest);
        }
    }

    pub fn remove(&mut self, poll: PollId) {
        if let Some(place) = self.places.remove(&poll) {
            self.bytes -= place.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn id(number: u128) -> PollId {
        PollId(Uuid::from_u128(number))
    }

    fn holds(shelf: &Shelf, number: u128) -> bool {
        shelf.places.contains_key(&id(number))
    }

    #[test]
    fn what_was_unused_the_longest_goes_first() {
        let mut shelf = Shelf::within(3 * (OVERHEAD + 1_000));
        for number in 1..=3 {
            shelf.slot(id(number));
            shelf.resize(id(number), 1_000);
        }
        shelf.slot(id(1));
        shelf.slot(id(4));
        shelf.resize(id(4), 1_000);
        assert!(holds(&shelf, 1) && holds(&shelf, 3) && holds(&shelf, 4));
        assert!(!holds(&shelf, 2));
        assert_eq!(shelf.bytes, 3 * (OVERHEAD + 1_000));
    }

    #[test]
    fn a_poll_larger_than_the_bound_is_held_alone() {
        let mut shelf = Shelf::within(10_000);
        shelf.slot(id(1));
        shelf.resize(id(1), 10);
        shelf.slot(id(2));
        shelf.resize(id(2), 1_000_000);
        assert!(!holds(&shelf, 1) && holds(&shelf, 2));
        shelf.remove(id(2));
        assert_eq!(shelf.bytes, 0);
    }
}
