//! Reading past damage: a page that cannot be read hides its own rows, and no others.

use crate::{error::caught, error::cause, snapshot::Bytes};
use redb::{ReadOnlyTable, ReadableTable};

/// How many bytes beyond what two keys share the search for the end of a gap looks at: most ids differ within fewer.
const DEPTH: usize = 16;

type Table = ReadOnlyTable<Bytes, Bytes>;

/// Keys that cannot be read: from this one on, and before that one where anything follows.
pub struct Gap {
    pub from: Vec<u8>,
    pub before: Option<Vec<u8>>,
    pub why: String,
}

/// Rows that follow each other, what follows them and cannot be read, and where reading goes on.
pub struct Stretch {
    pub rows: Vec<(Vec<u8>, Vec<u8>)>,
    pub gap: Option<Gap>,
    pub next: Option<Vec<u8>>,
}

/// Reads up to `limit` rows, the first one at `from` or after it.
pub fn stretch(table: &Table, from: &[u8], limit: usize) -> Stretch {
    let mut rows = Vec::new();
    let read = caught(|| {
        for row in table.range(from..)?.take(limit) {
            let (key, value) = row?;
            rows.push((key.value().to_vec(), value.value().to_vec()));
        }
        Ok(())
    });
    let following = rows.last().map(|(key, _)| [key.as_slice(), &[0]].concat());
    match read {
        Ok(()) => Stretch { next: following.filter(|_| rows.len() == limit), rows, gap: None },
        Err(error) => {
            let from = following.unwrap_or_else(|| from.to_vec());
            let before = end_of_gap(table, &from);
            let gap = Gap { from, before: before.clone(), why: cause(&error) };
            Stretch { rows, gap: Some(gap), next: before }
        }
    }
}

/// The first key after `from` that can be read again, if there is one. Found by halves between `from` and the last key: what is
/// before the end of the gap fails, what is after it does not.
fn end_of_gap(table: &Table, from: &[u8]) -> Option<Vec<u8>> {
    let first_at = |at: &[u8]| {
        caught(|| Ok(table.range(at..)?.next().transpose()?.map(|(key, _)| key.value().to_vec())))
    };
    let last = caught(|| Ok(table.last()?.map(|(key, _)| key.value().to_vec()))).ok()??;
    let shared = from.iter().zip(&last).take_while(|(one, other)| one == other).count();
    let width = shared + DEPTH;
    let (mut low, mut high) = (padded(from, width), padded(&last, width));
    // A last key that is longer than what is looked at is found from there, unless the gap reaches so far.
    let mut found = first_at(&high).or_else(|_| first_at(&last)).ok()??;
    for _ in 0..DEPTH * 8 {
        let middle = middle(&low, &high);
        if middle == low {
            break;
        }
        match first_at(&middle) {
            Ok(Some(key)) => (high, found) = (middle, key),
            Ok(None) => high = middle,
            Err(_) => low = middle,
        }
    }
    (found.as_slice() > from).then_some(found)
}

fn padded(key: &[u8], width: usize) -> Vec<u8> {
    let mut padded = key.to_vec();
    padded.resize(width, 0);
    padded
}

/// The number half-way between two of the same width.
fn middle(low: &[u8], high: &[u8]) -> Vec<u8> {
    let mut sum: Vec<u16> =
        low.iter().zip(high).map(|(one, other)| u16::from(*one) + u16::from(*other)).collect();
    for at in (1..sum.len()).rev() {
        sum[at - 1] += sum[at] >> 8;
        sum[at] &= 0xFF;
    }
    let mut carried = 0;
    sum.iter()
        .map(|digit| {
            let value = carried + digit;
            carried = (value & 1) << 8;
            u8::try_from(value >> 1).unwrap_or(u8::MAX)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_between_and_meets_the_lower_end() {
        assert_eq!(middle(&[0, 0], &[1, 0]), [0, 128]);
        assert_eq!(middle(&[255, 254], &[255, 255]), [255, 254]);
        assert_eq!(middle(&[1, 200], &[2, 100]), [2, 22]);
    }
}
