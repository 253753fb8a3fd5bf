//! Head to head: how many ballots rank each candidate above each other one, and what follows from that.

mod condorcet;
mod sweep;

use crate::packed::{Choice, Packed};

pub(crate) use condorcet::HeadToHead;

/// `above(i, j)`: ballots that rank candidate i above j; unranked is below ranked.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    rows: Vec<Vec<u64>>,
}

impl Matrix {
    pub fn of<C: Choice>(ballots: &Packed<C>, candidates: usize) -> Self {
        let mut matrix = Self { rows: vec![vec![0; candidates]; candidates] };
        sweep::add_all(&mut matrix, ballots);
        matrix
    }

    pub fn size(&self) -> usize {
        self.rows.len()
    }

    pub fn above(&self, one: usize, other: usize) -> u64 {
        self.rows[one][other]
    }

    pub fn beats(&self, one: usize, other: usize) -> bool {
        self.above(one, other) > self.above(other, one)
    }

    fn row_mut(&mut self, candidate: usize) -> &mut [u64] {
        &mut self.rows[candidate]
    }

    pub fn into_rows(self) -> Vec<Vec<u64>> {
        self.rows
    }
}
