//! An election's rankings, packed as narrowly as its number of candidates allows.

use std::collections::HashMap;

use crate::packed::{Choice, Packed};

/// Packed rankings, in bytes while the candidates' indexes fit in one.
#[derive(Clone, Debug)]
pub(crate) enum Ballots {
    Narrow(Packed<u8>),
    Wide(Packed<u32>),
}

const NARROW_CANDIDATES: usize = 256;

/// The same expression for either width.
macro_rules! either {
    ($ballots:expr, $packed:ident => $body:expr) => {
        match $ballots {
            Ballots::Narrow($packed) => $body,
            Ballots::Wide($packed) => $body,
        }
    };
}

impl Ballots {
    pub fn for_candidates(candidates: usize) -> Self {
        if candidates <= NARROW_CANDIDATES { Self::Narrow(Packed::new()) } else { Self::Wide(Packed::new()) }
    }

    /// Makes room for indexes up to this number of candidates.
    pub fn widen_for(&mut self, candidates: usize) {
        if let Self::Narrow(packed) = self
            && candidates > NARROW_CANDIDATES
        {
            *self = Self::Wide(packed.convert());
        }
    }

    /// None when the buffers are full. The caller keeps the total of all weights within 64 bits.
    pub fn add(&mut self, choices: &[u32], weight: u64) -> Option<u32> {
        either!(self, packed => add_to(packed, choices, weight, Packed::intern))
    }

    /// Like [`Ballots::add`], without looking for an equal ranking.
    pub fn append(&mut self, choices: &[u32], weight: u64) -> Option<u32> {
        either!(self, packed => add_to(packed, choices, weight, Packed::append))
    }

    /// How many rankings are stored.
    pub fn len(&self) -> usize {
        either!(self, packed => packed.len())
    }

    pub fn drop_slots(&mut self) {
        either!(self, packed => packed.drop_slots());
    }

    pub fn subtract_one(&mut self, number: u32) {
        either!(self, packed => packed.subtract(number, 1));
    }

    pub fn ranking(&self, number: u32) -> Vec<u32> {
        either!(self, packed => indexes(packed.ranking(number)))
    }

    /// Each distinct ranking with its weight.
    pub fn counted(&self) -> HashMap<Vec<u32>, u64> {
        let mut counted = HashMap::new();
        either!(self, packed => for (ranking, weight) in packed.iter() {
            *counted.entry(indexes(ranking)).or_insert(0) += weight;
        });
        counted
    }

    pub fn reindex(&mut self, new_index: &[Option<u32>]) {
        either!(self, packed => packed.reindex(new_index));
    }

    /// Forgets rankings nobody holds, when they are most of what is stored; gives the new numbers.
    pub fn compact_if_mostly_unused(&mut self) -> Option<Vec<u32>> {
        const WORTH_IT: usize = 1024;
        either!(self, packed => {
            (packed.unused() > WORTH_IT && packed.unused() * 2 > packed.len()).then(|| packed.compact())
        })
    }

    pub fn shrink_to_fit(&mut self) {
        either!(self, packed => packed.shrink_to_fit());
    }

    pub fn memory_bytes(&self) -> usize {
        either!(self, packed => packed.memory_bytes())
    }
}

fn add_to<C: Choice>(
    packed: &mut Packed<C>,
    choices: &[u32],
    weight: u64,
    store: impl Fn(&mut Packed<C>, &[C]) -> Option<u32>,
) -> Option<u32> {
    // Most ballots are short; the few long ones may pay for an allocation.
    let mut short = [C::new(0); 32];
    let number = if let Some(short) = short.get_mut(..choices.len()) {
        for (slot, &choice) in short.iter_mut().zip(choices) {
            *slot = C::new(choice);
        }
        store(packed, short)?
    } else {
        store(packed, &choices.iter().map(|&choice| C::new(choice)).collect::<Vec<_>>())?
    };
    packed.add(number, weight);
    Some(number)
}

fn indexes<C: Choice>(ranking: &[C]) -> Vec<u32> {
    ranking.iter().map(|choice| u32::try_from(choice.index()).unwrap_or(u32::MAX)).collect()
}
