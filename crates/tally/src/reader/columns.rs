//! CSV with a row for each ballot and a column for each rank.
//!
//! The header names its ranks by number: `Rank 1`, `rank1`, `Choice 1`, `1st`. Other columns are ignored. An
//! empty cell is a skipped rank, and so is `skipped` or `undervote`; `overvote`, or two columns of one rank
//! filled with different names, is an overvote.

mod header;

use std::io::{BufRead, BufReader, Read};

use csv::{ByteRecord, ErrorKind, Position, Reader, ReaderBuilder};

use super::{
    BallotFile, Foreign, LineProblem, ReadError, Warning, gathering::Gathering, input::CHUNK, names::Names,
};
use crate::Name;
use header::Header;

pub(super) use header::delimiter;

/// Progress is reported after so many rows.
const ROWS_A_STRETCH: u64 = 4096;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads to the end; `on_pause` is called with the number of lines now and then, and at the end.
pub(super) fn read(
    input: impl Read,
    delimiter: Option<u8>,
    mut gathering: Gathering,
    mut on_pause: impl FnMut(u64),
) -> Result<BallotFile, ReadError> {
    let mut input = BufReader::with_capacity(CHUNK, input);
    let comments = read_comments(&mut input, &mut gathering)?;
    let delimiter = delimiter.unwrap_or(b',');
    let ends_in_pairs = memchr::memmem::find(input.fill_buf()?, b"\r\n").is_some();
    let reader = ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(input);
    let mut rows = Rows { reader, row: ByteRecord::new(), comments, ends_in_pairs };
    if !rows.next()? {
        return gathering.finish(comments, 0);
    }
    let header = Header::of(&rows.row).map_err(|problem| rows.at_line(problem))?;
    let ignored = header.ignored(&rows.row);
    if !ignored.is_empty() {
        gathering.warn(Warning::IgnoredColumns { columns: ignored });
    }
    let (mut read, mut rank) = (0, Vec::new());
    while rows.next()? {
        gathering.ballot.clear();
        let mut ranks = header.ranks.iter();
        let marked = ranks.try_for_each(|columns| mark(columns, &rows.row, &mut gathering, &mut rank));
        marked.and_then(|()| gathering.cast(rows.line(), 1)).map_err(|problem| rows.at_line(problem))?;
        read += 1;
        if read % ROWS_A_STRETCH == 0 {
            on_pause(rows.line());
        }
    }
    if !gathering.is_format_given() && holds_only_ranks(&gathering.names, header.ranks.len()) {
        return Err(Foreign::RanksInCells.into());
    }
    let lines = rows.line();
    on_pause(lines);
    gathering.finish(lines, 0)
}

/// Returns whether every name is a number from 1 to `ranks`: then the columns are candidates, and the cells say at which rank.
fn holds_only_ranks(names: &Names, ranks: usize) -> bool {
    let is_rank = |name: &Name| name.parse().is_ok_and(|number: usize| (1..=ranks).contains(&number));
    !names.is_declared() && names.len() > 1 && names.iter().all(is_rank)
}

/// Reads the next rank, which may have several columns. `rank` is room for its candidates.
fn mark(
    columns: &[usize],
    row: &ByteRecord,
    gathering: &mut Gathering,
    rank: &mut Vec<u32>,
) -> Result<(), LineProblem> {
    let Gathering { names, ballot, .. } = gathering;
    rank.clear();
    for &column in columns {
        let cell = str::from_utf8(row.get(column).unwrap_or_default()).map_err(|_| LineProblem::NotText)?;
        let is = |word: &str| {
            cell.trim().eq_ignore_ascii_case(word) && names.find(&Name::normalised(cell)).is_none()
        };
        if is("overvote") {
            ballot.overvote();
            return Ok(());
        }
        if !(is("") || is("skipped") || is("undervote")) {
            rank.push(names.find_or_add(cell)?);
        }
    }
    ballot.mark(rank);
    Ok(())
}

/// Lines before the header that begin with `#`; returns how many.
fn read_comments(input: &mut impl BufRead, gathering: &mut Gathering) -> Result<u64, ReadError> {
    if input.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        input.consume(BYTE_ORDER_MARK.len());
    }
    let mut comments = 0;
    while input.fill_buf()?.first() == Some(&b'#') {
        let mut comment = Vec::new();
        input.read_until(b'\n', &mut comment)?;
        comments += 1;
        let read = str::from_utf8(&comment)
            .map_err(|_| LineProblem::NotText)
            .and_then(|comment| gathering.comment(comments, comment.trim()));
        read.map_err(|problem| ReadError::Line { line: comments, problem })?;
    }
    Ok(comments)
}

/// The rows of the sheet, one at a time.
struct Rows<R> {
    reader: Reader<R>,
    row: ByteRecord,
    /// Lines before the sheet.
    comments: u64,
    /// Whether lines end in `\r\n`.
    ends_in_pairs: bool,
}

impl<R: Read> Rows<R> {
    /// Reads the next row; false at the end.
    fn next(&mut self) -> Result<bool, ReadError> {
        self.reader.read_byte_record(&mut self.row).map_err(|error| {
            let line = self.line_of(error.position());
            match error.into_kind() {
                ErrorKind::Io(error) => error.into(),
                ErrorKind::UnequalLengths { expected_len: expected, len: found, .. } => {
                    ReadError::Line { line, problem: LineProblem::RowLength { found, expected } }
                }
                _ => ReadError::Line { line, problem: LineProblem::NotText },
            }
        })
    }

    fn line(&self) -> u64 {
        self.line_of(self.row.position())
    }

    fn line_of(&self, position: Option<&Position>) -> u64 {
        let Some(position) = position else { return self.comments };
        // A row's position is taken before the second half of the line end before it.
        let half_an_end = self.ends_in_pairs && position.byte() > 0;
        self.comments + position.line() + u64::from(half_an_end)
    }

    fn at_line(&self, problem: LineProblem) -> ReadError {
        ReadError::Line { line: self.line(), problem }
    }
}
