//! Gathers ballots into an election, whatever the format they come in.

mod finish;

use super::{LineProblem, ReadError, ReadOptions, Warning, ballot::Ballot, names::Names, tie_order};
use crate::ballots::Ballots;

/// After so many ballots it shows whether voters agree at all.
const SAMPLE: u64 = 1 << 14;
/// So many repeated names are reported one by one.
const REPEATS_REPORTED: usize = 20;

pub(super) struct Gathering<'a> {
    options: &'a ReadOptions,
    pub names: Names,
    /// The ballot being read.
    pub ballot: Ballot,
    ballots: Ballots,
    total: u64,
    /// How often [`Gathering::cast`] was called.
    cast: u64,
    /// Whether equal rankings are looked for, to be stored once.
    merging: bool,
    /// Lines that rank a candidate more than once, and whom.
    repeats: Vec<(u64, u32)>,
    more_repeats: u64,
    overvoted: u64,
    /// Candidates whom the file itself withdraws.
    withdrawn: Vec<u32>,
    /// The file's own tie order, and the line it stands on.
    tie_order: Option<(u64, Vec<String>)>,
    warnings: Vec<Warning>,
}

impl<'a> Gathering<'a> {
    pub fn new(options: &'a ReadOptions) -> Result<Self, ReadError> {
        let names = match &options.candidates {
            Some(declared) => Names::declared(declared)?,
            None => Names::default(),
        };
        Ok(Self {
            options,
            ballot: Ballot::new(options),
            ballots: Ballots::for_candidates(names.len()),
            names,
            total: 0,
            cast: 0,
            merging: true,
            repeats: Vec::new(),
            more_repeats: 0,
            overvoted: 0,
            withdrawn: Vec::new(),
            tie_order: None,
            warnings: Vec::new(),
        })
    }

    /// Returns whether the caller named the format.
    pub fn is_format_given(&self) -> bool {
        self.options.format.is_some()
    }

    /// Makes room for candidates whose names are not known yet.
    pub fn expect_candidates(&mut self, candidates: usize) {
        self.ballots.widen_for(candidates);
    }

    /// Takes the ballot that was read, so many times.
    pub fn cast(&mut self, line: u64, weight: u64) -> Result<(), LineProblem> {
        if let Some(repeated) = self.ballot.repeated {
            self.note_repeat(line, repeated);
        }
        self.total = self.total.checked_add(weight).ok_or(LineProblem::TooManyVotes)?;
        if self.ballot.is_overvoted {
            self.overvoted += weight;
        }
        self.ballots.widen_for(self.names.len());
        self.cast += 1;
        if self.merging && self.cast == SAMPLE {
            self.merge_only_if_it_pays();
        }
        let choices = &self.ballot.choices;
        let stored = if self.merging {
            self.ballots.add(choices, weight)
        } else {
            self.ballots.append(choices, weight)
        };
        stored.map(drop).ok_or(LineProblem::TooManyVotes)
    }

    /// Where nearly every ballot differs, looking for its equal costs more than counting both.
    fn merge_only_if_it_pays(&mut self) {
        let distinct = self.ballots.len() as u64;
        if distinct * 10 > self.cast * 9 {
            self.merging = false;
            self.ballots.drop_slots();
        }
    }

    fn note_repeat(&mut self, line: u64, repeated: u32) {
        if self.repeats.len() < REPEATS_REPORTED {
            self.repeats.push((line, repeated));
        } else {
            self.more_repeats += 1;
        }
    }

    /// A line that begins with `#`. It may carry the tie order; otherwise it says nothing about the ballots.
    pub fn comment(&mut self, line: u64, text: &str) -> Result<(), LineProblem> {
        let Some(names) = tie_order::from_comment(text) else { return Ok(()) };
        if self.tie_order.is_some() {
            return Err(LineProblem::SecondTieOrder);
        }
        self.tie_order = Some((line, names?));
        Ok(())
    }

    /// How many ballots were taken.
    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn withdraw(&mut self, candidate: u32) {
        self.withdrawn.push(candidate);
    }

    pub fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// Gives names to the numbers by which ballots were read, when the file has told them.
    pub fn number_names(&mut self, names: &[String]) -> Result<(), ReadError> {
        let indexes = self.names.numbered(names)?;
        self.ballots.widen_for(self.names.len());
        self.ballots.reindex(&indexes.iter().copied().map(Some).collect::<Vec<_>>());
        let numbers =
            self.withdrawn.iter_mut().chain(self.repeats.iter_mut().map(|(_, candidate)| candidate));
        for number in numbers {
            *number = indexes[*number as usize];
        }
        Ok(())
    }
}
