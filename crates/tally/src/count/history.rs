//! When each candidate gained votes, which is all that a tie needs to know about earlier rounds.
//!
//! Asking every earlier round about every tied candidate would take cubic time: minutes for a field of
//! thousands, all of them tied from the start. Rounds in which none of them gained anything cannot tell them
//! apart, so only the others are looked at.

use super::Moved;

#[derive(Debug)]
pub(super) struct History {
    /// By candidate, oldest first.
    gains: Vec<Vec<Gain>>,
}

#[derive(Clone, Copy, Debug)]
struct Gain {
    /// Index of the first round in which the votes count for this candidate.
    round: usize,
    votes: u64,
}

impl History {
    pub fn new(candidates: usize) -> Self {
        Self { gains: vec![Vec::new(); candidates] }
    }

    /// `round` is the index of the round in which the votes have arrived.
    pub fn record(&mut self, round: usize, moved: &Moved) {
        for &(candidate, votes) in &moved.to {
            self.gains[candidate as usize].push(Gain { round, votes });
        }
    }

    /// Looks back from now, when these candidates have equal votes, and keeps those who had the fewest in the
    /// latest round that tells any apart; then those of them who had the fewest before, until one is left.
    /// `narrowed` is called with the index of each such round and those who are left.
    pub fn fewest_earlier(&self, left: &mut Vec<u32>, mut narrowed: impl FnMut(usize, &[u32])) {
        let mut past: Vec<Past> =
            left.iter().map(|&candidate| Past::of(candidate, &self.gains[candidate as usize])).collect();
        while past.len() > 1 {
            let Some(changed) = past.iter().filter_map(Past::last_change).max() else { break };
            for candidate in &mut past {
                candidate.go_back_before(changed);
            }
            let most_lost = past.iter().map(|candidate| candidate.lost).max();
            let before = past.len();
            past.retain(|candidate| Some(candidate.lost) == most_lost);
            if past.len() < before {
                *left = past.iter().map(|candidate| candidate.candidate).collect();
                narrowed(changed - 1, left);
            }
        }
    }
}

/// One of the tied candidates, seen at some earlier round.
struct Past<'a> {
    candidate: u32,
    gains: &'a [Gain],
    /// Votes it did not have yet. All have the same now, so who lacks the most had the fewest.
    lost: u64,
}

impl<'a> Past<'a> {
    fn of(candidate: u32, gains: &'a [Gain]) -> Self {
        Self { candidate, gains, lost: 0 }
    }

    fn last_change(&self) -> Option<usize> {
        self.gains.last().map(|gain| gain.round)
    }

    fn go_back_before(&mut self, round: usize) {
        if let [earlier @ .., last] = self.gains
            && last.round == round
        {
            self.lost += last.votes;
            self.gains = earlier;
        }
    }
}
