//! The candidates of a file: declared, or met line by line.

use std::collections::HashMap;

use super::{
    LineProblem, ReadError,
    spellings::{JsonSpellings, PlainSpellings},
};
use crate::{ElectionError, Name};

/// A file with more of them is no ballot file, and its head-to-head figures would fill the memory.
pub(super) const MOST_CANDIDATES: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Names {
    listed: Vec<Name>,
    index: HashMap<Name, u32>,
    json_spellings: JsonSpellings,
    plain_spellings: PlainSpellings,
    declared: bool,
}

impl Names {
    pub fn declared(names: &[String]) -> Result<Self, ReadError> {
        let mut declared = Self::default();
        for raw in names {
            let name = Name::normalised(raw);
            if name.is_empty() {
                return Err(ReadError::CandidateName(LineProblem::EmptyName));
            }
            if declared.index.contains_key(&name) {
                return Err(ElectionError::CandidateTwice(name).into());
            }
            declared.add(name).map_err(ReadError::CandidateName)?;
        }
        declared.declared = true;
        Ok(declared)
    }

    /// Takes the names that a file gives to its numbers, and returns the index of each. They keep the file's
    /// order.
    pub fn numbered(&mut self, names: &[String]) -> Result<Vec<u32>, ReadError> {
        if !self.declared {
            *self = Self::declared(names)?;
        }
        let index = |raw: &String| {
            let name = Name::normalised(raw);
            self.find(&name).ok_or(ReadError::NotDeclared(name))
        };
        let indexes: Vec<u32> = names.iter().map(index).collect::<Result<_, _>>()?;
        let mut met = vec![false; self.len()];
        for &index in &indexes {
            if std::mem::replace(&mut met[index as usize], true) {
                return Err(ElectionError::CandidateTwice(self.get(index).clone()).into());
            }
        }
        Ok(indexes)
    }

    /// Spellings met before that mean themselves in JSON.
    pub fn json_spellings(&self) -> &JsonSpellings {
        &self.json_spellings
    }

    /// Spellings met before that mean themselves in a plain line.
    pub fn plain_spellings(&self) -> &PlainSpellings {
        &self.plain_spellings
    }

    pub fn find(&self, name: &Name) -> Option<u32> {
        self.index.get(name).copied()
    }

    /// The candidate of this name, new ones included unless all were declared.
    pub fn find_or_add(&mut self, raw: &str) -> Result<u32, LineProblem> {
        if let Some(index) = self.json_spellings.get(raw.as_bytes()) {
            return Ok(index);
        }
        let name = Name::normalised(raw);
        if name.is_empty() {
            return Err(LineProblem::EmptyName);
        }
        let index = match self.find(&name) {
            Some(index) => index,
            None if self.declared => return Err(LineProblem::NotDeclared(name)),
            None => self.add(name)?,
        };
        self.json_spellings.remember(raw, index);
        self.plain_spellings.remember(raw, index);
        Ok(index)
    }

    pub fn get(&self, index: u32) -> &Name {
        &self.listed[index as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.listed.iter()
    }

    /// Whether the candidates were listed beforehand, so that no others are taken.
    pub fn is_declared(&self) -> bool {
        self.declared
    }

    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// The names in the order results list them, and each candidate's index in it; those withdrawn have none.
    /// Without a declared order it is alphabetical, so that shuffled lines give the same result.
    pub fn into_order(self, is_withdrawn: &[bool]) -> (Vec<Name>, Vec<Option<u32>>) {
        let mut new_index = vec![None; self.listed.len()];
        let met = self.listed.into_iter().enumerate();
        let mut ordered: Vec<(Name, usize)> =
            met.filter(|&(met, _)| !is_withdrawn[met]).map(|(met, name)| (name, met)).collect();
        if !self.declared {
            ordered.sort_unstable();
        }
        for (place, (_, met)) in (0u32..).zip(&ordered) {
            new_index[*met] = Some(place);
        }
        (ordered.into_iter().map(|(name, _)| name).collect(), new_index)
    }

    fn add(&mut self, name: Name) -> Result<u32, LineProblem> {
        if self.listed.len() == MOST_CANDIDATES {
            return Err(LineProblem::TooManyCandidates);
        }
        let index = u32::try_from(self.listed.len()).unwrap_or(u32::MAX);
        self.listed.push(name.clone());
        self.index.insert(name, index);
        Ok(index)
    }
}
