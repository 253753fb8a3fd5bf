//! Elections in one line each.

use std::path::{Path, PathBuf};

use tally::{BallotFile, Election, LineProblem, ReadError, ReadOptions, Results, Rules, read_ballots};

/// Candidates in this order, which is also the tie order; ballots as lines of a ballot file, the last one
/// with or without its end.
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

pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// What a file of the fixtures holds, or why it cannot be read.
pub fn read_fixture(name: &str, options: &ReadOptions) -> Result<BallotFile, ReadError> {
    read_ballots(std::fs::File::open(fixture(name)).unwrap(), options, |_| ())
}

/// Each distinct ranking with its count, the names joined by `>`.
pub fn counted(file: &BallotFile) -> Vec<(u64, String)> {
    file.election.rankings().into_iter().map(|(count, names)| (count, names.join(">"))).collect()
}

pub fn pairs(expected: &[(u64, &str)]) -> Vec<(u64, String)> {
    expected.iter().map(|&(count, names)| (count, names.to_owned())).collect()
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
