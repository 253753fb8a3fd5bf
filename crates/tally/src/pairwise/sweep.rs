//! Fills the matrix eight columns at a time.
//!
//! Adding each ballot cell by cell costs a million ballots of ten candidates 45 million additions. Here one
//! 64-bit word holds one-byte counters for eight opponents: a candidate on the ballot adds the word of
//! everyone still below. The counters are emptied into the matrix before any can pass 255.

use super::Matrix;
use crate::packed::{Choice, Packed};

const LANES: usize = u64::BITS as usize / LANE_BITS;
const LANE_BITS: usize = 8;
/// A one in every lane.
const ONES: u64 = 0x0101_0101_0101_0101;
const FULL: u64 = 0xff;
/// Heavier rankings go to the matrix directly: they would only make the counters overflow sooner.
const HEAVY: u64 = 16;

/// Whether a ranking goes to the matrix directly: a heavy one, or a short one in a field so large that emptying
/// the counters costs more than they save.
fn goes_directly<C>(ranking: &[C], weight: u64, candidates: usize) -> bool {
    weight >= HEAVY || ranking.len() < candidates / usize::from(u8::MAX)
}

pub(super) fn add_all<C: Choice>(matrix: &mut Matrix, ballots: &Packed<C>) {
    match matrix.size() {
        0 => {}
        1..=8 => add_columns::<C, 1>(matrix, ballots, 0),
        9..=16 => add_columns::<C, 2>(matrix, ballots, 0),
        17..=32 => add_columns::<C, 4>(matrix, ballots, 0),
        size => {
            for first in (0..size).step_by(8 * LANES) {
                add_columns::<C, 8>(matrix, ballots, first);
            }
        }
    }
    add_directly(matrix, ballots);
}

/// Counters for a block of `WORDS * 8` columns, starting with column `first`.
struct Block<const WORDS: usize> {
    first: usize,
    /// For each candidate, who of this block was below it, and how often.
    rows: Vec<[u64; WORDS]>,
    /// For each candidate, everything but its own lane.
    others: Vec<[u64; WORDS]>,
    everyone: [u64; WORDS],
    /// The most that any lane can hold by now.
    filled: u64,
}

impl<const WORDS: usize> Block<WORDS> {
    fn new(size: usize, first: usize) -> Self {
        let mut everyone = [0; WORDS];
        let mut others = vec![[u64::MAX; WORDS]; size];
        for (column, others) in others[first..].iter_mut().take(WORDS * LANES).enumerate() {
            let (word, shift) = lane(column);
            everyone[word] |= ONES & (FULL << shift);
            others[word] = !(FULL << shift);
        }
        Self { first, rows: vec![[0; WORDS]; size], others, everyone, filled: 0 }
    }

    fn add<C: Choice>(&mut self, ranking: &[C], weight: u64) {
        let mut below = self.everyone.map(|word| word * weight);
        for choice in ranking {
            let (row, others) = (&mut self.rows[choice.index()], &self.others[choice.index()]);
            for word in 0..WORDS {
                below[word] &= others[word];
                row[word] += below[word];
            }
        }
        self.filled += weight;
    }

    fn empty_into(&mut self, matrix: &mut Matrix) {
        for (candidate, row) in self.rows.iter_mut().enumerate() {
            for (column, cell) in
                matrix.row_mut(candidate)[self.first..].iter_mut().take(WORDS * LANES).enumerate()
            {
                let (word, shift) = lane(column);
                *cell += (row[word] >> shift) & FULL;
            }
            *row = [0; WORDS];
        }
        self.filled = 0;
    }
}

fn lane(column: usize) -> (usize, usize) {
    (column / LANES, column % LANES * LANE_BITS)
}

fn add_columns<C: Choice, const WORDS: usize>(matrix: &mut Matrix, ballots: &Packed<C>, first: usize) {
    let mut block = Block::<WORDS>::new(matrix.size(), first);
    let size = matrix.size();
    let counted = |&(ranking, weight): &(&[C], u64)| !goes_directly(ranking, weight, size);
    for (ranking, weight) in ballots.iter().filter(counted) {
        if block.filled + weight > FULL {
            block.empty_into(matrix);
        }
        block.add(ranking, weight);
    }
    block.empty_into(matrix);
}

fn add_directly<C: Choice>(matrix: &mut Matrix, ballots: &Packed<C>) {
    let mut below = vec![0; matrix.size()];
    let size = matrix.size();
    let direct = |&(ranking, weight): &(&[C], u64)| goes_directly(ranking, weight, size);
    for (ranking, weight) in ballots.iter().filter(direct) {
        below.fill(weight);
        for choice in ranking {
            below[choice.index()] = 0;
            for (cell, more) in matrix.row_mut(choice.index()).iter_mut().zip(&below) {
                *cell += more;
            }
        }
    }
}
