//! Gathers ballots line by line into an election.

use super::{BallotFile, LineProblem, ReadError, ReadOptions, Warning, json, names::Names, plain};
use crate::{Election, ballots::Ballots, hashed_tie_order};

/// After so many lines it shows whether voters agree at all.
const SAMPLE: u64 = 1 << 14;
/// So many repeated names are told one by one.
const REPEATS_TOLD: usize = 20;

pub(super) struct Collector {
    names: Names,
    ballots: Ballots,
    total: u64,
    lines: u64,
    empty_lines: u64,
    repeats: Vec<Warning>,
    more_repeats: u64,
    ballot: Ballot,
    /// Whether equal rankings are looked for, to be stored once.
    merging: bool,
}

/// The ballot being read. Reused for every line.
#[derive(Default)]
pub(super) struct Ballot {
    choices: Vec<u32>,
    /// For each candidate, the last reading in which it was ranked.
    ranked_in: Vec<u64>,
    reading: u64,
    repeated: Option<u32>,
}

impl Ballot {
    /// Starts over: another line, or the same one read another way.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.reading += 1;
        self.repeated = None;
    }

    /// A repeated candidate keeps its first place.
    pub fn rank(&mut self, candidate: u32) {
        let at = candidate as usize;
        if at >= self.ranked_in.len() {
            self.ranked_in.resize(at + 1, 0);
        }
        if std::mem::replace(&mut self.ranked_in[at], self.reading) == self.reading {
            self.repeated.get_or_insert(candidate);
        } else {
            self.choices.push(candidate);
        }
    }
}

impl Collector {
    pub fn new(options: &ReadOptions) -> Result<Self, ReadError> {
        let names = match &options.candidates {
            Some(declared) => Names::declared(declared)?,
            None => Names::default(),
        };
        Ok(Self {
            ballots: Ballots::for_candidates(names.len()),
            names,
            total: 0,
            lines: 0,
            empty_lines: 0,
            repeats: Vec::new(),
            more_repeats: 0,
            ballot: Ballot::default(),
            merging: true,
        })
    }

    pub fn lines(&self) -> u64 {
        self.lines
    }

    pub fn line(&mut self, line: &[u8]) -> Result<(), ReadError> {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        self.lines += 1;
        let line = if self.lines == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line };
        self.read(line).map_err(|problem| ReadError::Line { line: self.lines, problem })
    }

    pub fn too_long(&self) -> ReadError {
        ReadError::Line { line: self.lines + 1, problem: LineProblem::TooLong }
    }

    fn read(&mut self, line: &[u8]) -> Result<(), LineProblem> {
        self.ballot.clear();
        if let Some(weight) = json::read_usual(line, &self.names, &mut self.ballot) {
            return self.cast(weight);
        }
        self.ballot.clear();
        let text = str::from_utf8(line).map_err(|_| LineProblem::NotText)?;
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.empty_lines += 1;
            return Ok(());
        }
        let weight = if trimmed.starts_with('{') {
            json::read(text, &mut self.names, &mut self.ballot)?
        } else {
            plain::read(trimmed, &mut self.names, &mut self.ballot)?
        };
        self.cast(weight)
    }

    fn cast(&mut self, weight: u64) -> Result<(), LineProblem> {
        if let Some(repeated) = self.ballot.repeated {
            self.warn_of_repeat(repeated);
        }
        self.total = self.total.checked_add(weight).ok_or(LineProblem::TooManyVotes)?;
        self.ballots.widen_for(self.names.len());
        if self.merging && self.lines == SAMPLE {
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
        if distinct * 10 > self.lines * 9 {
            self.merging = false;
            self.ballots.drop_slots();
        }
    }

    fn warn_of_repeat(&mut self, repeated: u32) {
        if self.repeats.len() < REPEATS_TOLD {
            let name = self.names.get(repeated).clone();
            self.repeats.push(Warning::Repeated { line: self.lines, name });
        } else {
            self.more_repeats += 1;
        }
    }

    pub fn finish(mut self) -> Result<BallotFile, ReadError> {
        let (names, new_index) = self.names.into_order();
        if let Some(new_index) = new_index {
            self.ballots.reindex(&new_index);
        }
        let mut warnings = self.repeats;
        if self.more_repeats > 0 {
            warnings.push(Warning::MoreRepeated { lines: self.more_repeats });
        }
        if self.empty_lines > 0 {
            warnings.push(Warning::EmptyLines { lines: self.empty_lines });
        }
        let order = hashed_tie_order(&names);
        let election = Election::from_parts(names, &order, self.ballots, self.total)?;
        Ok(BallotFile { election, warnings, lines: self.lines })
    }
}
