//! What can be wrong with a ballot file, said so that its author can mend it.

use crate::{ElectionError, Name};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("line {line}: {problem}")]
    Line { line: u64, problem: LineProblem },
    #[error("the ballots cannot be read: {0}")]
    Io(#[from] std::io::Error),
    #[error("the candidates cannot be declared so: {0}")]
    Candidates(#[from] ElectionError),
    #[error("the candidates cannot be declared so: {0}")]
    CandidateName(#[source] LineProblem),
}

/// What is wrong with one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineProblem {
    #[error("this is not UTF-8 text")]
    NotText,
    #[error("column {column}: {message}")]
    Json { column: usize, message: String },
    #[error(
        "{0:?} before the comma is not a whole number of ballots; choices are separated by `>`, and a name with a comma is double-quoted"
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
}
