//! Which ranking each voter holds: a compact table from 128-bit voter ids to ranking numbers.
//!
//! Open addressing in two flat arrays, twenty bytes a slot, grown by half when 85 % full: about 29 bytes a
//! voter on average, where the standard map would take 33 to 66. Ids are expected to be evenly spread (they
//! are keyed hashes).

const FREE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct Voters {
    ids: Vec<u128>,
    /// The ranking held by the id in the same slot, or `FREE`.
    rankings: Vec<u32>,
    len: usize,
}

impl Voters {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn get(&self, id: u128) -> Option<u32> {
        if self.rankings.is_empty() {
            return None;
        }
        Some(self.rankings[self.slot_of(id)]).filter(|&ranking| ranking != FREE)
    }

    /// Gives the ranking this voter held before, if any.
    pub fn insert(&mut self, id: u128, ranking: u32) -> Option<u32> {
        if (self.len + 1) * 20 > self.ids.len() * 17 {
            self.resize((self.ids.len() * 3 / 2).max(16));
        }
        let slot = self.slot_of(id);
        self.ids[slot] = id;
        let before = std::mem::replace(&mut self.rankings[slot], ranking);
        self.len += usize::from(before == FREE);
        Some(before).filter(|&before| before != FREE)
    }

    pub fn remove(&mut self, id: u128) -> Option<u32> {
        let before = self.get(id)?;
        let mut hole = self.slot_of(id);
        self.rankings[hole] = FREE;
        self.len -= 1;
        // Those behind move up, so that no search stops at the hole before it reaches them.
        let slots = self.ids.len();
        let mut slot = (hole + 1) % slots;
        while self.rankings[slot] != FREE {
            let begins = home(self.ids[slot], slots);
            if (slot + slots - begins) % slots >= (slot + slots - hole) % slots {
                self.ids[hole] = self.ids[slot];
                self.rankings[hole] = std::mem::replace(&mut self.rankings[slot], FREE);
                hole = slot;
            }
            slot = (slot + 1) % slots;
        }
        Some(before)
    }

    /// Follows a renumbering of the rankings.
    pub fn renumber(&mut self, new_number: &[u32]) {
        for ranking in self.rankings.iter_mut().filter(|ranking| **ranking != FREE) {
            *ranking = new_number[*ranking as usize];
        }
    }

    pub fn reserve(&mut self, voters: usize) {
        let wanted = (self.len + voters) * 20 / 17 + 1;
        if wanted > self.ids.len() {
            self.resize(wanted);
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.ids.capacity() * size_of::<u128>() + self.rankings.capacity() * size_of::<u32>()
    }

    /// The slot that holds this id, or the free one where it belongs.
    fn slot_of(&self, id: u128) -> usize {
        let slots = self.ids.len();
        let mut slot = home(id, slots);
        while self.rankings[slot] != FREE && self.ids[slot] != id {
            slot += 1;
            if slot == slots {
                slot = 0;
            }
        }
        slot
    }

    fn resize(&mut self, slots: usize) {
        let old = std::mem::replace(self, Self { ids: vec![0; slots], rankings: vec![FREE; slots], len: 0 });
        for (id, ranking) in old.ids.into_iter().zip(old.rankings).filter(|&(_, ranking)| ranking != FREE) {
            let slot = self.slot_of(id);
            self.ids[slot] = id;
            self.rankings[slot] = ranking;
            self.len += 1;
        }
    }
}

/// Where a search for this id begins. The product's upper half maps the mixed id onto any number of slots.
#[expect(clippy::cast_possible_truncation, reason = "halves of wider numbers are meant")]
fn home(id: u128, slots: usize) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = ((id >> 64) as u64 ^ id as u64).wrapping_mul(SPREAD);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Few distinct ids over a small table, so that neighbours, wrap-around and holes all happen.
        #[test]
        fn agrees_with_a_map_after_any_sequence_of_changes(
            changes in proptest::collection::vec((0u128..60, proptest::option::of(0u32..9)), 0..400)
        ) {
            let mut voters = Voters::default();
            let mut model = HashMap::new();
            for (id, change) in changes {
                if let Some(ranking) = change {
                    prop_assert_eq!(voters.insert(id, ranking), model.insert(id, ranking));
                } else {
                    prop_assert_eq!(voters.remove(id), model.remove(&id));
                }
                prop_assert_eq!(voters.len(), model.len());
            }
            for id in 0..60 {
                prop_assert_eq!(voters.get(id), model.get(&id).copied());
            }
        }
    }
}
