//! The instant runoff itself, on candidate indexes. `results` puts names to what comes out.

mod piles;
mod ties;

use crate::{
    Rules,
    order::TieOrder,
    packed::{Choice, Packed},
    pairwise::Matrix,
};

use piles::Piles;
pub(crate) use ties::{Step, Tie};

/// The whole count, explaining itself.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub rounds: Vec<CountedRound>,
    pub outcome: Outcome,
    /// Index of the first round in which someone reached the threshold.
    pub majority_round: Option<usize>,
    /// For each candidate, the index of the round whose count eliminated it.
    pub out_after: Vec<Option<usize>>,
}

#[derive(Clone, Debug)]
pub(crate) struct CountedRound {
    /// By candidate; nought for those already out.
    pub votes: Vec<u64>,
    pub exhausted: u64,
    pub threshold: u64,
    pub elimination: Option<Elimination>,
}

#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub candidate: u32,
    pub tie: Option<Tie>,
    /// Votes that moved, by candidate.
    pub moved: Vec<u64>,
    /// Votes whose ballots had no further choice.
    pub exhausted: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No ballot names anyone.
    NoVotes,
    Winner(u32),
    /// The last two are equal; the first of them is the one the order drawn in advance favours.
    Tied(u32, u32),
}

/// What is the same in every round.
pub(crate) struct Settings<'a> {
    pub rules: &'a Rules,
    pub pairs: &'a Matrix,
    pub order: &'a TieOrder,
}

impl Count {
    pub fn run<C: Choice>(ballots: &Packed<C>, settings: &Settings) -> Self {
        let candidates = settings.pairs.size();
        let mut piles = Piles::deal(ballots, candidates);
        let mut continuing: Vec<u32> = (0u32..).take(candidates).collect();
        let mut count = Self {
            rounds: Vec::new(),
            outcome: Outcome::NoVotes,
            majority_round: None,
            out_after: vec![None; candidates],
        };
        while !continuing.is_empty() {
            count.record_round(&piles);
            if let Some(outcome) = count.outcome_now(&continuing, settings) {
                count.outcome = outcome;
                break;
            }
            let (candidate, tie) = count.last_place(&continuing, settings);
            continuing.retain(|&other| other != candidate);
            let (moved, exhausted) = piles.eliminate(candidate);
            count.out_after[candidate as usize] = Some(count.rounds.len() - 1);
            if let Some(round) = count.rounds.last_mut() {
                round.elimination = Some(Elimination { candidate, tie, moved, exhausted });
            }
        }
        count
    }

    fn record_round<C: Choice>(&mut self, piles: &Piles<C>) {
        let votes = piles.votes().to_vec();
        let threshold = votes.iter().sum::<u64>() / 2 + 1;
        if self.majority_round.is_none() && votes.iter().any(|&held| held >= threshold) {
            self.majority_round = Some(self.rounds.len());
        }
        self.rounds.push(CountedRound { votes, exhausted: piles.exhausted(), threshold, elimination: None });
    }

    fn outcome_now(&self, continuing: &[u32], settings: &Settings) -> Option<Outcome> {
        let votes = self.votes();
        let of = |candidate: u32| votes[candidate as usize];
        if votes.iter().all(|&held| held == 0) {
            return Some(Outcome::NoVotes);
        }
        match *continuing {
            [one, other] if of(one) == of(other) => {
                let favoured = settings.order.place(one) < settings.order.place(other);
                Some(if favoured { Outcome::Tied(one, other) } else { Outcome::Tied(other, one) })
            }
            [one, other] => Some(Outcome::Winner(if of(one) > of(other) { one } else { other })),
            [one] => Some(Outcome::Winner(one)),
            _ if settings.rules.stop_at_majority && self.majority_round.is_some() => {
                continuing.iter().copied().max_by_key(|&candidate| of(candidate)).map(Outcome::Winner)
            }
            _ => None,
        }
    }

    /// Who goes: the candidate with the fewest votes. Exactly one, whatever the tie.
    fn last_place(&self, continuing: &[u32], settings: &Settings) -> (u32, Option<Tie>) {
        let votes = self.votes();
        let fewest = continuing.iter().map(|&candidate| votes[candidate as usize]).min().unwrap_or_default();
        let last: Vec<u32> =
            continuing.iter().copied().filter(|&candidate| votes[candidate as usize] == fewest).collect();
        if let [only] = last[..] {
            return (only, None);
        }
        let earlier = &self.rounds[..self.rounds.len() - 1];
        let (loser, tie) = ties::settle(last, fewest, earlier, settings);
        (loser, Some(tie))
    }

    fn votes(&self) -> &[u64] {
        self.rounds.last().map_or(&[], |round| &round.votes)
    }
}
