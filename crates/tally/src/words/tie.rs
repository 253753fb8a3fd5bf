//! A tie and how it was settled.

use super::votes;
use crate::{Name, Sentence, TieRule, results::TieStep};

/// A tie for last place, each step of settling it, and who is out. `above`: how many ballots put one above the
/// other.
pub(crate) fn settled_tie(
    tied: &[Name],
    held: u64,
    steps: &[TieStep],
    above: impl Fn(&Name, &Name) -> u64,
) -> Sentence {
    let mut sentence =
        Sentence::default().list(tied).words(format!(" tied for last with {} each.", votes(held)));
    let mut before = tied;
    for step in steps {
        sentence = settling(sentence.words(" "), step, before, &above);
        before = &step.left;
    }
    sentence
}

/// Adds what one rule decided among those who were tied before.
fn settling(
    sentence: Sentence,
    step: &TieStep,
    before: &[Name],
    above: impl Fn(&Name, &Name) -> u64,
) -> Sentence {
    let round = step.round.unwrap_or_default();
    match (step.rule, &step.left[..]) {
        (TieRule::EarlierRound, [loser]) => sentence
            .words(format!("In round {round}, the latest that tells them apart, "))
            .name(loser)
            .words(" had the fewest, so ")
            .name(loser)
            .words(" drops out."),
        (TieRule::EarlierRound, left) => sentence
            .words(format!("In round {round}, the latest that tells any apart, "))
            .list(left)
            .words(" had the fewest."),
        (TieRule::HeadToHead, [loser]) => {
            let winner = before.iter().find(|name| *name != loser).unwrap_or(loser);
            let (more, fewer) = (above(winner, loser), above(loser, winner));
            sentence
                .words("Head to head, ")
                .name(winner)
                .words(" beats ")
                .name(loser)
                .words(format!(" {more} to {fewer}, so "))
                .name(loser)
                .words(" drops out.")
        }
        (_, left) => sentence
            .words("Nothing in the ballots settles it, so the order drawn in advance decides: ")
            .list(left)
            .words(" comes last in it and drops out."),
    }
}

/// A tie between the last two, which no ballot settles.
pub(crate) fn drawn_tie(tied: &[Name], held: u64, drawn: &Name) -> Sentence {
    let each = votes(held);
    let tie = format!(" tied in the last round with {each} each, so nobody wins by votes.");
    favoured(Sentence::default().list(tied).words(tie), drawn)
}

/// Adds whom the lot favours.
pub(super) fn favoured(sentence: Sentence, drawn: &Name) -> Sentence {
    sentence.words(" The order drawn in advance puts ").name(drawn).words(" first.")
}
