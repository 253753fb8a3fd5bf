//! Codes in keys and addresses: that of a share, and a participant's own to an answer.
//!
//! Codes made here have a fixed shape. Other programs may write codes of another shape; each is read as it is: in lower case, without
//! dashes and spaces, which is how keys hold it.

use kernel::{
    Rng,
    code::{Group, NotACode, alphabets, digits, letters, mixed},
};
use std::{fmt, str};

/// The most bytes of a code in a key.
const MOST: usize = 40;
/// The fewest of a share's code: what is shorter is a word of an address.
const LEAST_OF_SHARE: usize = 4;
/// How the codes of shares made here are grouped.
const SHARE: [Group; 3] = [letters(3), letters(3), digits(5)];
const ANSWER: [Group; 1] = [mixed(8)];

/// The text of a code as keys hold it, where it lies: what is held of many answers holds their codes twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Compact {
    // Compared first, and filled up with zeros: so codes sort as their texts do.
    bytes: [u8; MOST],
    length: u8,
}

impl Default for Compact {
    fn default() -> Self {
        Self { bytes: [0; MOST], length: 0 }
    }
}

impl Compact {
    fn read(typed: &str) -> Result<Self, NotACode> {
        let mut code = Self::default();
        for typed in typed.chars().filter(|c| !c.is_whitespace() && !is_dash(*c)) {
            let fits = typed.is_ascii_alphanumeric() || matches!(typed, '_' | '.');
            let place = code.bytes.get_mut(usize::from(code.length)).filter(|_| fits);
            *place.ok_or(NotACode)? = u8::try_from(typed.to_ascii_lowercase()).map_err(|_| NotACode)?;
            code.length += 1;
        }
        if code.length == 0 { Err(NotACode) } else { Ok(code) }
    }

    fn of(bytes: impl Iterator<Item = u8>) -> Self {
        let mut code = Self::default();
        for (place, byte) in code.bytes.iter_mut().zip(bytes) {
            *place = byte;
            code.length += 1;
        }
        code
    }

    fn text(&self) -> &str {
        // Made of ASCII only.
        str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

/// Chat programs like to make dashes longer than they were typed.
fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The code of a share. Those made here are three letters, three letters and five digits: easy to say on the phone.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, example = "abc-def-12345")]
pub struct ShortId(Compact);

/// A participant's code: the key to their RSVP or vote. Whoever holds it may change the answer, so it goes to its owner and the
/// organiser and to nobody else.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String)]
pub struct Code(Compact);

impl ShortId {
    pub fn draw(rng: &Rng) -> Self {
        Self(Compact::of(alphabets(&SHARE).map(|alphabet| alphabet[rng.index(alphabet.len())])))
    }

    /// In capitals, as people see it.
    pub fn shown(&self) -> String {
        self.to_string().to_ascii_uppercase()
    }

    /// Without dashes, as it stands in keys.
    pub fn compact(&self) -> &str {
        self.0.text()
    }
}

impl Code {
    /// The code that follows from random bytes, each of which gives one character. Where the alphabet does not divide 256, its first
    /// characters are a little likelier, which takes next to nothing from the secret.
    pub fn of(bytes: &[u8; 32]) -> Self {
        let drawn = alphabets(&ANSWER).zip(bytes);
        Self(Compact::of(drawn.map(|(alphabet, byte)| alphabet[usize::from(*byte) % alphabet.len()])))
    }

    pub fn compact(&self) -> &str {
        self.0.text()
    }
}

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.compact();
        let is_ours = text.len() == 11
            && text.bytes().zip(alphabets(&SHARE)).all(|(byte, alphabet)| {
                alphabet[0].is_ascii_digit() == byte.is_ascii_digit() && byte.is_ascii_alphanumeric()
            });
        if is_ours {
            return write!(f, "{}-{}-{}", &text[..3], &text[3..6], &text[6..]);
        }
        f.write_str(text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.compact())
    }
}

impl fmt::Debug for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShortId({self})")
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

impl str::FromStr for ShortId {
    type Err = NotACode;

    fn from_str(typed: &str) -> Result<Self, NotACode> {
        let code = Compact::read(typed)?;
        let fits = usize::from(code.length) >= LEAST_OF_SHARE
            && code.text().bytes().all(|b| b.is_ascii_alphanumeric());
        if fits { Ok(Self(code)) } else { Err(NotACode) }
    }
}

impl str::FromStr for Code {
    type Err = NotACode;

    fn from_str(typed: &str) -> Result<Self, NotACode> {
        Compact::read(typed).map(Self)
    }
}

impl serde::Serialize for ShortId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.compact())
    }
}

impl<'de> serde::Deserialize<'de> for ShortId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

impl<'de> serde::Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
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
    fn codes_of_another_shape_are_codes() {
        for (text, compact, shown) in [
            ("LOL-OIL-10101", "loloil10101", "lol-oil-10101"),
            ("AAAA-00", "aaaa00", "aaaa00"),
            (
                "00000000-0000-0000-0000-000000000000",
                "00000000000000000000000000000000",
                "00000000000000000000000000000000",
            ),
        ] {
            let id: ShortId = text.parse().unwrap();
            assert_eq!((id.compact(), id.to_string().as_str()), (compact, shown));
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        let code: Code = "Guest_1".parse().unwrap();
        assert_eq!((code.compact(), format!("{code:?}").as_str()), ("guest_1", "Code(…)"));
        assert!("a1".parse::<Code>().unwrap() < "a11".parse::<Code>().unwrap());
        for text in ["", "-", "a#b", "a/b", "äbc", &"x".repeat(41)] {
            assert_eq!(text.parse::<Code>(), Err(NotACode), "{text}");
        }
        for text in ["abc", "robots.txt"] {
            assert_eq!(text.parse::<ShortId>(), Err(NotACode), "{text}");
        }
    }

    #[test]
    fn drawn_codes_have_our_shape_and_read_back() {
        let rng = Rng::seeded(1);
        let id = ShortId::draw(&rng);
        assert_eq!((id.shown().len(), id.shown().parse()), (13, Ok(id)));
        let code = Code::of(&rng.bytes());
        assert_eq!((code.compact().len(), code.compact().parse()), (8, Ok(code)));
        let mut turned = [0; 32];
        turned[..8].copy_from_slice(&[0, 30, 31, 61, 62, 255, 1, 2]);
        assert_eq!(Code::of(&turned).to_string(), "a9a9ahbc");
    }
}
