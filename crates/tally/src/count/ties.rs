//! Ties for last place: who goes, and by which rule.

use super::{Settings, history::History};
use crate::TieRule;

/// A tie for last place and how it was settled.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub tied: Vec<u32>,
    pub votes: u64,
    /// Each rule that told some of them apart; the last one settled it.
    pub steps: Vec<Step>,
}

/// One rule that narrowed the tie down.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub rule: TieRule,
    /// For [`TieRule::EarlierRound`]: the index of the round that told them apart.
    pub round: Option<usize>,
    /// Who is still in danger after this step. One: that one goes.
    pub left: Vec<u32>,
}

/// Asks the rules in turn until one candidate is left, who is eliminated.
pub(super) fn settle(tied: Vec<u32>, votes: u64, history: &History, settings: &Settings) -> (u32, Tie) {
    let mut left = tied.clone();
    let mut steps = Vec::new();
    for rule in settings.rules.ties.iter().chain([&TieRule::TieOrder]) {
        if left.len() < 2 {
            break;
        }
        match rule {
            TieRule::EarlierRound => by_earlier_rounds(&mut left, &mut steps, history),
            TieRule::HeadToHead => by_head_to_head(&mut left, &mut steps, settings),
            TieRule::TieOrder => by_order(&mut left, &mut steps, settings),
        }
    }
    (left[0], Tie { tied, votes, steps })
}

fn by_earlier_rounds(left: &mut Vec<u32>, steps: &mut Vec<Step>, history: &History) {
    history.fewest_earlier(left, |round, left| {
        steps.push(Step { rule: TieRule::EarlierRound, round: Some(round), left: left.to_vec() });
    });
}

fn by_head_to_head(left: &mut Vec<u32>, steps: &mut Vec<Step>, settings: &Settings) {
    let [one, other] = left[..] else { return };
    let beats = |one: u32, other: u32| settings.pairs.beats(one as usize, other as usize);
    let loser = if beats(one, other) {
        other
    } else if beats(other, one) {
        one
    } else {
        return;
    };
    *left = vec![loser];
    steps.push(Step { rule: TieRule::HeadToHead, round: None, left: left.clone() });
}

fn by_order(left: &mut Vec<u32>, steps: &mut Vec<Step>, settings: &Settings) {
    if let Some(latest) = left.iter().copied().max_by_key(|&candidate| settings.order.place(candidate)) {
        *left = vec![latest];
        steps.push(Step { rule: TieRule::TieOrder, round: None, left: left.clone() });
    }
}
