//! Ballot files: `count,A>B>C` lines and JSON lines, plain or gzip, read in one pass.

mod collector;
mod error;
mod json;
mod lines;
mod names;
mod plain;
mod spellings;

use std::{
    cell::Cell,
    io::{BufReader, Cursor, Read},
};

use flate2::bufread::MultiGzDecoder;

use crate::Election;
use collector::Collector;

pub use error::{LineProblem, ReadError, Warning};
pub use plain::{candidates_from_lines, candidates_from_list, format_ballot};

/// What the caller knows beforehand.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The only names allowed, in the order results shall list them. Without it, candidates are those who are ranked,
    /// in alphabetical order.
    pub candidates: Option<Vec<String>>,
}

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
    /// Ties are broken by [`crate::hashed_tie_order`].
    pub election: Election,
    pub warnings: Vec<Warning>,
    pub lines: u64,
}

const CHUNK: usize = 256 * 1024;

/// Reads ballots to the end of the input, telling its progress now and then. Gzip is recognised by its first bytes.
pub fn read_ballots(
    input: impl Read,
    options: &ReadOptions,
    mut progress: impl FnMut(Progress),
) -> Result<BallotFile, ReadError> {
    let bytes = Cell::new(0);
    let input = unpacked(Metered { input, bytes: &bytes })?;
    let mut collector = Collector::new(options)?;
    lines::for_each(input, |event| match event {
        lines::Event::Line(line) => collector.line(line),
        lines::Event::Pause => {
            progress(Progress { bytes: bytes.get(), lines: collector.lines() });
            Ok(())
        }
        lines::Event::TooLong => Err(collector.too_long()),
    })?;
    collector.finish()
}

/// The input, through gzip when it starts like it.
fn unpacked<'a>(mut input: impl Read + 'a) -> Result<Box<dyn Read + 'a>, ReadError> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    let mut start = Vec::new();
    input.by_ref().take(GZIP.len() as u64).read_to_end(&mut start)?;
    let packed = start == GZIP;
    let input = Cursor::new(start).chain(input);
    Ok(if packed {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(CHUNK, input)))
    } else {
        Box::new(input)
    })
}

/// Counts the bytes that pass.
struct Metered<'a, R> {
    input: R,
    bytes: &'a Cell<u64>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}
