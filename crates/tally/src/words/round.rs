//! One sentence for each round: who is out and where those ballots go, or how the count ends.

use super::{counted, votes};
use crate::{
    Sentence,
    results::{Round, Tally, Transfer},
};

/// So many destinations are named one by one.
const NAMED: usize = 6;

pub(crate) fn round(round: &Round) -> Sentence {
    let Some(gone) = round.eliminated.first() else { return ending(&round.tallies) };
    let sentence = Sentence::default().name(gone);
    let held = round.transfers.iter().map(|moved| moved.votes).sum();
    match &round.transfers[..] {
        [] => sentence.words(" is out with no votes."),
        [Transfer { to: Some(to), .. }] => {
            let all = if held == 1 { "its ballot moves".into() } else { format!("its {held} ballots move") };
            sentence.words(format!(" is out; {all} to ")).name(to).words(".")
        }
        [Transfer { to: None, .. }] => {
            let all = if held == 1 { "its ballot".into() } else { format!("its {held} ballots") };
            sentence.words(format!(" is out; {all} {}.", run_out(held)))
        }
        several => parted(sentence.words(" is out; "), several, held),
    }
}

/// "3 of its 4 ballots move to A, 1 to B", the larger share first.
fn parted(mut sentence: Sentence, transfers: &[Transfer], held: u64) -> Sentence {
    let mut shares: Vec<_> =
        transfers.iter().filter_map(|moved| Some((moved.to.as_ref()?, moved.votes))).collect();
    shares.sort_by_key(|&(_, share)| std::cmp::Reverse(share));
    let (named, others) = shares.split_at(shares.len().min(NAMED));
    for (place, &(to, share)) in named.iter().enumerate() {
        let words = match (place, share) {
            (0, 1) => format!("1 of its {held} ballots moves to "),
            (0, _) => format!("{share} of its {held} ballots move to "),
            _ => format!(", {share} to "),
        };
        sentence = sentence.words(words).name(to);
    }
    if !others.is_empty() {
        let share: u64 = others.iter().map(|(_, share)| share).sum();
        sentence =
            sentence.words(format!(", {share} to {}", counted(others.len() as u64, "other", "others")));
    }
    let exhausted = transfers.iter().filter(|moved| moved.to.is_none()).map(|moved| moved.votes).sum();
    if exhausted > 0 {
        sentence = sentence.words(format!(", {exhausted} {}", run_out(exhausted)));
    }
    sentence.words(".")
}

fn run_out(ballots: u64) -> &'static str {
    if ballots == 1 { "runs out of choices" } else { "run out of choices" }
}

/// The last round eliminates nobody. It does not say who wins: while a poll is open, that may change.
fn ending(tallies: &[Tally]) -> Sentence {
    let most = tallies.iter().map(|tally| tally.votes).max().unwrap_or_default();
    let mut leaders = tallies.iter().filter(|tally| tally.votes == most);
    let total: u64 = tallies.iter().map(|tally| tally.votes).sum();
    match (most, leaders.next(), leaders.next()) {
        (1.., Some(one), Some(other)) => {
            let tied = format!(" are tied with {} each.", votes(most));
            Sentence::default().name(&one.candidate).words(" and ").name(&other.candidate).words(tied)
        }
        (1.., Some(leader), None) => Sentence::default()
            .name(&leader.candidate)
            .words(format!(" has {most} of {}, a majority.", votes(total))),
        _ => Sentence::default().words("Nobody has a vote."),
    }
}
