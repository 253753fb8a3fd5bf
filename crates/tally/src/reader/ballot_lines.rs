//! One ballot on each line, plain or as JSON.

use super::{
    BallotFile, LineProblem, ReadError,
    gathering::Gathering,
    json,
    lines::{ByLine, Line},
    plain,
};

pub(super) struct BallotLines<'a> {
    gathering: Gathering<'a>,
    kinds: Kinds,
    empty_lines: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    /// A line that begins with a brace is JSON.
    Either,
    Plain,
    Json,
}

impl<'a> BallotLines<'a> {
    pub fn of_either_kind(gathering: Gathering<'a>) -> Self {
        Self { gathering, kinds: Kinds::Either, empty_lines: 0 }
    }

    pub fn plain(gathering: Gathering<'a>) -> Self {
        Self { gathering, kinds: Kinds::Plain, empty_lines: 0 }
    }

    pub fn json(gathering: Gathering<'a>) -> Self {
        Self { gathering, kinds: Kinds::Json, empty_lines: 0 }
    }

    /// Reads a line of the usual shape with names met before, which is nearly every line of a big file. None
    /// for any other.
    fn read_usual(&mut self, line: &[u8]) -> Option<u64> {
        let Gathering { names, ballot, .. } = &mut self.gathering;
        ballot.clear();
        match (line.first()?, self.kinds) {
            (b'#', _) => None,
            (b'{', Kinds::Either | Kinds::Json) => json::read_usual(line, names, ballot),
            (_, Kinds::Either | Kinds::Plain) => plain::read_usual(line, names, ballot),
            (_, Kinds::Json) => None,
        }
    }

    fn read_with_care(&mut self, line: &Line) -> Result<(), LineProblem> {
        let text = line.text()?;
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.empty_lines += 1;
            return Ok(());
        }
        if trimmed.starts_with('#') {
            return self.gathering.comment(line.number, trimmed);
        }
        let Gathering { names, ballot, .. } = &mut self.gathering;
        ballot.clear();
        let is_json = match self.kinds {
            Kinds::Either => trimmed.starts_with('{'),
            Kinds::Plain => false,
            Kinds::Json => true,
        };
        let weight = if is_json {
            json::read(text, names, ballot)?
        } else {
            let weight = plain::read(trimmed, names, ballot)?;
            if ballot.choices.is_empty() && !line.is_ended {
                return Err(LineProblem::CutOff);
            }
            weight
        };
        self.gathering.cast(line.number, weight)
    }
}

impl ByLine for BallotLines<'_> {
    fn line(&mut self, line: &Line) -> Result<(), LineProblem> {
        match self.read_usual(line.bytes) {
            Some(weight) => self.gathering.cast(line.number, weight),
            None => self.read_with_care(line),
        }
    }

    fn finish(self, lines: u64) -> Result<BallotFile, ReadError> {
        self.gathering.finish(lines, self.empty_lines)
    }
}
