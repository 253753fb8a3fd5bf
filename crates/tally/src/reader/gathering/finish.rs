//! From what was gathered to an election: withdrawn candidates left out, names in order, ties in theirs.

use super::Gathering;
use crate::{
    Election, Name, hashed_tie_order,
    reader::{BallotFile, ReadError, TieOrderProblem, Warning},
};

impl Gathering<'_> {
    pub fn finish(mut self, lines: u64, empty_lines: u64) -> Result<BallotFile, ReadError> {
        let carried_order = self.carried_order()?;
        let asked_order = self.asked_order()?;
        let is_withdrawn = self.is_withdrawn()?;
        let warnings = self.all_warnings(empty_lines);
        self.ballots.widen_for(self.names.len());
        let (names, new_index) = self.names.into_order(&is_withdrawn);
        if (0u32..).zip(&new_index).any(|(old, new)| *new != Some(old)) {
            self.ballots.reindex(&new_index);
        }
        let order = match asked_order.or(carried_order) {
            Some(order) => complete(&order, &new_index, &names)?,
            None => hashed_tie_order(&names),
        };
        let election = Election::from_parts(names, &order, self.ballots, self.total)?;
        Ok(BallotFile { election, warnings, lines })
    }

    /// The file's own tie order. It may name candidates whom no ballot ranks.
    fn carried_order(&mut self) -> Result<Option<Vec<u32>>, ReadError> {
        let Some((line, order)) = self.tie_order.take() else { return Ok(None) };
        let candidate =
            |name: &String| self.names.find_or_add(name).map_err(|problem| ReadError::Line { line, problem });
        order.iter().map(candidate).collect::<Result<_, _>>().map(Some)
    }

    fn asked_order(&self) -> Result<Option<Vec<u32>>, ReadError> {
        let Some(order) = &self.options.tie_order else { return Ok(None) };
        let candidate = |raw: &String| {
            let name = Name::normalised(raw);
            self.names.find(&name).ok_or(TieOrderProblem::Unknown(name))
        };
        Ok(Some(order.iter().map(candidate).collect::<Result<_, _>>()?))
    }

    /// By candidate: those whom the file or the caller withdraws.
    fn is_withdrawn(&self) -> Result<Vec<bool>, ReadError> {
        let mut withdrawn = vec![false; self.names.len()];
        for &candidate in &self.withdrawn {
            withdrawn[candidate as usize] = true;
        }
        for raw in &self.options.withdraw {
            let name = Name::normalised(raw);
            let candidate = self.names.find(&name).ok_or(ReadError::NobodyToWithdraw(name))?;
            withdrawn[candidate as usize] = true;
        }
        Ok(withdrawn)
    }

    fn all_warnings(&mut self, empty_lines: u64) -> Vec<Warning> {
        let name = |candidate: u32| self.names.get(candidate).clone();
        let mut warnings: Vec<Warning> = std::mem::take(&mut self.warnings);
        warnings.extend(self.withdrawn.iter().map(|&candidate| Warning::Withdrawn { name: name(candidate) }));
        let repeated = |&(line, candidate): &(u64, u32)| Warning::Repeated { line, name: name(candidate) };
        warnings.extend(self.repeats.iter().map(repeated));
        if self.more_repeats > 0 {
            warnings.push(Warning::MoreRepeated { lines: self.more_repeats });
        }
        if self.overvoted > 0 {
            warnings.push(Warning::Overvotes { ballots: self.overvoted, treated: self.options.overvote });
        }
        if empty_lines > 0 {
            warnings.push(Warning::EmptyLines { lines: empty_lines });
        }
        warnings
    }
}

/// The order in the new indexes, when it names every candidate once. Withdrawn ones may be in it.
fn complete(order: &[u32], new_index: &[Option<u32>], names: &[Name]) -> Result<Vec<u32>, TieOrderProblem> {
    let order: Vec<u32> = order.iter().filter_map(|&candidate| new_index[candidate as usize]).collect();
    let mut met = vec![false; names.len()];
    for &candidate in &order {
        if std::mem::replace(&mut met[candidate as usize], true) {
            return Err(TieOrderProblem::Twice(names[candidate as usize].clone()));
        }
    }
    match met.iter().position(|met| !met) {
        Some(missing) => Err(TieOrderProblem::Missing(names[missing].clone())),
        None => Ok(order),
    }
}
