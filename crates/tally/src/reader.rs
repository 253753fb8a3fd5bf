//! Ballot files, plain or gzip, read in one pass: told apart by their content, or read as the caller says.

mod ballot;
mod ballot_lines;
mod blt;
mod columns;
mod error;
mod gathering;
mod input;
mod json;
mod lines;
mod names;
mod numbered;
mod options;
mod plain;
mod preflib;
mod sniff;
mod spellings;
mod tie_order;

use std::{
    cell::Cell,
    io::{Cursor, Read},
};

use crate::Election;
use ballot_lines::BallotLines;
use blt::Blt;
use gathering::Gathering;
use preflib::Preflib;

pub use error::{Foreign, LineProblem, ReadError, TieOrderProblem, Warning};
pub use options::{Format, Overvote, ReadOptions, UnknownFormat, UnknownOvervote};
pub(crate) use plain::FORMULA;
pub use plain::{candidates_from_lines, candidates_from_list, format_ballot};
pub use tie_order::{tie_order_from_file, tie_order_line};

/// How far the reading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the input itself: of a gzip file, the packed ones.
    pub bytes: u64,
    pub lines: u64,
}

/// What a ballot file held.
#[derive(Clone, Debug)]
pub struct BallotFile {
    /// Ties are broken by the order asked for, else by the file's own, else by [`crate::hashed_tie_order`].
    pub election: Election,
    pub warnings: Vec<Warning>,
    pub lines: u64,
}

/// Reads ballots to the end of the input and reports progress now and then. Gzip is recognised by its first
/// bytes.
pub fn read_ballots(
    input: impl Read,
    options: &ReadOptions,
    mut progress: impl FnMut(Progress),
) -> Result<BallotFile, ReadError> {
    let bytes = Cell::new(0);
    let (start, rest) = input::open(input, &bytes)?;
    let format = sniff::format(&start, options.format)?;
    let gathering = Gathering::new(options)?;
    let on_pause = |lines| progress(Progress { bytes: bytes.get(), lines });
    let delimiter = columns::delimiter(&start);
    let input = Cursor::new(start).chain(rest);
    match format {
        None => lines::read(input, BallotLines::of_either_kind(gathering), on_pause),
        Some(Format::Lines) => lines::read(input, BallotLines::plain(gathering), on_pause),
        Some(Format::Jsonl) => lines::read(input, BallotLines::json(gathering), on_pause),
        Some(Format::Blt) => lines::read(input, Blt::new(gathering), on_pause),
        Some(Format::Preflib) => lines::read(input, Preflib::new(gathering), on_pause),
        Some(Format::Csv) => columns::read(input, delimiter, gathering, on_pause),
    }
}
