//! One line of an export.

use crate::{
    error::{Error, Result},
    file,
    sum::Written,
    value::Attributes,
};
use serde::{Deserialize, Serialize};

/// The version of the format that is written here, and the newest that is read. The first had no files.
pub const VERSION: u32 = 2;

/// What the first line says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub version: u32,
    /// Of the key file that the data belongs to; empty where no server has run on it yet.
    pub fingerprint: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    Roundtable(Header),
    Table(String),
    Item(Attributes),
    End(Written),
    File(file::Written),
    /// All files were there: how many, and their checksum.
    Files(Written),
    /// How many tables there were.
    Done(usize),
}

impl Line {
    pub fn to_text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::Elsewhere(format!("{error}.")))
    }
}
