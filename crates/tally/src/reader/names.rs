//! The candidates of a file: declared, or met line by line.

use std::collections::HashMap;

use super::{LineProblem, spellings::Spellings};
use crate::{ElectionError, Name};

#[derive(Debug, Default)]
pub(super) struct Names {
    listed: Vec<Name>,
    index: HashMap<Name, u32>,
    spellings: Spellings,
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

    /// Spellings met before.
    pub fn spellings(&self) -> &Spellings {
        &self.spellings
    }

    /// The candidate of this name, new ones included unless all were declared.
    pub fn find_or_add(&mut self, raw: &str) -> Result<u32, LineProblem> {
        if let Some(index) = self.spellings.get(raw.as_bytes()) {
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
        self.spellings.remember(raw, index);
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
