//! Ballots in one pile per candidate, as on a counting table: when someone is eliminated, only that pile is read again.

use crate::packed::{Choice, Packed};

/// A ranking and where in the packed buffer its current choice is, so that no ballot is read from its start again.
#[derive(Clone, Copy)]
struct Sheet {
    ranking: u32,
    at: u32,
}

pub(super) struct Piles<'a, C> {
    ballots: &'a Packed<C>,
    sheets: Vec<Vec<Sheet>>,
    votes: Vec<u64>,
    out: Vec<bool>,
    exhausted: u64,
}

impl<'a, C: Choice> Piles<'a, C> {
    /// Puts every ballot on the pile of its first choice.
    pub fn deal(ballots: &'a Packed<C>, candidates: usize) -> Self {
        // A little above an even share: most piles are then never moved while they fill.
        let share = ballots.len() / candidates.max(1);
        let room = share + share / 8;
        let mut dealt = Self {
            ballots,
            sheets: (0..candidates).map(|_| Vec::with_capacity(room)).collect(),
            votes: vec![0; candidates],
            out: vec![false; candidates],
            exhausted: 0,
        };
        let choices = ballots.choices();
        let mut at = 0;
        for ((ranking, &end), &weight) in (0u32..).zip(ballots.ends()).zip(ballots.weights()) {
            if at == end {
                dealt.exhausted += weight;
            } else if weight > 0 {
                let first = choices[at as usize].index();
                dealt.votes[first] += weight;
                dealt.sheets[first].push(Sheet { ranking, at });
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
        let (choices, ends, weights) = (self.ballots.choices(), self.ballots.ends(), self.ballots.weights());
        for sheet in std::mem::take(&mut self.sheets[candidate]) {
            let weight = weights[sheet.ranking as usize];
            let rest = sheet.at + 1..ends[sheet.ranking as usize];
            let next =
                rest.map(|at| (at, choices[at as usize].index())).find(|&(_, choice)| !self.out[choice]);
            match next {
                Some((at, choice)) => {
                    moved[choice] += weight;
                    self.sheets[choice].push(Sheet { ranking: sheet.ranking, at });
                }
                None => exhausted += weight,
            }
        }
        for (held, more) in self.votes.iter_mut().zip(&moved) {
            *held += more;
        }
        self.exhausted += exhausted;
        (moved, exhausted)
    }
}
