//! The input, unpacked and metered, with its first bytes set aside to be looked at.

use std::{
    cell::Cell,
    io::{BufReader, Cursor, Read, Result},
};

use flate2::bufread::MultiGzDecoder;

/// How much is read at once.
pub(super) const CHUNK: usize = 256 * 1024;
/// Enough to tell one format from another.
const START: usize = 64 * 1024;

/// The first bytes, and the rest behind them. Adds what is read of the input itself to `bytes`.
pub(super) fn open<'a>(input: impl Read + 'a, bytes: &'a Cell<u64>) -> Result<(Vec<u8>, Box<dyn Read + 'a>)> {
    let mut input = unpacked(Metered { input, bytes })?;
    let start = first(&mut input, START)?;
    Ok((start, input))
}

/// Through gzip when it starts like it.
fn unpacked<'a>(mut input: impl Read + 'a) -> Result<Box<dyn Read + 'a>> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    let start = first(&mut input, GZIP.len())?;
    let packed = start == GZIP;
    let input = Cursor::new(start).chain(input);
    Ok(if packed {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(CHUNK, input)))
    } else {
        Box::new(input)
    })
}

fn first(input: &mut impl Read, most: usize) -> Result<Vec<u8>> {
    let mut start = Vec::new();
    input.by_ref().take(most as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Counts the bytes that pass.
struct Metered<'a, R> {
    input: R,
    bytes: &'a Cell<u64>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}
