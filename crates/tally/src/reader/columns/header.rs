//! Which columns of a sheet are ranks.

use csv::{ByteRecord, ReaderBuilder};

use super::BYTE_ORDER_MARK;
use crate::reader::LineProblem;

/// What a rank's number may stand beside.
const NOUNS: [&str; 4] = ["rank", "choice", "preference", "pref"];
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// More ranks than any ballot has.
const MOST_RANKS: usize = 1000;

#[derive(Debug)]
pub(super) struct Header {
    /// For each rank, its columns: one, or several where a ballot may give a rank to several candidates.
    pub ranks: Vec<Vec<usize>>,
}

impl Header {
    pub fn of(row: &ByteRecord) -> Result<Self, LineProblem> {
        let mut ranks: Vec<Vec<usize>> = Vec::new();
        for (column, cell) in row.iter().enumerate() {
            let Some(rank) = rank_in(cell) else { continue };
            if ranks.len() < rank {
                ranks.resize(rank, Vec::new());
            }
            ranks[rank - 1].push(column);
        }
        if ranks.is_empty() {
            return Err(LineProblem::NoRanks);
        }
        match ranks.iter().position(Vec::is_empty) {
            Some(missing) => Err(LineProblem::MissingRank(missing + 1)),
            None => Ok(Self { ranks }),
        }
    }

    /// The names of the other columns.
    pub fn ignored(&self, row: &ByteRecord) -> Vec<String> {
        let cells = row.iter().enumerate().filter(|(column, _)| !self.ranks.concat().contains(column));
        cells.map(|(_, cell)| String::from_utf8_lossy(cell).trim().to_owned()).collect()
    }
}

/// What separates the cells, if this is the start of a sheet with a column per rank. A single cell is taken
/// for a plain ballot for a candidate of that name.
pub(in crate::reader) fn delimiter(start: &[u8]) -> Option<u8> {
    let mut start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    while start.starts_with(b"#") {
        start = &start[memchr::memchr(b'\n', start)? + 1..];
    }
    DELIMITERS.into_iter().find(|&delimiter| {
        let mut reader = ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(start);
        let mut row = ByteRecord::new();
        let is_read = reader.read_byte_record(&mut row).is_ok_and(|read| read);
        is_read && row.len() > 1 && row.iter().any(|cell| rank_in(cell) == Some(1))
    })
}

/// The rank that a column's name stands for: a noun and a number, or an ordinal number with or without a
/// noun.
fn rank_in(cell: &[u8]) -> Option<usize> {
    let name = str::from_utf8(cell).ok()?.to_lowercase();
    let words = words(&name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = match words[..] {
        [noun, number] if NOUNS.contains(&noun) => number,
        [number, "st" | "nd" | "rd" | "th"] => number,
        [number, "st" | "nd" | "rd" | "th", noun] if NOUNS.contains(&noun) => number,
        _ => return None,
    };
    number.parse().ok().filter(|rank| (1..=MOST_RANKS).contains(rank))
}

/// Runs of letters and runs of digits; everything else separates them.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for character in name.chars() {
        let goes_on = (before.is_ascii_digit() && character.is_ascii_digit())
            || (before.is_alphabetic() && character.is_alphabetic());
        if character.is_alphanumeric() {
            match words.last_mut() {
                Some(word) if goes_on => word.push(character),
                _ => words.push(character.to_string()),
            }
        }
        before = character;
    }
    words
}
