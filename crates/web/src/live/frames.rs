//! Server-sent events, made ready once for everyone who gets them: as text, and packed.
//!
//! A gzip stream may be put together from pieces that were packed apart: each is made by a fresh compressor and flushed to a whole
//! byte, so that it refers to nothing before it, and pieces can follow each other in any order. Only the checksum at the end is the
//! stream's own, and it is combined from those of the pieces.

use super::{Part, Seen};
use axum::body::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use serde::Serialize;
use std::sync::{LazyLock, OnceLock};

/// Begins a gzip stream: deflate, no name, no time, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// An empty last block.
const LAST_BLOCK: [u8; 2] = [3, 0];

/// Milliseconds that each page has to itself when all are to be fetched again, and in how many they have to be done.
const EACH: usize = 2;
const LONGEST: usize = 2_000;

/// The first line tells the browser that it is connected, and when to come back after a break.
pub static HELLO: LazyLock<Frame> = LazyLock::new(|| Frame::new(": open\nretry: 1000\n\n".into()));
/// A sign of life: proxies close what is silent.
pub static ALIVE: LazyLock<Frame> = LazyLock::new(|| Frame::new(":\n\n".into()));

/// One event.
pub struct Frame {
    text: Bytes,
    packed: OnceLock<Packed>,
}

struct Packed {
    bytes: Bytes,
    sum: Crc,
}

#[derive(Serialize)]
struct Rev {
    rev: u64,
}

#[derive(Serialize)]
struct Edited {
    rev: u64,
    /// In milliseconds.
    spread: usize,
}

#[derive(Serialize)]
struct PartOfPage<'a> {
    name: &'a str,
    rev: u64,
    html: &'a str,
}

impl Frame {
    fn new(text: String) -> Self {
        Self { text: text.into(), packed: OnceLock::new() }
    }

    /// Something changed. The last event of a push and the only one with an id: whoever lost the connection in the middle of a push
    /// gets all of it again.
    pub fn changed(seen: Seen) -> Self {
        let rev = json(&Rev { rev: seen.rev });
        Self::new(format!("event: changed\nid: {seen}\ndata: {rev}\n\n"))
    }

    /// The page has to be fetched again. So that not everyone comes at the same moment, `watching` of them spread over some time.
    pub fn edited(rev: u64, watching: usize) -> Self {
        let spread = watching.saturating_mul(EACH).min(LONGEST);
        Self::new(format!("event: edited\ndata: {}\n\n", json(&Edited { rev, spread })))
    }

    pub fn part(part: &Part, rev: u64) -> Self {
        let part = PartOfPage { name: part.name, rev, html: &part.html };
        Self::new(format!("event: part\ndata: {}\n\n", json(&part)))
    }

    fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::of(&self.text))
    }
}

/// JSON has no line breaks of its own, which would end an event's data.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Packed {
    fn of(text: &[u8]) -> Self {
        let mut sum = Crc::new();
        sum.update(text);
        let mut bytes = Vec::with_capacity(text.len() / 2 + 64);
        let mut compress = Compress::new(Compression::default(), false);
        // Until there is room to spare, the flush is not complete.
        loop {
            let taken = usize::try_from(compress.total_in()).unwrap_or(text.len());
            let flushed = compress.compress_vec(&text[taken..], &mut bytes, FlushCompress::Full);
            if flushed.is_err() || bytes.len() < bytes.capacity() {
                break;
            }
            bytes.reserve(text.len() / 2 + 64);
        }
        Self { bytes: bytes.into(), sum }
    }
}

/// How one stream's bytes are put together.
pub enum Encoding {
    Text,
    Gzip { sum: Crc },
}

impl Encoding {
    pub fn gzip() -> Self {
        Self::Gzip { sum: Crc::new() }
    }

    /// What comes before the first event.
    pub fn begin(&self) -> Option<Bytes> {
        matches!(self, Self::Gzip { .. }).then(|| Bytes::from_static(&GZIP_HEADER))
    }

    pub fn next(&mut self, frame: &Frame) -> Bytes {
        match self {
            Self::Text => frame.text.clone(),
            Self::Gzip { sum } => {
                let packed = frame.packed();
                sum.combine(&packed.sum);
                packed.bytes.clone()
            }
        }
    }

    /// What comes after the last event.
    pub fn end(&self) -> Option<Bytes> {
        let Self::Gzip { sum } = self else { return None };
        let mut trailer = LAST_BLOCK.to_vec();
        trailer.extend(sum.sum().to_le_bytes());
        trailer.extend(sum.amount().to_le_bytes());
        Some(trailer.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn pieces_packed_apart_are_one_whole_stream() {
        let part = Part { name: "results", html: "<p>Ana &amp; Bo</p>\n".repeat(400) };
        let frames = [
            Frame::part(&part, 7),
            Frame::changed(Seen { rev: 7, process: None }),
            Frame::edited(9, 300),
            Frame::new("\u{1f3b2}".repeat(999)),
        ];
        let (mut packed, mut text, mut expected) = (Encoding::gzip(), Encoding::Text, Vec::new());
        let mut bytes = packed.begin().unwrap().to_vec();
        for frame in frames.iter().chain([&*HELLO, &*ALIVE, &frames[0]]) {
            bytes.extend(packed.next(frame));
            expected.extend(text.next(frame));
        }
        bytes.extend(packed.end().unwrap());
        let mut read = Vec::new();
        GzDecoder::new(bytes.as_slice()).read_to_end(&mut read).unwrap();
        assert_eq!(read, expected);
        assert!(bytes.len() < expected.len() / 4, "{} of {}", bytes.len(), expected.len());
        assert!(text.begin().is_none() && text.end().is_none());
    }

    #[test]
    fn every_piece_can_be_read_as_soon_as_it_came() {
        let mut packed = Encoding::gzip();
        let mut bytes = packed.begin().unwrap().to_vec();
        bytes.extend(packed.next(&Frame::changed(Seen { rev: 42, process: Some(0xbeef) })));
        let mut read = vec![0; 200];
        let count = GzDecoder::new(bytes.as_slice()).read(&mut read).unwrap();
        assert_eq!(&read[..count], b"event: changed\nid: 42-0000beef\ndata: {\"rev\":42}\n\n");
    }

    #[test]
    fn a_part_is_one_line_of_data() {
        let part = Part { name: "results", html: "<p>\r\n“a”\u{2028}\n\n</p>".into() };
        let text = String::from_utf8(Encoding::Text.next(&Frame::part(&part, 1)).to_vec()).unwrap();
        assert_eq!(text.lines().count(), 3, "{text:?}");
        assert!(
            text.starts_with("event: part\ndata: {\"name\":\"results\",\"rev\":1,\"html\":\"<p>\\r\\n"),
            "{text}"
        );
    }
}
