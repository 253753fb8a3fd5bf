//! Finds a candidate by the bytes of its name as written.
//!
//! Trimming and normalising each of ten million names would take most of the time, so every spelling is
//! normalised once and its bytes remembered. Short ones are compared as two machine words.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

type Map<K> = HashMap<K, u32, BuildHasherDefault<SpellingHasher>>;

/// Spellings as they stand in one syntax, each up to the byte that ends it there.
#[derive(Debug, Default)]
pub(super) struct Spellings<const END: u8> {
    short: Map<Words>,
    long: Map<Box<[u8]>>,
}

/// Between JSON's quotes.
pub(super) type JsonSpellings = Spellings<b'"'>;
/// Between `>` and `>`, or the end of the line.
pub(super) type PlainSpellings = Spellings<b'>'>;

impl JsonSpellings {
    /// Remembers a spelling, unless JSON could not hold it as it is.
    pub fn remember(&mut self, spelling: &str, candidate: u32) {
        let special = |character: char| matches!(character, '"' | '\\') || character.is_control();
        if !spelling.contains(special) {
            self.insert(spelling, candidate);
        }
    }
}

impl PlainSpellings {
    /// Remembers a spelling, unless a plain line would have to quote it.
    pub fn remember(&mut self, spelling: &str, candidate: u32) {
        if !spelling.contains(['"', ',', '>']) {
            self.insert(spelling, candidate);
        }
    }
}

impl<const END: u8> Spellings<END> {
    pub fn get(&self, spelling: &[u8]) -> Option<u32> {
        match padded(spelling) {
            Some(words) => self.short.get(&words).copied(),
            None => self.long.get(spelling).copied(),
        }
    }

    /// The candidate whose spelling stands before the next ending byte or the end of the text, and the
    /// spelling's length. Safe for bytes that nobody has looked at: only spellings that mean themselves there
    /// are remembered.
    pub fn get_before_end(&self, text: &[u8]) -> Option<(u32, usize)> {
        if let Some((words, length)) = short_before::<END>(&window(text, END)) {
            return Some((*self.short.get(&words)?, length));
        }
        let length = memchr::memchr(END, text).unwrap_or(text.len());
        Some((self.get(&text[..length])?, length))
    }

    fn insert(&mut self, spelling: &str, candidate: u32) {
        match padded(spelling.as_bytes()) {
            Some(words) => self.short.insert(words, candidate),
            None => self.long.insert(spelling.as_bytes().into(), candidate),
        };
    }
}

/// The first bytes; after a shorter text comes the ending byte.
fn window(text: &[u8], end: u8) -> [u8; WINDOW] {
    text.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [0; WINDOW];
        window[..text.len()].copy_from_slice(text);
        window[text.len()] = end;
        window
    })
}

/// Up to fifteen bytes and, in the last one, their number; so a nought in the text is not taken for the end.
type Words = (u64, u64);
const WINDOW: usize = 16;

fn words(window: [u8; WINDOW]) -> Words {
    let whole = u128::from_le_bytes(window);
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are meant")]
    (whole as u64, (whole >> u64::BITS) as u64)
}

fn with_length((low, high): Words, length: usize) -> Words {
    (low, high | (length as u64) << (u64::BITS - u8::BITS))
}

fn padded(spelling: &[u8]) -> Option<Words> {
    let mut window = [0; WINDOW];
    window[..WINDOW - 1].get_mut(..spelling.len())?.copy_from_slice(spelling);
    Some(with_length(words(window), spelling.len()))
}

/// The words of what stands before the ending byte within the window. Without branches on the length, which
/// differs from name to name and would be guessed wrong half the time.
fn short_before<const END: u8>(window: &[u8; WINDOW]) -> Option<(Words, usize)> {
    const ONES: u128 = u128::from_le_bytes([1; WINDOW]);
    let whole = u128::from_le_bytes(*window);
    // The lowest bit set is the top one of the first byte that ends the spelling (bytes above it may be
    // wrong).
    let unequal = whole ^ u128::from_le_bytes([END; WINDOW]);
    let found = unequal.wrapping_sub(ONES) & !unequal & (ONES << 7);
    if found == 0 {
        return None;
    }
    let length = found.trailing_zeros() / u8::BITS;
    let kept = whole & ((1 << (length * u8::BITS)) - 1);
    Some((with_length(words(kept.to_le_bytes()), length as usize), length as usize))
}

/// A quick hash for few and short keys. Its weakness against chosen names can only slow down the reading of
/// one's own file.
#[derive(Default)]
struct SpellingHasher(u64);

impl Hasher for SpellingHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        self.write_u64(rest.iter().fold(0, |word, &byte| word << u8::BITS | u64::from(byte)));
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves of the product are meant")]
    fn write_u64(&mut self, word: u64) {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ word) * u128::from(SPREAD);
        self.0 = (product >> u64::BITS) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, length: usize) {
        self.0 ^= length as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
