//! JSON lines: `{"n":3,"r":["A","B"]}`, `n` being 1 when left out.
//!
//! Nearly every line of a big file has just this shape and only names met before, which takes no JSON parser
//! to read. Any other line goes to `serde_json`, which also says what is wrong with it.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

use super::{LineProblem, ballot::Ballot, names::Names, spellings::JsonSpellings};

/// Reads a line of the usual shape. None for anything else, right or wrong: [`read`] decides.
pub(super) fn read_usual(line: &[u8], names: &Names, ballot: &mut Ballot) -> Option<u64> {
    let mut scan = Scan(line);
    scan.token(b'{')?;
    let weight = if scan.key(b"\"n\"").is_some() {
        let weight = scan.number()?;
        scan.token(b',')?;
        weight
    } else {
        1
    };
    scan.key(b"\"r\"")?;
    scan.token(b'[')?;
    if scan.token(b']').is_none() {
        loop {
            ballot.rank(scan.candidate(names.json_spellings())?);
            if scan.token(b',').is_none() {
                scan.token(b']')?;
                break;
            }
        }
    }
    scan.token(b'}')?;
    matches!(scan.0, [] | [b'\r']).then_some(weight)
}

/// What is left of the line.
struct Scan<'a>(&'a [u8]);

impl Scan<'_> {
    fn token(&mut self, wanted: u8) -> Option<()> {
        let (&first, rest) = self.0.split_first()?;
        if first != wanted {
            return None;
        }
        self.0 = rest;
        self.skip_spaces();
        Some(())
    }

    fn key(&mut self, quoted: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(quoted)?;
        self.skip_spaces();
        self.token(b':')
    }

    /// A whole number that cannot overflow; JSON has no leading noughts.
    fn number(&mut self) -> Option<u64> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        if digits == 0 || digits > 18 || (digits > 1 && number[0] == b'0') {
            return None;
        }
        self.0 = rest;
        self.skip_spaces();
        Some(number.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
    }

    /// A string that spells a known candidate. With an escape in it, it matches no known spelling.
    fn candidate(&mut self, spellings: &JsonSpellings) -> Option<u32> {
        let inside = self.0.strip_prefix(b"\"")?;
        let (candidate, length) = spellings.get_before_end(inside)?;
        // Nothing is left where the closing quote is missing.
        self.0 = inside.get(length + 1..)?;
        self.skip_spaces();
        Some(candidate)
    }

    fn skip_spaces(&mut self) {
        while let [b' ', rest @ ..] = self.0 {
            self.0 = rest;
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a ballot like {\"n\":3,\"r\":[\"A\",\"B\"]}")]
struct Line {
    #[serde(default, rename = "n")]
    weight: Weight,
    #[serde(rename = "r")]
    ranking: Vec<String>,
}

struct Weight(u64);

impl Default for Weight {
    fn default() -> Self {
        Self(1)
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeNumber).map(Self)
    }
}

struct WholeNumber;

impl de::Visitor<'_> for WholeNumber {
    type Value = u64;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a whole number of ballots")
    }

    fn visit_u64<E>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }
}

/// Reads any JSON line. `text` is the whole line, so that columns are those an editor shows.
pub(super) fn read(text: &str, names: &mut Names, ballot: &mut Ballot) -> Result<u64, LineProblem> {
    let line: Line = serde_json::from_str(text).map_err(|error| problem(&error))?;
    for name in &line.ranking {
        ballot.rank(names.find_or_add(name)?);
    }
    Ok(line.weight.0)
}

fn problem(error: &serde_json::Error) -> LineProblem {
    // The parser saw a text of one line, so its own line number would only confuse.
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    LineProblem::Json { column: error.column(), message: message.to_owned() }
}
