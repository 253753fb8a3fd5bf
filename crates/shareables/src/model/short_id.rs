//! The code of a shareable: three letters, three letters, five digits, easy to say on the phone.

use kernel::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

/// Without I, L and O, which read as digits.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
const DIGITS: &[u8] = b"0123456789";
const LETTER_COUNT: usize = 6;
const LENGTH: usize = 11;

/// A ShortId. It prints as `abc-def-12345`, and reads in any case, with or without dashes and spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortId([u8; LENGTH]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A code is three letters, three letters and five digits, such as KTM-RVB-40718.")]
pub struct NotAShortId;

impl ShortId {
    pub fn draw(rng: &Rng) -> Self {
        Self(std::array::from_fn(|at| {
            let alphabet = if at < LETTER_COUNT { LETTERS } else { DIGITS };
            alphabet[rng.index(alphabet.len())]
        }))
    }

    /// As it stands in keys: `abcdef12345`.
    pub fn compact(&self) -> &str {
        // Made of ASCII letters and digits only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// As people see it: `ABC-DEF-12345`.
    pub fn shown(&self) -> String {
        self.to_string().to_ascii_uppercase()
    }
}

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.compact();
        write!(f, "{}-{}-{}", &text[..3], &text[3..LETTER_COUNT], &text[LETTER_COUNT..])
    }
}

impl fmt::Debug for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShortId({self})")
    }
}

impl FromStr for ShortId {
    type Err = NotAShortId;

    fn from_str(text: &str) -> Result<Self, NotAShortId> {
        let mut id = [0; LENGTH];
        let mut length = 0;
        for character in text.chars().filter(|c| !c.is_whitespace() && !is_dash(*c)) {
            let byte = u8::try_from(character.to_ascii_lowercase()).map_err(|_| NotAShortId)?;
            let alphabet = if length < LETTER_COUNT { LETTERS } else { DIGITS };
            if !alphabet.contains(&byte) {
                return Err(NotAShortId);
            }
            *id.get_mut(length).ok_or(NotAShortId)? = byte;
            length += 1;
        }
        if length == LENGTH { Ok(Self(id)) } else { Err(NotAShortId) }
    }
}

/// Chat programs like to make dashes longer than they were typed.
fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

impl Serialize for ShortId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ShortId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_in_any_case_with_or_without_dashes_and_spaces() {
        let id: ShortId = "abc-def-12345".parse().unwrap();
        for text in ["ABC-DEF-12345", "abcdef12345", " Abc def 123 45 ", "ABC\u{2011}DEF\u{2013}12345"] {
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
        assert_eq!((id.to_string().as_str(), id.compact()), ("abc-def-12345", "abcdef12345"));
        assert_eq!(id.shown(), "ABC-DEF-12345");
    }

    #[test]
    fn what_is_not_a_code_is_refused() {
        for text in [
            "",
            "abc-def-1234",
            "abc-def-123456",
            "abc-deo-12345",
            "abc-de1-12345",
            "äbc-def-12345",
            "abc/def/12345",
        ] {
            assert_eq!(text.parse::<ShortId>(), Err(NotAShortId), "{text}");
        }
    }

    #[test]
    fn drawn_codes_read_back_and_differ() {
        let rng = Rng::seeded(1);
        let drawn: std::collections::HashSet<_> = (0..1_000).map(|_| ShortId::draw(&rng)).collect();
        assert_eq!(drawn.len(), 1_000);
        assert!(drawn.iter().all(|id| id.shown().parse() == Ok(*id)));
    }
}
