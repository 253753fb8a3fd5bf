//! Splits an input into lines without copying them, in a buffer that grows only for a line that needs it.

use std::io::{ErrorKind, Read};

use super::{CHUNK, ReadError};

/// Longer than any ballot: what exceeds it is not a ballot file.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

pub(super) enum Event<'a> {
    /// A line without its end.
    Line(&'a [u8]),
    /// A stretch of input is done.
    Pause,
    TooLong,
}

pub(super) fn for_each(
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
        on(Event::Line(&buffer[..filled]))?;
    }
    on(Event::Pause)
}
