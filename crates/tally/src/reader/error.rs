//! What can be wrong with a ballot file, said so that its author can mend it.

use crate::{ElectionError, Name, Overvote, words};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Foreign(#[from] Foreign),
    #[error("line {line}: {problem}")]
    Line { line: u64, problem: LineProblem },
    #[error("the ballots cannot be read: {0}")]
    Io(#[from] std::io::Error),
    #[error("the candidates cannot be declared so: {0}")]
    Candidates(#[from] ElectionError),
    #[error("the candidates cannot be declared so: {0}")]
    CandidateName(#[source] LineProblem),
    #[error("the file's candidate {0:?} is not one of the declared candidates")]
    NotDeclared(Name),
    #[error("{0:?} cannot be withdrawn, because there is no candidate of that name")]
    NobodyToWithdraw(Name),
    #[error(transparent)]
    TieOrder(#[from] TieOrderProblem),
    #[error("the file is incomplete: {0}")]
    Incomplete(String),
}

/// What the file is instead of a ballot file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    #[error("this is ABIF, which cannot be read; save it as CSV, BLT or lines like `3,A>B>C`")]
    Abif,
    #[error("this is an Excel workbook; save it as CSV with one column per rank")]
    Excel,
    #[error("this is an HTML page, not a file of ballots")]
    Html,
    #[error("this is XML, which cannot be read; save it as CSV, BLT or lines like `3,A>B>C`")]
    Xml,
    #[error(
        "these are cast-vote records in JSON, which cannot be read; save them as CSV with one column per rank"
    )]
    CastVoteRecords,
    #[error("this is a JSON document, not one ballot on each line like `{{\"n\":3,\"r\":[\"A\",\"B\"]}}`")]
    JsonDocument,
    #[error("this is a zip archive; unpack it first")]
    Zip,
    #[error("this text is in UTF-16; save it as UTF-8")]
    Utf16,
    #[error(
        "this looks like a form's export or a sheet without columns for ranks; save it with columns named Rank 1, \
         Rank 2 and so on, or add --format lines if each line is one ballot"
    )]
    Sheet,
    #[error(
        "the columns look like candidates and the cells like their ranks; save it with columns named Rank 1, Rank 2 \
         and so on that hold names, or add --format csv if the candidates are called by numbers"
    )]
    RanksInCells,
}

/// Why an order cannot break this election's ties.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TieOrderProblem {
    #[error("the tie order names {0:?}, but there is no candidate of that name")]
    Unknown(Name),
    #[error("the tie order names {0:?} twice")]
    Twice(Name),
    #[error("the tie order leaves out {0:?}; it must name every candidate")]
    Missing(Name),
}

/// What is wrong with one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineProblem {
    #[error("this is not UTF-8 text")]
    NotText,
    #[error("column {column}: {message}")]
    Json { column: usize, message: String },
    #[error(
        "{0:?} before the comma is not a whole number of ballots; \
         choices are separated by `>`, and a name with a comma is double-quoted"
    )]
    NotACount(String),
    #[error("the count {0} is larger than can be counted")]
    CountTooLarge(String),
    #[error("a name is missing; between two `>` stands a name, and a blank ballot is written `1,`")]
    MissingName,
    #[error("a name is empty")]
    EmptyName,
    #[error("a second comma follows {0:?}; a name with a comma is double-quoted")]
    SecondComma(String),
    #[error("{0:?} contains a double quote; such a name is double-quoted, with `\"\"` for each quote in it")]
    StrayQuote(String),
    #[error("a double-quoted name does not end on its line")]
    OpenQuote,
    #[error("{0:?} follows a double-quoted name; only `>` may")]
    AfterQuote(String),
    #[error("{0:?} is not one of the declared candidates")]
    NotDeclared(Name),
    #[error("there are more votes than can be counted")]
    TooManyVotes,
    #[error("this line is too long for a ballot")]
    TooLong,
    #[error("there are more than 10,000 candidates, so this is probably not a file of ballots")]
    TooManyCandidates,
    #[error("the file ends in the middle of this line; a blank ballot like `2,` is followed by a line end")]
    CutOff,
    #[error("this is a second tie order; a file has at most one")]
    SecondTieOrder,
    #[error("{0:?} is not a whole number")]
    NotANumber(String),
    #[error("{number:?} is not the number of a candidate; they are 1 to {candidates}")]
    NoSuchCandidate { number: String, candidates: usize },
    #[error("a BLT file begins with its number of candidates and its number of seats")]
    BltHead,
    #[error("this BLT file is for {0} seats; only elections with one seat can be counted")]
    SeveralSeats(String),
    #[error("this is a PrefLib .{0} file; only .soi, .soc, .toi and .toc can be counted")]
    PreflibKind(String),
    #[error("{0:?} does not name a candidate like `1,Ada`")]
    PreflibName(String),
    #[error("{0:?} is not a PrefLib ballot like `3: 1,2,{{3,4}}`")]
    PreflibBallot(String),
    #[error("the header names no rank; name the columns Rank 1, Rank 2 and so on")]
    NoRanks,
    #[error("the header has no column for rank {0}")]
    MissingRank(usize),
    #[error("this row has {}, but the header has {}", cells(*.found), cells(*.expected))]
    RowLength { found: u64, expected: u64 },
}

fn cells(number: u64) -> String {
    words::counted(number, "cell", "cells")
}

/// Something odd that was counted all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    #[error("line {line}: {name:?} is ranked more than once; it counts at its first place")]
    Repeated { line: u64, name: Name },
    #[error("and {lines} more lines that rank a name more than once")]
    MoreRepeated { lines: u64 },
    #[error("{lines} empty lines were skipped; a blank ballot is written `1,`")]
    EmptyLines { lines: u64 },
    #[error("{} {}", overvoted(*.ballots), treatment(*.treated))]
    Overvotes { ballots: u64, treated: Overvote },
    #[error("the file has withdrawn {name:?}")]
    Withdrawn { name: Name },
    #[error("columns that are not named after a rank were ignored: {}", quoted(.columns))]
    IgnoredColumns { columns: Vec<String> },
}

fn overvoted(ballots: u64) -> String {
    let give = words::counted(ballots, "ballot gives", "ballots give");
    format!("{give} one rank to several candidates;")
}

fn treatment(overvote: Overvote) -> &'static str {
    match overvote {
        Overvote::Exhaust => "what follows that rank does not count",
        Overvote::Skip => "that rank is passed over",
    }
}

fn quoted(columns: &[String]) -> String {
    columns.iter().map(|column| format!("{column:?}")).collect::<Vec<_>>().join(", ")
}
