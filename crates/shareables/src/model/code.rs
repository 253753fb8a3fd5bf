//! A participant's own key to their RSVP or vote. Whoever holds it may change the answer, so it goes to its owner and the
//! organiser and to nobody else.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;

/// Lower case without what reads alike: i, l, o, 0 and 1.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH: usize = 8;

/// A participant's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String)]
pub struct Code([u8; LENGTH]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A participant's code has eight letters and digits.")]
pub struct NotACode;

impl Code {
    /// The code that follows from random bytes, each of which gives one character: of 256 values the last eight are one turn
    /// over, which makes the first eight characters a little likelier and takes nothing from a secret of 39 bits.
    pub fn of(bytes: &[u8; 32]) -> Self {
        Self(std::array::from_fn(|at| ALPHABET[usize::from(bytes[at]) % ALPHABET.len()]))
    }

    pub fn as_str(&self) -> &str {
        // Made of ASCII letters and digits only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Code {
    /// Codes stay out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

impl FromStr for Code {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Self, NotACode> {
        let mut typed = text.bytes().filter(|b| !b" -".contains(b)).map(|b| b.to_ascii_lowercase());
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = typed.next().filter(|byte| ALPHABET.contains(byte)).ok_or(NotACode)?;
        }
        if typed.next().is_none() { Ok(Self(code)) } else { Err(NotACode) }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_as_typed_and_shows_itself_to_no_log() {
        let code: Code = "K7M2-Q9XW".parse().unwrap();
        assert_eq!(code.to_string(), "k7m2q9xw");
        assert_eq!(format!("{code:?}"), "Code(…)");
        assert_eq!("k7m2q9x".parse::<Code>(), Err(NotACode));
        assert_eq!("k7m2q9xww".parse::<Code>(), Err(NotACode));
        assert_eq!("k7m2q9x0".parse::<Code>(), Err(NotACode));
    }

    #[test]
    fn drawn_codes_are_eight_unambiguous_characters() {
        let rng = kernel::Rng::seeded(1);
        for _ in 0..100 {
            let code = Code::of(&rng.bytes());
            assert_eq!(code.as_str().parse(), Ok(code));
        }
    }
}
