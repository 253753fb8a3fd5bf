//! The short code of a ranked poll: three letters, five digits, three letters, unlike those of shareables, so that each is known
//! by its shape.

use kernel::Rng;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Without letters that read alike.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
const DIGITS: &[u8] = b"0123456789";
const LENGTHS: [usize; 3] = [3, 5, 3];

/// A code as it is stored and sent: lower case, with dashes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PollCode(String);

/// What was typed is no code of a ranked poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACode;

impl PollCode {
    pub fn draw(rng: &Rng) -> Self {
        let [first, middle, last] = LENGTHS;
        Self(format!("{}-{}-{}", rng.text(LETTERS, first), rng.text(DIGITS, middle), rng.text(LETTERS, last)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PollCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PollCode {
    type Err = NotACode;

    /// In any case, with or without dashes and spaces.
    fn from_str(typed: &str) -> Result<Self, NotACode> {
        let compact: String =
            typed.chars().filter(|c| !matches!(c, '-' | ' ')).collect::<String>().to_lowercase();
        let [first, middle, last] = LENGTHS;
        if !compact.is_ascii() || compact.len() != first + middle + last {
            return Err(NotACode);
        }
        let (head, rest) = compact.split_at(first);
        let (digits, tail) = rest.split_at(middle);
        let made_of = |text: &str, alphabet: &[u8]| text.bytes().all(|byte| alphabet.contains(&byte));
        let fits = made_of(head, LETTERS) && made_of(digits, DIGITS) && made_of(tail, LETTERS);
        if fits { Ok(Self(format!("{head}-{digits}-{tail}"))) } else { Err(NotACode) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = PollCode::draw(&Rng::seeded(1));
        let typed = [code.to_string(), code.to_string().to_uppercase(), code.to_string().replace('-', " ")];
        assert!(typed.iter().all(|typed| typed.parse() == Ok(code.clone())), "{code}");
        for other in ["abc-def-12345", "abc-1234-def", "abc-12345-de1", "abl-12345-def", "", "ébc-12345-def"]
        {
            assert_eq!(other.parse::<PollCode>(), Err(NotACode), "{other}");
        }
    }
}
