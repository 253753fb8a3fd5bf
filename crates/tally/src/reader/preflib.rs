//! PrefLib's orders: strict or with ties, complete or not (.soc, .soi, .toc, .toi).
//!
//! ```text
//! # DATA TYPE: toi                 3
//! # NUMBER ALTERNATIVES: 3         1,Ada
//! # NUMBER VOTERS: 5               2,Ben
//! # ALTERNATIVE NAME 1: Ada        3,Cy
//! …                                5,5,2
//! 4: 1,3                           4,1,3
//! 1: {2,3},1                       1,{2,3},1
//! ```
//!
//! On the right the same as written until 2022; there the line before the ballots has the numbers of voters,
//! of ballots and of different ballots.

use super::{
    BallotFile, LineProblem, ReadError,
    gathering::Gathering,
    lines::{ByLine, Line},
    numbered,
};

pub(super) struct Preflib<'a> {
    gathering: Gathering<'a>,
    stage: Stage,
    names: Vec<Option<String>>,
    /// How many ballots the file says it has.
    voters: Option<u64>,
    /// The candidates of one rank.
    rank: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Before anything that is no remark: which way it is written is still open.
    Start,
    OldNames,
    OldVoters,
    /// With what stands after the count.
    Ballots(char),
}

impl<'a> Preflib<'a> {
    pub fn new(gathering: Gathering<'a>) -> Self {
        Self { gathering, stage: Stage::Start, names: Vec::new(), voters: None, rank: Vec::new() }
    }

    /// A line like `# NUMBER VOTERS: 5`.
    fn remark(&mut self, line: u64, text: &str) -> Result<(), LineProblem> {
        self.gathering.comment(line, text)?;
        let Some((key, value)) = text.trim_start_matches('#').split_once(':') else { return Ok(()) };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "DATA TYPE" if !["soi", "soc", "toi", "toc"].contains(&value) => {
                return Err(LineProblem::PreflibKind(value.to_owned()));
            }
            "NUMBER CATEGORIES" => return Err(LineProblem::PreflibKind("cat".to_owned())),
            "NUMBER ALTERNATIVES" => self.expect(numbered::how_many(value)?),
            "NUMBER VOTERS" => self.voters = Some(numbered::count(value)?),
            _ => {
                if let Some(number) = key.strip_prefix("ALTERNATIVE NAME ") {
                    self.name(number.trim(), value)?;
                }
            }
        }
        Ok(())
    }

    fn expect(&mut self, candidates: usize) {
        self.names.resize(candidates, None);
        self.gathering.expect_candidates(candidates);
    }

    fn name(&mut self, number: &str, name: &str) -> Result<(), LineProblem> {
        let candidate = numbered::candidate(number, self.names.len())?;
        self.names[candidate as usize] = Some(name.to_owned());
        Ok(())
    }

    fn old_name(&mut self, text: &str) -> Result<(), LineProblem> {
        let (number, name) = text.split_once(',').ok_or_else(|| LineProblem::PreflibName(text.to_owned()))?;
        self.name(number.trim(), name.trim())?;
        if self.names.iter().all(Option::is_some) {
            self.stage = Stage::OldVoters;
        }
        Ok(())
    }

    fn ballot(&mut self, line: u64, text: &str, after_count: char) -> Result<(), LineProblem> {
        let odd = || LineProblem::PreflibBallot(text.to_owned());
        let (count, mut rest) = text.split_once(after_count).ok_or_else(odd)?;
        let weight = numbered::count(count.trim())?;
        self.gathering.ballot.clear();
        loop {
            rest = rest.trim_start();
            let (rank, after) = match rest.strip_prefix('{') {
                Some(inside) => inside.split_once('}').ok_or_else(odd)?,
                None => rest.split_at(rest.find(',').unwrap_or(rest.len())),
            };
            self.mark(rank)?;
            match after.trim_start().strip_prefix(',') {
                Some(next) => rest = next,
                None if after.trim().is_empty() => return self.gathering.cast(line, weight),
                None => return Err(odd()),
            }
        }
    }

    /// The next rank, its candidates separated by commas.
    fn mark(&mut self, rank: &str) -> Result<(), LineProblem> {
        self.rank.clear();
        for number in rank.split(',') {
            self.rank.push(numbered::candidate(number.trim(), self.names.len())?);
        }
        self.gathering.ballot.mark(&self.rank);
        Ok(())
    }
}

impl ByLine for Preflib<'_> {
    fn line(&mut self, line: &Line) -> Result<(), LineProblem> {
        let text = line.text()?.trim();
        if text.is_empty() {
            return Ok(());
        }
        if text.starts_with('#') {
            return self.remark(line.number, text);
        }
        match self.stage {
            Stage::Start if text.contains(':') => {
                self.stage = Stage::Ballots(':');
                self.ballot(line.number, text, ':')
            }
            Stage::Start => {
                self.expect(numbered::how_many(text)?);
                self.stage = Stage::OldNames;
                Ok(())
            }
            Stage::OldNames => self.old_name(text),
            Stage::OldVoters => {
                let (voters, _) = text.split_once(',').unwrap_or((text, ""));
                self.voters = Some(numbered::count(voters.trim())?);
                self.stage = Stage::Ballots(',');
                Ok(())
            }
            Stage::Ballots(after_count) => self.ballot(line.number, text, after_count),
        }
    }

    fn finish(mut self, lines: u64) -> Result<BallotFile, ReadError> {
        let candidates = self.names.len();
        let names: Vec<String> = self.names.into_iter().flatten().collect();
        if names.len() < candidates {
            let with_name = names.len();
            return Err(ReadError::Incomplete(format!(
                "it names {with_name} of its {candidates} candidates"
            )));
        }
        let found = self.gathering.total();
        if let Some(voters) = self.voters.filter(|&voters| voters > found) {
            return Err(ReadError::Incomplete(format!("it has {found} of its {voters} ballots")));
        }
        self.gathering.number_names(&names)?;
        self.gathering.finish(lines, 0)
    }
}
