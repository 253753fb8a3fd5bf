//! Where a result stands, and where one ballot stands in it.

use super::{after, margin};
use crate::{Results, Sentence};

/// "Lakes", or "Lakes and Lisbon" where they are tied.
pub(crate) fn first_place(results: &Results) -> Sentence {
    match (&results.winner, &results.tied) {
        (Some(winner), _) => Sentence::default().name(winner),
        (None, Some(tied)) => Sentence::default().list(tied),
        (None, None) => Sentence::default().words("No votes"),
    }
}

/// By how much the first place is held, or what settles a tie; nothing where there are no votes.
pub(crate) fn lead(results: &Results) -> Sentence {
    match (&results.winner, &results.drawn_by_lot) {
        (Some(_), _) => margin(results, Sentence::default()),
        (None, Some(drawn)) => {
            let equal = format!("Equal {}. The order drawn when the poll was made puts ", after(results));
            Sentence::default().words(equal).name(drawn).words(" first.")
        }
        (None, None) => Sentence::default(),
    }
}

/// Whom a ballot counts for in the end.
pub(crate) fn ballot<S: AsRef<str>>(results: &Results, ranking: &[S]) -> Sentence {
    let sentence = Sentence::default();
    match (results.follow(ranking).pop().flatten(), &results.winner) {
        (Some(name), Some(winner)) if name == *winner => {
            sentence.words("Your ballot counts for ").name(winner).words(", in first place.")
        }
        (Some(name), _) => sentence.words("In the last round your ballot counts for ").name(&name).words("."),
        (None, _) => {
            sentence.words("None of your choices was left in the last round, so your ballot ran out.")
        }
    }
}
