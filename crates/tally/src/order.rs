//! The order drawn in advance, which has the last word on ties.

use crate::{Name, election::ElectionError};

/// A permutation of the candidates: who comes earlier is kept, or drawn, before who comes later.
#[derive(Clone, Debug)]
pub(crate) struct TieOrder {
    /// For each candidate, its place in the permutation.
    places: Vec<u32>,
}

impl TieOrder {
    /// `order` lists candidate indexes, first the one who is favoured.
    pub fn new(order: &[u32], candidates: usize) -> Result<Self, ElectionError> {
        let mut places = vec![None; candidates];
        for (place, &candidate) in (0u32..).zip(order) {
            match places.get_mut(candidate as usize) {
                Some(free @ None) => *free = Some(place),
                _ => return Err(ElectionError::NotAPermutation),
            }
        }
        let places = places.into_iter().collect::<Option<_>>().ok_or(ElectionError::NotAPermutation)?;
        Ok(Self { places })
    }

    pub fn place(&self, candidate: u32) -> u32 {
        self.places[candidate as usize]
    }

    /// The candidates' names in this order.
    pub fn names(&self, candidates: &[Name]) -> Vec<Name> {
        let mut ordered: Vec<(u32, &Name)> = self.places.iter().copied().zip(candidates).collect();
        ordered.sort_unstable_by_key(|&(place, _)| place);
        ordered.into_iter().map(|(_, name)| name.clone()).collect()
    }
}

/// A tie order for elections that were not set up with one: from a hash of the sorted names, so that it
/// favours no spelling, cannot be chosen, and is the same for everyone who counts the same candidates.
pub fn hashed_tie_order(candidates: &[Name]) -> Vec<u32> {
    let mut sorted: Vec<&Name> = candidates.iter().collect();
    sorted.sort_unstable();
    let mut seed = blake3::Hasher::new();
    for name in sorted {
        // The length keeps ["ab", "c"] and ["a", "bc"] apart.
        seed.update(&(name.len() as u64).to_le_bytes());
        seed.update(name.as_bytes());
    }
    let seed = *seed.finalize().as_bytes();
    let mut order: Vec<(u32, &Name)> = (0..).zip(candidates).collect();
    order.sort_by_cached_key(|(_, name)| *blake3::keyed_hash(&seed, name.as_bytes()).as_bytes());
    order.into_iter().map(|(index, _)| index).collect()
}
