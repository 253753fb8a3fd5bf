//! Splits an input into lines without copying them, in a buffer that grows only for a line that needs it.

use std::io::{ErrorKind, Read};

use super::{BallotFile, LineProblem, ReadError, input::CHUNK};

/// Longer than any ballot: what exceeds it is not a ballot file.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// One line, without its end and without a byte order mark.
pub(super) struct Line<'a> {
    /// From 1.
    pub number: u64,
    pub bytes: &'a [u8],
    /// False where the file ends before the line does.
    pub is_ended: bool,
}

impl<'a> Line<'a> {
    pub fn text(&self) -> Result<&'a str, LineProblem> {
        str::from_utf8(self.bytes).map_err(|_| LineProblem::NotText)
    }
}

/// A format that is read line by line.
pub(super) trait ByLine {
    fn line(&mut self, line: &Line) -> Result<(), LineProblem>;
    /// Called after the last line with how many there were.
    fn finish(self, lines: u64) -> Result<BallotFile, ReadError>;
}

/// Reads to the end; `on_pause` is called with the number of lines now and then, and at the end.
pub(super) fn read(
    input: impl Read,
    mut reader: impl ByLine,
    mut on_pause: impl FnMut(u64),
) -> Result<BallotFile, ReadError> {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    let mut lines = 0;
    for_each(input, |event| {
        let (bytes, is_ended) = match event {
            Event::Line(bytes) => (bytes, true),
            Event::Unfinished(bytes) => (bytes, false),
            Event::Pause => {
                on_pause(lines);
                return Ok(());
            }
            Event::TooLong => {
                return Err(ReadError::Line { line: lines + 1, problem: LineProblem::TooLong });
            }
        };
        lines += 1;
        let bytes = if lines == 1 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes) } else { bytes };
        let line = Line { number: lines, bytes, is_ended };
        reader.line(&line).map_err(|problem| ReadError::Line { line: lines, problem })
    })?;
    reader.finish(lines)
}

enum Event<'a> {
    /// A line without its end.
    Line(&'a [u8]),
    /// The last line, which has no end.
    Unfinished(&'a [u8]),
    /// A stretch of input is done.
    Pause,
    TooLong,
}

fn for_each(
    mut input: impl Read,
    mut on: impl FnMut(Event) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut buffer = vec![0; CHUNK];
    let mut filled = 0;
    loop {
        let read = match input.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        if read == 0 {
            break;
        }
        let searched = filled;
        filled += read;
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &buffer[searched..filled]) {
            on(Event::Line(&buffer[start..searched + end]))?;
            start = searched + end + 1;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
        on(Event::Pause)?;
        if filled == buffer.len() {
            if filled >= LONGEST_LINE {
                return on(Event::TooLong);
            }
            buffer.resize(filled * 2, 0);
        }
    }
    if filled > 0 {
        on(Event::Unfinished(&buffer[..filled]))?;
    }
    on(Event::Pause)
}
