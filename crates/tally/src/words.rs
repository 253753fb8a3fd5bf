//! Results in plain sentences, the same on a page, in JSON and in a terminal.

mod round;
mod standing;
mod tie;

use crate::{Results, Sentence};

pub(crate) use round::round;
pub(crate) use standing::{ballot, first_place, lead};
pub(crate) use tie::{drawn_tie, settled_tie};

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

/// "1 vote", "3 votes".
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn votes(number: u64) -> String {
    counted(number, "vote", "votes")
}

pub(crate) fn headline(results: &Results) -> Sentence {
    let sentence = Sentence::default();
    if results.total_votes == 0 {
        return sentence.words("No votes.");
    }
    if let (Some(tied), Some(drawn)) = (&results.tied, &results.drawn_by_lot) {
        let each = results.finalists().first().map_or(0, |tally| tally.votes);
        let tie = format!(" are tied with {} each, {}.", votes(each), after(results));
        let sentence = sentence.list(tied).words(tie);
        return tie::favoured(sentence, drawn);
    }
    let Some(winner) = &results.winner else {
        return sentence.words(format!("No votes for anyone: {}, all blank.", ballots(results)));
    };
    let joined = if results.finalists().len() > 1 { " wins " } else { " wins, " };
    margin(results, sentence.name(winner).words(joined))
}

/// Adds by how much it was won: "5 to 4 over Lisbon, after 2 rounds and 9 ballots."
fn margin(results: &Results, sentence: Sentence) -> Sentence {
    let sentence = match results.finalists()[..] {
        [first, second, ..] => sentence
            .words(format!("{} to {} over ", first.votes, second.votes))
            .name(&second.candidate)
            .words(", "),
        _ => sentence,
    };
    sentence.words(format!("{}.", after(results)))
}

/// "after 2 rounds and 9 ballots"
fn after(results: &Results) -> String {
    let rounds = counted(results.rounds.len() as u64, "round", "rounds");
    format!("after {rounds} and {}", ballots(results))
}

fn ballots(results: &Results) -> String {
    counted(results.total_votes, "ballot", "ballots")
}

/// What the head-to-head figures say.
pub(crate) fn head_to_head(results: &Results) -> Sentence {
    let sentence = Sentence::default();
    match (&results.condorcet_winner, &results.cycle[..]) {
        (Some(winner), _) => sentence.name(winner).words(" beats every other option one to one."),
        (None, [first, rest @ ..]) if !rest.is_empty() => {
            let sentence = sentence.words("No option beats all others: ").name(first);
            let ring = rest.iter().chain([first]).enumerate().fold(sentence, |sentence, (place, name)| {
                sentence.words(if place == 0 { " beats " } else { ", which beats " }).name(name)
            });
            ring.words(".")
        }
        _ => sentence.words("No option beats all others one to one."),
    }
}
