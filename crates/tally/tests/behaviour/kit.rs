//! Elections in one line each.

use tally::{BallotFile, Election, LineProblem, ReadError, ReadOptions, Results, Rules, read_ballots};

/// Candidates in this order, which is also the tie order; ballots as lines of a ballot file, the last one with or without its
/// end.
pub fn election(candidates: &[&str], ballots: &str) -> Election {
    let identity: Vec<u32> = (0..).take(candidates.len()).collect();
    let declared = Some(candidates.iter().map(ToString::to_string).collect());
    let options = ReadOptions { candidates: declared, ..ReadOptions::default() };
    let file = read_ballots(format!("{ballots}\n").trim_start().as_bytes(), &options, |_| ()).unwrap();
    file.election.with_tie_order(&identity).unwrap()
}

pub fn tally(candidates: &[&str], ballots: &str) -> Results {
    election(candidates, ballots).tally(&Rules::default())
}

pub fn read(text: impl AsRef<[u8]>) -> BallotFile {
    read_ballots(text.as_ref(), &ReadOptions::default(), |_| ()).unwrap()
}

/// The line and what is wrong with it.
pub fn problem(text: impl AsRef<[u8]>) -> (u64, LineProblem) {
    match read_ballots(text.as_ref(), &ReadOptions::default(), |_| ()) {
        Err(ReadError::Line { line, problem }) => (line, problem),
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("it was read"),
    }
}

/// A round's tallies as (name, votes), in the order of the candidates.
pub fn tallies(results: &Results, round: usize) -> Vec<(&str, u64)> {
    results.rounds[round - 1].tallies.iter().map(|tally| (tally.candidate.as_str(), tally.votes)).collect()
}

pub fn strings(names: &[tally::Name]) -> Vec<&str> {
    names.iter().map(AsRef::as_ref).collect()
}

/// A file with one line for each number.
pub fn file_of(numbers: impl IntoIterator<Item = usize>, line: impl FnMut(usize) -> String) -> String {
    numbers.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
