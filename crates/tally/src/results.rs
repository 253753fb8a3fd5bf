//! A result that explains itself: what the API serves, pages draw and the command line prints.

use serde::{Deserialize, Serialize};

use crate::{
    Name, TieRule,
    count::{Count, CountedRound, Elimination, Outcome, Step, Tie},
    pairwise::{HeadToHead, Matrix},
    words,
};

/// The whole result. Field names in JSON are the API's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// All ballots, blank ones included.
    pub total_votes: u64,
    pub candidates: Vec<Name>,
    pub winner: Option<Name>,
    /// The last two, when they are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tied: Option<Vec<Name>>,
    /// Of the last two equal ones, the one whom the order drawn in advance puts first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn_by_lot: Option<Name>,
    /// The first round in which someone had a majority of the continuing ballots.
    pub majority_round: Option<usize>,
    pub rounds: Vec<Round>,
    /// `pairwise[i][j]`: ballots that rank candidate i above j, in the order of `candidates`.
    pub pairwise: Vec<Vec<u64>>,
    /// Beats every other candidate one to one.
    pub condorcet_winner: Option<Name>,
    /// Without a Condorcet winner: the smallest group in which each beats everyone outside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smith_set: Vec<Name>,
    /// That group in an order in which each beats the next and the last beats the first, where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<Name>,
}

/// One count of the ballots, and the elimination that followed from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// From 1.
    pub round: usize,
    /// What it takes to have a majority of the continuing ballots.
    pub threshold: u64,
    /// The continuing candidates, in the order of `candidates`.
    pub tallies: Vec<Tally>,
    /// Ballots that count for nobody by now, blank ones included.
    pub exhausted: u64,
    pub eliminated: Vec<Name>,
    pub transfers: Vec<Transfer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie_break: Option<TieBreak>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tally {
    pub candidate: Name,
    pub votes: u64,
}

/// Votes that move when `from` is eliminated; `to` is empty for ballots without a further choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Transfer {
    pub from: Name,
    pub to: Option<Name>,
    pub votes: u64,
}

/// A tie and the rule that settled it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TieBreak {
    pub tied: Vec<Name>,
    /// What each of them had.
    pub votes: u64,
    /// The rule that settled it.
    pub rule: TieRule,
    /// Each rule that told some of them apart, in turn.
    pub steps: Vec<TieStep>,
    /// The same in words.
    pub explanation: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TieStep {
    pub rule: TieRule,
    /// The earlier round that told them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// Those the rule singled out: for elimination, or, in the last round, for the draw.
    pub left: Vec<Name>,
}

impl Results {
    /// For each round, the candidate a ballot with this ranking counts for; `None` once it is exhausted.
    pub fn follow<S: AsRef<str>>(&self, ranking: &[S]) -> Vec<Option<Name>> {
        let counts_for = |round: &Round| {
            let tally = |name: &S| round.tallies.iter().find(|tally| tally.candidate == *name.as_ref());
            ranking.iter().find_map(tally).map(|tally| tally.candidate.clone())
        };
        self.rounds.iter().map(counts_for).collect()
    }

    /// Candidates from best to worst: those of the last round by votes (a tie as drawn), then the eliminated, last out
    /// first.
    pub fn finishing_order(&self) -> Vec<Name> {
        let mut order: Vec<&Tally> =
            self.rounds.last().map_or(Vec::new(), |round| round.tallies.iter().collect());
        order.sort_by_key(|tally| {
            (std::cmp::Reverse(tally.votes), self.drawn_by_lot.as_ref() != Some(&tally.candidate))
        });
        let finalists = order.into_iter().map(|tally| tally.candidate.clone());
        let eliminated = self.rounds.iter().rev().flat_map(|round| round.eliminated.iter().cloned());
        finalists.chain(eliminated).collect()
    }

    /// The result in one sentence.
    pub fn headline(&self) -> String {
        words::headline(self)
    }

    pub(crate) fn build(names: &[Name], total_votes: u64, count: &Count, pairs: &Matrix) -> Self {
        let scribe = Scribe { names, count, pairs };
        let nobody = count.outcome == Outcome::NoVotes;
        let head_to_head = if nobody { HeadToHead::default() } else { HeadToHead::of(pairs) };
        let by_position = |positions: &[usize]| positions.iter().map(|&at| names[at].clone()).collect();
        let (winner, tied) = match count.outcome {
            Outcome::NoVotes => (None, None),
            Outcome::Winner(winner) => (Some(scribe.name(winner)), None),
            Outcome::Tied(first, second) => (None, Some(scribe.names(&[first, second]))),
        };
        Self {
            total_votes,
            candidates: names.to_vec(),
            winner,
            drawn_by_lot: tied.as_ref().and_then(|tied| tied.first().cloned()),
            tied,
            majority_round: count.majority_round.map(|index| index + 1),
            rounds: count
                .rounds
                .iter()
                .enumerate()
                .map(|(index, round)| scribe.round(index, round))
                .collect(),
            pairwise: pairs.rows(),
            condorcet_winner: head_to_head.winner.map(|at| names[at].clone()),
            smith_set: by_position(&head_to_head.top),
            cycle: by_position(&head_to_head.cycle),
        }
    }
}

/// Puts names to a count.
struct Scribe<'a> {
    names: &'a [Name],
    count: &'a Count,
    pairs: &'a Matrix,
}

impl Scribe<'_> {
    fn name(&self, candidate: u32) -> Name {
        self.names[candidate as usize].clone()
    }

    fn names(&self, candidates: &[u32]) -> Vec<Name> {
        candidates.iter().map(|&candidate| self.name(candidate)).collect()
    }

    fn round(&self, index: usize, round: &CountedRound) -> Round {
        let continuing = |out_after: &Option<usize>| out_after.is_none_or(|out| out >= index);
        let tallies = self.names.iter().zip(&round.votes).zip(&self.count.out_after);
        Round {
            round: index + 1,
            threshold: round.threshold,
            tallies: tallies
                .filter(|(_, out_after)| continuing(out_after))
                .map(|((name, &votes), _)| Tally { candidate: name.clone(), votes })
                .collect(),
            exhausted: round.exhausted,
            eliminated: round.elimination.iter().map(|gone| self.name(gone.candidate)).collect(),
            transfers: round.elimination.as_ref().map_or(Vec::new(), |gone| self.transfers(gone)),
            tie_break: self.tie_break(index, round),
        }
    }

    fn transfers(&self, gone: &Elimination) -> Vec<Transfer> {
        let to_someone = self.names.iter().zip(&gone.moved).map(|(name, &votes)| (Some(name.clone()), votes));
        to_someone
            .chain([(None, gone.exhausted)])
            .filter(|&(_, votes)| votes > 0)
            .map(|(to, votes)| Transfer { from: self.name(gone.candidate), to, votes })
            .collect()
    }

    fn tie_break(&self, index: usize, round: &CountedRound) -> Option<TieBreak> {
        if let Some(tie) = round.elimination.as_ref().and_then(|gone| gone.tie.as_ref()) {
            return Some(self.settled(tie));
        }
        let last = index + 1 == self.count.rounds.len();
        match self.count.outcome {
            Outcome::Tied(drawn, other) if last => Some(self.drawn(drawn, other, round)),
            _ => None,
        }
    }

    fn settled(&self, tie: &Tie) -> TieBreak {
        let tied = self.names(&tie.tied);
        let steps: Vec<TieStep> = tie.steps.iter().map(|step| self.step(step)).collect();
        let explanation = words::settled_tie(&tied, tie.votes, &steps, |one, other| self.above(one, other));
        let rule = steps.last().map_or(TieRule::TieOrder, |step| step.rule);
        TieBreak { tied, votes: tie.votes, rule, steps, explanation }
    }

    fn step(&self, step: &Step) -> TieStep {
        TieStep { rule: step.rule, round: step.round.map(|index| index + 1), left: self.names(&step.left) }
    }

    fn drawn(&self, drawn: u32, other: u32, round: &CountedRound) -> TieBreak {
        let mut pair = [drawn, other];
        pair.sort_unstable();
        let votes = round.votes[drawn as usize];
        let tied = self.names(&pair);
        let drawn = self.name(drawn);
        let explanation = words::drawn_tie(&tied, votes, &drawn);
        let steps = vec![TieStep { rule: TieRule::TieOrder, round: None, left: vec![drawn] }];
        TieBreak { tied, votes, rule: TieRule::TieOrder, steps, explanation }
    }

    fn above(&self, one: &Name, other: &Name) -> u64 {
        let position = |name: &Name| self.names.iter().position(|candidate| candidate == name);
        match (position(one), position(other)) {
            (Some(one), Some(other)) => self.pairs.above(one, other),
            _ => 0,
        }
    }
}
