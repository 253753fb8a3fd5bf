//! Puts names and words to a count.

use super::{Results, Round, Tally, TieBreak, TieStep, Transfer};
use crate::{
    Name, TieRule,
    count::{Count, CountedRound, Elimination, Outcome, Step, Tie},
    order::TieOrder,
    pairwise::{HeadToHead, Matrix},
};

impl Results {
    pub(crate) fn build(
        names: &[Name],
        order: &TieOrder,
        total_votes: u64,
        count: Count,
        pairs: Matrix,
    ) -> Self {
        let nobody = count.outcome == Outcome::NoVotes;
        let head_to_head = if nobody { HeadToHead::default() } else { HeadToHead::of(&pairs) };
        let by_position = |positions: &[usize]| positions.iter().map(|&at| names[at].clone()).collect();
        let name = |candidate: u32| names[candidate as usize].clone();
        let (winner, tied) = match count.outcome {
            Outcome::NoVotes => (None, None),
            Outcome::Winner(winner) => (Some(name(winner)), None),
            Outcome::Tied(first, second) => (None, Some(vec![name(first), name(second)])),
        };
        let mut results = Self {
            total_votes,
            candidates: names.to_vec(),
            winner,
            drawn_by_lot: tied.as_ref().and_then(|tied| tied.first().cloned()),
            tied,
            majority_round: count.majority_round.map(|index| index + 1),
            rounds: Scribe::new(names, &count).rounds(count.rounds),
            pairwise: pairs.into_rows(),
            condorcet_winner: head_to_head.winner.map(|at| names[at].clone()),
            smith_set: by_position(&head_to_head.top),
            cycle: by_position(&head_to_head.cycle),
            tie_order: order.names(names),
        };
        results.explain_ties();
        results
    }

    fn explain_ties(&mut self) {
        let explained = |round: &Round| self.tie_sentence(round).map(|sentence| sentence.to_string());
        let explanations: Vec<Option<String>> = self.rounds.iter().map(explained).collect();
        for (round, explanation) in self.rounds.iter_mut().zip(explanations) {
            if let (Some(tie), Some(explanation)) = (&mut round.tie_break, explanation) {
                tie.explanation = explanation;
            }
        }
    }
}

/// Follows the count from round to round.
struct Scribe<'a> {
    names: &'a [Name],
    outcome: Outcome,
    /// By candidate, in the round being written.
    votes: Vec<u64>,
    continuing: Vec<u32>,
}

impl<'a> Scribe<'a> {
    fn new(names: &'a [Name], count: &Count) -> Self {
        Self {
            names,
            outcome: count.outcome.clone(),
            votes: count.first_votes.clone(),
            continuing: (0u32..).take(names.len()).collect(),
        }
    }

    fn rounds(mut self, counted: Vec<CountedRound>) -> Vec<Round> {
        let write = |(number, counted): (usize, CountedRound)| {
            let round = self.round(number, &counted);
            if let Some(gone) = counted.elimination {
                self.go_on_without(&gone);
            }
            round
        };
        (1..).zip(counted).map(write).collect()
    }

    fn go_on_without(&mut self, gone: &Elimination) {
        self.continuing.retain(|&candidate| candidate != gone.candidate);
        for &(candidate, votes) in &gone.moved.to {
            self.votes[candidate as usize] += votes;
        }
    }

    fn round(&self, number: usize, counted: &CountedRound) -> Round {
        let tally = |&candidate: &u32| Tally { candidate: self.name(candidate), votes: self.held(candidate) };
        let gone = counted.elimination.as_ref();
        Round {
            round: number,
            threshold: counted.threshold,
            tallies: self.continuing.iter().map(tally).collect(),
            exhausted: counted.exhausted,
            eliminated: gone.map(|gone| self.name(gone.candidate)).into_iter().collect(),
            transfers: gone.map_or(Vec::new(), |gone| self.transfers(gone)),
            tie_break: self.tie_break(gone),
        }
    }

    fn transfers(&self, gone: &Elimination) -> Vec<Transfer> {
        let from = self.name(gone.candidate);
        let to_someone = gone.moved.to.iter().map(|&(to, votes)| (Some(self.name(to)), votes));
        let to_nobody = (gone.moved.exhausted > 0).then_some((None, gone.moved.exhausted));
        to_someone.chain(to_nobody).map(|(to, votes)| Transfer { from: from.clone(), to, votes }).collect()
    }

    /// The tie that this round's elimination settled; in the last round, the one that the lot decides.
    fn tie_break(&self, gone: Option<&Elimination>) -> Option<TieBreak> {
        match (gone, &self.outcome) {
            (Some(gone), _) => gone.tie.as_ref().map(|tie| self.settled(tie)),
            (None, &Outcome::Tied(drawn, other)) => Some(self.drawn(drawn, other)),
            (None, _) => None,
        }
    }

    fn settled(&self, tie: &Tie) -> TieBreak {
        let steps: Vec<TieStep> = tie.steps.iter().map(|step| self.step(step)).collect();
        tie_break(self.names(&tie.tied), tie.votes, steps)
    }

    fn step(&self, step: &Step) -> TieStep {
        TieStep { rule: step.rule, round: step.round.map(|index| index + 1), left: self.names(&step.left) }
    }

    fn drawn(&self, drawn: u32, other: u32) -> TieBreak {
        let mut pair = [drawn, other];
        pair.sort_unstable();
        let step = TieStep { rule: TieRule::TieOrder, round: None, left: vec![self.name(drawn)] };
        tie_break(self.names(&pair), self.held(drawn), vec![step])
    }

    fn held(&self, candidate: u32) -> u64 {
        self.votes[candidate as usize]
    }

    fn name(&self, candidate: u32) -> Name {
        self.names[candidate as usize].clone()
    }

    fn names(&self, candidates: &[u32]) -> Vec<Name> {
        candidates.iter().map(|&candidate| self.name(candidate)).collect()
    }
}

/// It is explained when all figures are there.
fn tie_break(tied: Vec<Name>, votes: u64, steps: Vec<TieStep>) -> TieBreak {
    let rule = steps.last().map_or(TieRule::TieOrder, |step| step.rule);
    TieBreak { tied, votes, rule, steps, explanation: String::new() }
}
