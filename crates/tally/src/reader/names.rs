//! Finds a candidate by the bytes of its name as written.
//!
//! Trimming and normalising every name of ten million would take most of the time, so each spelling is normalised once
//! and its bytes remembered.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use super::LineProblem;
use crate::{ElectionError, Name};

#[derive(Debug, Default)]
pub(super) struct Names {
    listed: Vec<Name>,
    index: HashMap<Name, u32>,
    spellings: HashMap<Box<[u8]>, u32, BuildHasherDefault<SpellingHasher>>,
    declared: bool,
}

impl Names {
    pub fn declared(names: &[String]) -> Result<Self, super::ReadError> {
        let mut declared = Self::default();
        for raw in names {
            let name = Name::normalised(raw);
            if name.is_empty() {
                return Err(super::ReadError::CandidateName(LineProblem::EmptyName));
            }
            if declared.index.contains_key(&name) {
                return Err(ElectionError::CandidateTwice(name).into());
            }
            declared.add(name);
        }
        declared.declared = true;
        Ok(declared)
    }

    /// A spelling met before. Safe for bytes taken from between JSON's quotes unread: only spellings that mean
    /// themselves there are remembered.
    pub fn known(&self, spelling: &[u8]) -> Option<u32> {
        self.spellings.get(spelling).copied()
    }

    /// The candidate of this name, new ones included unless all were declared.
    pub fn find_or_add(&mut self, raw: &str) -> Result<u32, LineProblem> {
        if let Some(index) = self.known(raw.as_bytes()) {
            return Ok(index);
        }
        let name = Name::normalised(raw);
        if name.is_empty() {
            return Err(LineProblem::EmptyName);
        }
        let index = match self.index.get(&name) {
            Some(&index) => index,
            None if self.declared => return Err(LineProblem::NotDeclared(name)),
            None => self.add(name),
        };
        if raw.chars().all(|character| !matches!(character, '"' | '\\') && !character.is_control()) {
            self.spellings.insert(raw.as_bytes().into(), index);
        }
        Ok(index)
    }

    pub fn get(&self, index: u32) -> &Name {
        &self.listed[index as usize]
    }

    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// The names in the order results list them, and each candidate's new index if that order differs from the one
    /// they were met in: without a declared order it is alphabetical, so that shuffled lines give the same result.
    pub fn into_order(self) -> (Vec<Name>, Option<Vec<u32>>) {
        if self.declared || self.listed.is_sorted() {
            return (self.listed, None);
        }
        let mut sorted: Vec<(Name, usize)> = self.listed.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        let mut new_index = vec![0; sorted.len()];
        for (place, (_, met)) in (0u32..).zip(&sorted) {
            new_index[*met] = place;
        }
        (sorted.into_iter().map(|(name, _)| name).collect(), Some(new_index))
    }

    fn add(&mut self, name: Name) -> u32 {
        let index = u32::try_from(self.listed.len()).unwrap_or(u32::MAX);
        self.listed.push(name.clone());
        self.index.insert(name, index);
        index
    }
}

/// A short hash for short names, eight bytes at a step. Its weakness against chosen names can only slow down the reading
/// of one's own file.
#[derive(Default)]
struct SpellingHasher(u64);

impl SpellingHasher {
    #[expect(clippy::cast_possible_truncation, reason = "both halves of the product are meant")]
    fn mix(&mut self, word: u64) {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ word) * u128::from(SPREAD);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for SpellingHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            self.mix(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    fn write_usize(&mut self, length: usize) {
        self.0 ^= length as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
