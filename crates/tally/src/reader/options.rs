//! What a caller may choose about the reading of ballots.

use std::str::FromStr;

/// What the caller knows or wants.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The only names allowed, in the order results shall list them. Without it, candidates are those the
    /// file lists, or those who are ranked, in alphabetical order.
    pub candidates: Option<Vec<String>>,
    /// Without it, the content decides.
    pub format: Option<Format>,
    pub overvote: Overvote,
    /// More skipped ranks in a row than this end a ballot. Without it, any number is passed over.
    pub skipped: Option<u32>,
    /// Candidates to leave out, as if no ballot had ranked them.
    pub withdraw: Vec<String>,
    /// Every candidate, the favoured one first; goes before the order that the file brings.
    pub tie_order: Option<Vec<String>>,
}

/// How a ballot file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `3,A>B>C` on each line.
    Lines,
    /// `{"n":3,"r":["A","B"]}` on each line.
    Jsonl,
    /// Candidates by number, ballots that end in 0, names at the end.
    Blt,
    /// A row for each ballot, a column for each rank.
    Csv,
    /// PrefLib's .soi, .soc, .toi and .toc.
    Preflib,
}

/// Not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format; choose from lines, jsonl, blt, csv and preflib")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        match text {
            "lines" => Ok(Self::Lines),
            "jsonl" => Ok(Self::Jsonl),
            "blt" => Ok(Self::Blt),
            "csv" => Ok(Self::Csv),
            "preflib" => Ok(Self::Preflib),
            other => Err(UnknownFormat(other.to_owned())),
        }
    }
}

/// What becomes of a ballot that gives one rank to several candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overvote {
    /// The rank is passed over.
    Skip,
    /// The ballot ends before it.
    #[default]
    Exhaust,
}

/// Not a way to treat overvotes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a way to treat an overvote; choose skip or exhaust")]
pub struct UnknownOvervote(String);

impl FromStr for Overvote {
    type Err = UnknownOvervote;

    fn from_str(text: &str) -> Result<Self, UnknownOvervote> {
        match text {
            "skip" => Ok(Self::Skip),
            "exhaust" => Ok(Self::Exhaust),
            other => Err(UnknownOvervote(other.to_owned())),
        }
    }
}
