//! Ballots in one pile per candidate, as on a counting table: when someone is eliminated, only that pile is read again.

use crate::packed::{Choice, Packed};

/// A ranking's current choice and end in the packed buffer, and its weight: all that moving it takes, so that the only
/// far reach into memory is for its next choice.
#[derive(Clone, Copy)]
struct Sheet {
    at: u32,
    end: u32,
    weight: u64,
}

/// Piles are made of blocks that pass from one pile to another as they empty, because memory fresh from the system
/// costs more than the counting.
const BLOCK: usize = 1024;
type Block = Vec<Sheet>;

pub(super) struct Piles<'a, C> {
    choices: &'a [C],
    blocks: Vec<Vec<Block>>,
    spare: Vec<Block>,
    votes: Vec<u64>,
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
            votes: vec![0; candidates],
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

    /// Moves each of this candidate's ballots to its next continuing choice. Gives the votes moved, by candidate, and
    /// those that had nowhere to go.
    pub fn eliminate(&mut self, candidate: u32) -> (Vec<u64>, u64) {
        let candidate = candidate as usize;
        self.out[candidate] = true;
        self.votes[candidate] = 0;
        let mut moved = vec![0; self.votes.len()];
        let mut exhausted = 0;
        for mut block in std::mem::take(&mut self.blocks[candidate]) {
            for sheet in block.drain(..) {
                match self.next(sheet) {
                    Some((choice, sheet)) => {
                        moved[choice] += sheet.weight;
                        self.put(choice, sheet);
                    }
                    None => exhausted += sheet.weight,
                }
            }
            self.spare.push(block);
        }
        for (held, more) in self.votes.iter_mut().zip(&moved) {
            *held += more;
        }
        self.exhausted += exhausted;
        (moved, exhausted)
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
            Some(block) if block.len() < BLOCK => block.push(sheet),
            _ => {
                let mut block = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(BLOCK));
                block.push(sheet);
                pile.push(block);
            }
        }
    }
}
