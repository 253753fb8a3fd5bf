//! Candidates that a file calls by number, from 1.

use super::{LineProblem, names::MOST_CANDIDATES};

/// How many candidates a file says it has.
pub(super) fn how_many(text: &str) -> Result<usize, LineProblem> {
    let number: u64 = text.parse().map_err(|_| LineProblem::NotANumber(text.to_owned()))?;
    match usize::try_from(number) {
        Ok(number) if number <= MOST_CANDIDATES => Ok(number),
        _ => Err(LineProblem::TooManyCandidates),
    }
}

/// The index of the candidate with this number.
pub(super) fn candidate(text: &str, candidates: usize) -> Result<u32, LineProblem> {
    let unknown = || LineProblem::NoSuchCandidate { number: text.to_owned(), candidates };
    let number: u32 = text.parse().map_err(|_| unknown())?;
    let index = number.checked_sub(1).ok_or_else(unknown)?;
    if (index as usize) < candidates { Ok(index) } else { Err(unknown()) }
}

/// A whole number of ballots.
pub(super) fn count(text: &str) -> Result<u64, LineProblem> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(LineProblem::NotANumber(text.to_owned()));
    }
    text.parse().map_err(|_| LineProblem::CountTooLarge(text.to_owned()))
}
