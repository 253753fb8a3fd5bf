//! Results in plain sentences, the same on a page, in JSON and in a terminal.

mod round;

use crate::{
    Name, Results, TieRule,
    results::{Tally, TieStep},
};

pub(crate) use round::round;

/// "How is it counted?" in four sentences.
pub const HOW_IT_IS_COUNTED: [&str; 4] = [
    "Each ballot counts for its first choice.",
    "In each round the choice with the fewest votes is out, and each of its ballots moves to the next choice \
     on it that is still in; a ballot that runs out of choices no longer counts.",
    "This goes on until two are left and one has a majority.",
    "Of choices tied for last place the one that had fewer votes in an earlier round is out; if that settles \
     nothing, the one that fewer ballots prefer to the other; and at last the later one in an order drawn in \
     advance.",
];

/// Of longer lists the first few are named and the others counted.
const NAMED: usize = 10;

/// "1 vote", "3 votes".
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn votes(number: u64) -> String {
    counted(number, "vote", "votes")
}

/// "A", "A and B", "A, B and C", "A, B, … and 90 others".
pub(crate) fn list(names: &[Name]) -> String {
    match names {
        [first @ .., _, _] if first.len() > NAMED => {
            format!("{} and {} others", first[..NAMED].join(", "), names.len() - NAMED)
        }
        [] => String::new(),
        [only] => only.to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(crate) fn headline(results: &Results) -> String {
    let ballots = counted(results.total_votes, "ballot", "ballots");
    let rounds = counted(results.rounds.len() as u64, "round", "rounds");
    if results.total_votes == 0 {
        return "No votes.".to_owned();
    }
    if let (Some(tied), Some(drawn)) = (&results.tied, &results.drawn_by_lot) {
        let each = last_tallies(results).first().map_or(0, |tally| tally.votes);
        return format!(
            "{} are tied with {} each, after {rounds} and {ballots}. \
             The order drawn in advance puts {drawn} first.",
            list(tied),
            votes(each)
        );
    }
    let Some(winner) = &results.winner else { return format!("No votes for anyone: {ballots}, all blank.") };
    match last_tallies(results)[..] {
        [first, second, ..] => format!(
            "{winner} wins {} to {} over {}, after {rounds} and {ballots}.",
            first.votes, second.votes, second.candidate
        ),
        _ => format!("{winner} wins, after {rounds} and {ballots}."),
    }
}

/// The last round's tallies, most votes first.
fn last_tallies(results: &Results) -> Vec<&Tally> {
    let mut tallies: Vec<&Tally> =
        results.rounds.last().map_or(Vec::new(), |round| round.tallies.iter().collect());
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.votes));
    tallies
}

/// A tie for last place, each step of settling it, and who goes.
pub(crate) fn settled_tie(
    tied: &[Name],
    held: u64,
    steps: &[TieStep],
    above: impl Fn(&Name, &Name) -> u64,
) -> String {
    let mut text = format!("{} tied for last with {} each.", list(tied), votes(held));
    let mut before = tied;
    for step in steps {
        text.push(' ');
        text.push_str(&step_in_words(step, before, &above));
        before = &step.left;
    }
    text
}

fn step_in_words(step: &TieStep, before: &[Name], above: impl Fn(&Name, &Name) -> u64) -> String {
    let left = list(&step.left);
    match (step.rule, &step.left[..]) {
        (TieRule::EarlierRound, [_]) => {
            format!(
                "In round {}, the latest that tells them apart, {left} had the fewest, so {left} drops out.",
                number(step)
            )
        }
        (TieRule::EarlierRound, _) => {
            format!("In round {}, the latest that tells any apart, {left} had the fewest.", number(step))
        }
        (TieRule::HeadToHead, [loser]) => {
            let winner = before.iter().find(|name| *name != loser).unwrap_or(loser);
            let (more, fewer) = (above(winner, loser), above(loser, winner));
            format!("Head to head, {winner} beats {loser} {more} to {fewer}, so {loser} drops out.")
        }
        _ => format!(
            "Nothing in the ballots settles it, so the order drawn in advance decides: \
             {left} comes last in it and drops out."
        ),
    }
}

fn number(step: &TieStep) -> usize {
    step.round.unwrap_or_default()
}

/// A tie between the last two, which no ballot settles.
pub(crate) fn drawn_tie(tied: &[Name], held: u64, drawn: &Name) -> String {
    format!(
        "{} tied in the last round with {} each, so nobody wins by votes. \
         The order drawn in advance puts {drawn} first.",
        list(tied),
        votes(held)
    )
}

/// What the head-to-head figures say.
pub(crate) fn head_to_head(results: &Results) -> Option<String> {
    if let Some(winner) = &results.condorcet_winner {
        return (results.candidates.len() > 1)
            .then(|| format!("{winner} beats every other candidate one to one."));
    }
    if results.smith_set.is_empty() {
        return None;
    }
    let ring = &results.cycle;
    if ring.is_empty() {
        return Some(format!(
            "Nobody beats every other candidate one to one: {} cannot be told apart.",
            list(&results.smith_set)
        ));
    }
    let beats = |(one, other)| format!("{one} beats {other}");
    let steps: Vec<String> = ring.iter().zip(ring.iter().cycle().skip(1)).map(beats).collect();
    Some(format!("Nobody beats every other candidate one to one: {}.", steps.join(", ")))
}
