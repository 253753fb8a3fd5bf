//! The instant runoff itself, on candidate indexes. `results` puts names to what comes out.

mod history;
mod piles;
mod ties;

use crate::{
    Rules,
    order::TieOrder,
    packed::{Choice, Packed},
    pairwise::Matrix,
};

use history::History;
pub(crate) use piles::Moved;
use piles::Piles;
pub(crate) use ties::{Step, Tie};

/// The whole count, explaining itself.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    /// By candidate, in the first round. Later rounds differ from the one before by what moved, so a field of
    /// thousands need not be written down thousands of times.
    pub first_votes: Vec<u64>,
    pub rounds: Vec<CountedRound>,
    pub outcome: Outcome,
    /// Index of the first round in which someone reached the threshold.
    pub majority_round: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct CountedRound {
    pub exhausted: u64,
    pub threshold: u64,
    pub elimination: Option<Elimination>,
}

#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub candidate: u32,
    pub tie: Option<Tie>,
    pub moved: Moved,
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
        let mut history = History::new(candidates);
        let mut count = Self {
            first_votes: piles.votes().to_vec(),
            rounds: Vec::new(),
            outcome: Outcome::NoVotes,
            majority_round: None,
        };
        while !continuing.is_empty() {
            let mut round = count.new_round(&piles);
            if let Some(outcome) = count.outcome_now(piles.votes(), &continuing, settings) {
                count.outcome = outcome;
                count.rounds.push(round);
                break;
            }
            let (candidate, tie) = last_place(piles.votes(), &continuing, &history, settings);
            continuing.retain(|&other| other != candidate);
            let moved = piles.eliminate(candidate);
            history.record(count.rounds.len() + 1, &moved);
            round.elimination = Some(Elimination { candidate, tie, moved });
            count.rounds.push(round);
        }
        count
    }

    fn new_round<C: Choice>(&mut self, piles: &Piles<C>) -> CountedRound {
        let threshold = piles.votes().iter().sum::<u64>() / 2 + 1;
        if self.majority_round.is_none() && piles.votes().iter().any(|&held| held >= threshold) {
            self.majority_round = Some(self.rounds.len());
        }
        CountedRound { exhausted: piles.exhausted(), threshold, elimination: None }
    }

    fn outcome_now(&self, votes: &[u64], continuing: &[u32], settings: &Settings) -> Option<Outcome> {
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
}

/// Who goes: the candidate with the fewest votes. Exactly one, whatever the tie.
fn last_place(
    votes: &[u64],
    continuing: &[u32],
    history: &History,
    settings: &Settings,
) -> (u32, Option<Tie>) {
    let of = |candidate: u32| votes[candidate as usize];
    let fewest = continuing.iter().map(|&candidate| of(candidate)).min().unwrap_or_default();
    let last: Vec<u32> = continuing.iter().copied().filter(|&candidate| of(candidate) == fewest).collect();
    if let [only] = last[..] {
        return (only, None);
    }
    let (loser, tie) = ties::settle(last, fewest, history, settings);
    (loser, Some(tie))
}
