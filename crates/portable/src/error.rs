//! What can go wrong, each as one sentence for whoever operates the server.

use std::fmt;
use store::StoreError;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("This is not an export of Roundtable: {0}.")]
    NotOurs(String),
    #[error("This export has format {found}, and this version of Roundtable reads up to {known}.")]
    Newer { found: u32, known: u32 },
    #[error("The export has a table {0}, which this version of Roundtable does not know.")]
    UnknownTable(String),
    #[error("Line {line} of the export is damaged: {why}.")]
    Damaged { line: u64, why: String },
    #[error("The export ends too soon: it was cut off.")]
    CutOff,
    #[error(
        "The table {0} is not empty; data is taken only into an empty store, or to finish a copy that broke off."
    )]
    NotEmpty(&'static str),
    #[error("Another copy into this store was begun and not finished: finish that one, or empty the store.")]
    AnotherCopy,
    #[error("Storage failed: {0}.")]
    Store(#[from] StoreError),
    /// Whoever took the lines, or gave them, is gone.
    #[error("{0}")]
    Elsewhere(String),
}

/// A row of a file that is not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    pub line: u64,
    /// `None` where the line names no table.
    pub table: Option<&'static str>,
    pub why: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        self.table.map_or(Ok(()), |table| write!(f, ", {table}"))?;
        write!(f, ": {}", self.why.trim_end_matches('.'))
    }
}

pub type Result<T> = std::result::Result<T, Error>;
