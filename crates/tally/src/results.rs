//! A result that explains itself: what the API serves, pages draw and the command line prints.

mod scribe;

use serde::{Deserialize, Serialize};

use crate::{Name, Sentence, TieRule, words};

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
    /// Every candidate in the order drawn in advance, the favoured one first: with it anyone can repeat the
    /// count.
    #[serde(default)]
    pub tie_order: Vec<Name>,
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
            let tally = ranking.iter().find_map(|name| round.tally_of(name.as_ref()));
            tally.map(|tally| tally.candidate.clone())
        };
        self.rounds.iter().map(counts_for).collect()
    }

    /// The rounds from which a ballot with this ranking counts for somebody else, with whom; the first is one of them.
    pub fn turns<S: AsRef<str>>(&self, ranking: &[S]) -> Vec<(usize, Option<Name>)> {
        let mut turns: Vec<_> = (1..).zip(self.follow(ranking)).collect();
        turns.dedup_by(|(_, name), (_, before)| name == before);
        turns
    }

    /// Candidates from best to worst: those of the last round by votes (a tie as drawn), then the eliminated,
    /// last out first.
    pub fn finishing_order(&self) -> Vec<Name> {
        let finalists = self.finalists().into_iter().map(|tally| tally.candidate.clone());
        let eliminated = self.rounds.iter().rev().flat_map(|round| round.eliminated.iter().cloned());
        finalists.chain(eliminated).collect()
    }

    /// Those of the last round from most votes to fewest, a tie as drawn.
    pub fn finalists(&self) -> Vec<&Tally> {
        let mut order: Vec<&Tally> =
            self.rounds.last().map_or(Vec::new(), |round| round.tallies.iter().collect());
        order.sort_by_key(|tally| {
            (std::cmp::Reverse(tally.votes), self.drawn_by_lot.as_ref() != Some(&tally.candidate))
        });
        order
    }

    /// The result in one sentence.
    pub fn headline(&self) -> String {
        words::headline(self).to_string()
    }

    /// Who is in first place, one or several: "Lakes and Lisbon".
    pub fn first_place(&self) -> Sentence {
        words::first_place(self)
    }

    /// How the first place is held: "5 to 4 over Lisbon, after 2 rounds and 9 ballots."
    pub fn lead(&self) -> Sentence {
        words::lead(self)
    }

    /// What the head-to-head figures say.
    pub fn head_to_head(&self) -> Sentence {
        words::head_to_head(self)
    }

    /// What became of one's own ballot.
    pub fn ballot_sentence<S: AsRef<str>>(&self, ranking: &[S]) -> Sentence {
        words::ballot(self, ranking)
    }

    /// How a round's tie was settled: what its `explanation` says, with the names apart.
    pub fn tie_sentence(&self, round: &Round) -> Option<Sentence> {
        let tie = round.tie_break.as_ref()?;
        if !round.eliminated.is_empty() {
            return Some(words::settled_tie(&tie.tied, tie.votes, &tie.steps, |one, other| {
                self.above(one, other)
            }));
        }
        let drawn = tie.steps.last()?.left.first()?;
        Some(words::drawn_tie(&tie.tied, tie.votes, drawn))
    }

    /// How many ballots put one candidate above the other.
    pub fn above(&self, one: &Name, other: &Name) -> u64 {
        let position = |name: &Name| self.candidates.iter().position(|candidate| candidate == name);
        let cell = || self.pairwise.get(position(one)?)?.get(position(other)?).copied();
        cell().unwrap_or_default()
    }
}

impl Round {
    /// What a candidate has in this round; nothing once it is out.
    pub fn votes_of(&self, candidate: &str) -> Option<u64> {
        self.tally_of(candidate).map(|tally| tally.votes)
    }

    fn tally_of(&self, candidate: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.candidate == *candidate)
    }

    /// What happens in this round: who is out and where those ballots go, or how it ends.
    pub fn sentence(&self) -> Sentence {
        words::round(self)
    }
}
