//! BLT: candidates by number, ballots that end in 0, and the names at the end.
//!
//! ```text
//! 3 1              three candidates, one seat
//! -2               the second has withdrawn
//! 4 1 3 0          four ballots: the first, then the third
//! 1 3=2 - 1 0      `=` between candidates of one rank, `-` for a skipped rank
//! 0                the end of the ballots
//! "Ada"
//! "Ben"
//! "Cy"
//! "Treasurer"      the title
//! ```

use super::{
    BallotFile, LineProblem, ReadError,
    gathering::Gathering,
    lines::{ByLine, Line},
    numbered,
};

pub(super) struct Blt<'a> {
    gathering: Gathering<'a>,
    stage: Stage,
    candidates: usize,
    names: Vec<String>,
    /// The candidates of one rank.
    rank: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Candidates,
    Seats,
    BetweenBallots,
    /// In a ballot that counts so many times.
    Ballot(u64),
    Names,
}

impl<'a> Blt<'a> {
    pub fn new(gathering: Gathering<'a>) -> Self {
        Self { gathering, stage: Stage::Candidates, candidates: 0, names: Vec::new(), rank: Vec::new() }
    }

    /// One word. A ballot may go on over several lines.
    fn word(&mut self, line: u64, word: &str) -> Result<(), LineProblem> {
        match self.stage {
            Stage::Candidates => {
                self.candidates = numbered::how_many(word).map_err(not_a_head)?;
                self.gathering.expect_candidates(self.candidates);
                self.stage = Stage::Seats;
            }
            Stage::Seats => {
                if numbered::count(word).map_err(not_a_head)? != 1 {
                    return Err(LineProblem::SeveralSeats(word.to_owned()));
                }
                self.stage = Stage::BetweenBallots;
            }
            Stage::BetweenBallots => self.between_ballots(word)?,
            Stage::Ballot(weight) if word == "0" => {
                self.gathering.cast(line, weight)?;
                self.stage = Stage::BetweenBallots;
            }
            Stage::Ballot(_) => self.mark(word)?,
            Stage::Names => {}
        }
        Ok(())
    }

    fn between_ballots(&mut self, word: &str) -> Result<(), LineProblem> {
        if let Some(number) = word.strip_prefix('-') {
            self.gathering.withdraw(numbered::candidate(number, self.candidates)?);
        } else if word == "0" {
            self.stage = Stage::Names;
        } else if !is_ballot_id(word) {
            self.gathering.ballot.clear();
            self.stage = Stage::Ballot(numbered::count(word)?);
        }
        Ok(())
    }

    fn mark(&mut self, word: &str) -> Result<(), LineProblem> {
        self.rank.clear();
        if word != "-" {
            for number in word.split('=') {
                self.rank.push(numbered::candidate(number, self.candidates)?);
            }
        }
        self.gathering.ballot.mark(&self.rank);
        Ok(())
    }

    /// Takes a name off the text: quoted, or the whole of it. What follows the names is the title and
    /// remarks.
    fn name<'t>(&mut self, text: &'t str) -> Result<&'t str, LineProblem> {
        let (name, rest) = match text.strip_prefix('"') {
            _ if self.names.len() == self.candidates => return Ok(""),
            Some(inside) => inside.split_once('"').ok_or(LineProblem::OpenQuote)?,
            None => (text, ""),
        };
        self.names.push(name.to_owned());
        Ok(rest)
    }
}

/// Some programs put a ballot's id before it, in parentheses.
fn is_ballot_id(word: &str) -> bool {
    word.starts_with('(') && word.ends_with(')')
}

fn not_a_head(problem: LineProblem) -> LineProblem {
    match problem {
        LineProblem::TooManyCandidates => problem,
        _ => LineProblem::BltHead,
    }
}

impl ByLine for Blt<'_> {
    fn line(&mut self, line: &Line) -> Result<(), LineProblem> {
        let mut rest = line.text()?.trim();
        if rest.starts_with('#') {
            return self.gathering.comment(line.number, rest);
        }
        while !rest.is_empty() && !rest.starts_with('#') {
            if self.stage == Stage::Names {
                rest = self.name(rest)?.trim_start();
            } else {
                let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.word(line.number, word)?;
                rest = after.trim_start();
            }
        }
        Ok(())
    }

    fn finish(mut self, lines: u64) -> Result<BallotFile, ReadError> {
        if self.stage != Stage::Names {
            return Err(ReadError::Incomplete("a 0 after the last ballot is missing".to_owned()));
        }
        if self.names.len() < self.candidates {
            let (named, candidates) = (self.names.len(), self.candidates);
            return Err(ReadError::Incomplete(format!("it names {named} of its {candidates} candidates")));
        }
        self.gathering.number_names(&self.names)?;
        self.gathering.finish(lines, 0)
    }
}
