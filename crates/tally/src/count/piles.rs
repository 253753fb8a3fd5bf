//! Ballots in one pile per candidate, as on a counting table: when someone is eliminated, only that pile is
//! read again.

use crate::packed::{Choice, Packed};

/// A ranking's current choice and end in the packed buffer, and its weight: all that moving it takes, so that
/// the only far reach into memory is for its next choice.
#[derive(Clone, Copy)]
struct Sheet {
    at: u32,
    end: u32,
    weight: u64,
}

/// Piles are made of blocks that pass from one pile to another as they empty, because memory fresh from the
/// system costs more than the counting.
const LARGEST_BLOCK: usize = 1024;
/// Where thousands of candidates have a ballot or two each, large blocks would be mostly empty.
const SMALLEST_BLOCK: usize = 4;
type Block = Vec<Sheet>;

/// Where an eliminated candidate's votes went.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    /// Candidates who gained votes, in the order of the candidates.
    pub to: Vec<(u32, u64)>,
    /// Votes whose ballots had no further choice.
    pub exhausted: u64,
}

pub(super) struct Piles<'a, C> {
    choices: &'a [C],
    blocks: Vec<Vec<Block>>,
    spare: Vec<Block>,
    block: usize,
    votes: Vec<u64>,
    /// By candidate, what the elimination under way has brought; nought between eliminations.
    gained: Vec<u64>,
    out: Vec<bool>,
    exhausted: u64,
}

impl<'a, C: Choice> Piles<'a, C> {
    /// Puts every ballot on the pile of its first choice.
    pub fn deal(ballots: &'a Packed<C>, candidates: usize) -> Self {
        let mut dealt = Self {
            choices: ballots.choices(),
            blocks: vec![Vec::new(); candidates],
            spare: Vec::new(),
            block: (ballots.len() / candidates.max(1)).clamp(SMALLEST_BLOCK, LARGEST_BLOCK),
            votes: vec![0; candidates],
            gained: vec![0; candidates],
            out: vec![false; candidates],
            exhausted: 0,
        };
        let mut at = 0;
        for (&end, &weight) in ballots.ends().iter().zip(ballots.weights()) {
            if at == end {
                dealt.exhausted += weight;
            } else if weight > 0 {
                let first = dealt.choices[at as usize].index();
                dealt.votes[first] += weight;
                dealt.put(first, Sheet { at, end, weight });
            }
            at = end;
        }
        dealt
    }

    pub fn votes(&self) -> &[u64] {
        &self.votes
    }

    /// Ballots that count for nobody by now, blank ones included.
    pub fn exhausted(&self) -> u64 {
        self.exhausted
    }

    /// Moves each of this candidate's ballots to its next continuing choice.
    pub fn eliminate(&mut self, candidate: u32) -> Moved {
        let candidate = candidate as usize;
        self.out[candidate] = true;
        self.votes[candidate] = 0;
        let mut exhausted = 0;
        for mut block in std::mem::take(&mut self.blocks[candidate]) {
            for sheet in block.drain(..) {
                match self.next(sheet) {
                    Some((choice, sheet)) => {
                        self.gained[choice] += sheet.weight;
                        self.put(choice, sheet);
                    }
                    None => exhausted += sheet.weight,
                }
            }
            self.spare.push(block);
        }
        self.exhausted += exhausted;
        Moved { to: self.settle_gains(), exhausted }
    }

    /// Adds what was gained to the votes, and returns who gained how many.
    fn settle_gains(&mut self) -> Vec<(u32, u64)> {
        let mut to = Vec::new();
        for ((candidate, held), gained) in (0u32..).zip(&mut self.votes).zip(&mut self.gained) {
            if *gained > 0 {
                *held += *gained;
                to.push((candidate, std::mem::take(gained)));
            }
        }
        to
    }

    /// The next continuing choice on a sheet.
    fn next(&self, sheet: Sheet) -> Option<(usize, Sheet)> {
        let rest = &self.choices[sheet.at as usize + 1..sheet.end as usize];
        let (at, choice) = (sheet.at + 1..).zip(rest).find(|(_, choice)| !self.out[choice.index()])?;
        Some((choice.index(), Sheet { at, ..sheet }))
    }

    fn put(&mut self, candidate: usize, sheet: Sheet) {
        let pile = &mut self.blocks[candidate];
        match pile.last_mut() {
            Some(block) if block.len() < self.block => block.push(sheet),
            _ => {
                let mut block = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(self.block));
                block.push(sheet);
                pile.push(block);
            }
        }
    }
}
