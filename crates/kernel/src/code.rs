//! Short codes that people read out to each other: groups of letters and digits, read in whatever way they are typed.

/// Without I, L and O, which read as digits.
pub const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
pub const DIGITS: &[u8] = b"0123456789";
/// Both, without what reads alike.
const MIXED: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// What was typed is no code of this shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("That is not a code of this kind.")]
pub struct NotACode;

/// One run of characters between two dashes.
pub struct Group {
    pub alphabet: &'static [u8],
    pub length: usize,
}

pub const fn letters(length: usize) -> Group {
    Group { alphabet: LETTERS, length }
}

pub const fn digits(length: usize) -> Group {
    Group { alphabet: DIGITS, length }
}

pub const fn mixed(length: usize) -> Group {
    Group { alphabet: MIXED, length }
}

/// How many characters there are in all groups.
pub const fn length(groups: &[Group]) -> usize {
    let (mut length, mut at) = (0, 0);
    while at < groups.len() {
        length += groups[at].length;
        at += 1;
    }
    length
}

/// The characters of a code, without dashes, each from the alphabet of its group.
pub fn read<const N: usize>(groups: &[Group], typed: &str) -> Result<[u8; N], NotACode> {
    let mut typed = typed.chars().filter(|c| !c.is_whitespace() && !is_dash(*c));
    let mut code = [0; N];
    for (place, alphabet) in code.iter_mut().zip(alphabets(groups)) {
        let typed = typed.next().and_then(|c| u8::try_from(c.to_ascii_lowercase()).ok());
        *place = typed.filter(|byte| alphabet.contains(byte)).ok_or(NotACode)?;
    }
    if typed.next().is_none() { Ok(code) } else { Err(NotACode) }
}

/// The alphabet of each character.
pub fn alphabets(groups: &[Group]) -> impl Iterator<Item = &'static [u8]> {
    groups.iter().flat_map(|group| std::iter::repeat_n(group.alphabet, group.length))
}

/// Chat programs like to make dashes longer than they were typed.
fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Declares a code of these groups: it prints in lower case with dashes, and reads in any case, with or without dashes and spaces.
/// One that is `secret` follows from random bytes, and `Debug` keeps it.
#[macro_export]
macro_rules! short_code {
    ($(#[$meta:meta])* secret $name:ident: $($group:expr),+) => {
        $crate::short_code!(@code $(#[$meta])* $name: $($group),+);

        impl $name {
            /// The code that follows from random bytes, each of which gives one character. Where an alphabet does not divide 256, its
            /// first characters are a little likelier, which takes next to nothing from the secret.
            pub fn of(bytes: &[u8; 32]) -> Self {
                let mut alphabets = $crate::code::alphabets(Self::GROUPS).zip(bytes);
                let mut next = || {
                    alphabets.next().map_or(0, |(alphabet, byte)| alphabet[usize::from(*byte) % alphabet.len()])
                };
                Self(std::array::from_fn(|_| next()))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
    ($(#[$meta:meta])* $name:ident: $($group:expr),+) => {
        $crate::short_code!(@code $(#[$meta])* $name: $($group),+);

        impl $name {
            pub fn draw(rng: &$crate::Rng) -> Self {
                let mut alphabets = $crate::code::alphabets(Self::GROUPS);
                let mut drawn = || alphabets.next().map_or(0, |alphabet| alphabet[rng.index(alphabet.len())]);
                Self(std::array::from_fn(|_| drawn()))
            }

            /// In capitals, as people see it.
            pub fn shown(&self) -> String {
                self.to_string().to_ascii_uppercase()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
    (@code $(#[$meta:meta])* $name:ident: $($group:expr),+) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
        #[schema(value_type = String)]
        $(#[$meta])*
        pub struct $name([u8; $crate::code::length(&[$($group),+])]);

        impl $name {
            const GROUPS: &'static [$crate::code::Group] = &[$($group),+];

            /// Without dashes, as it stands in keys.
            pub fn compact(&self) -> &str {
                // Made of ASCII letters and digits only.
                std::str::from_utf8(&self.0).unwrap_or_default()
            }

            /// What stands between the dashes.
            pub fn groups(&self) -> impl Iterator<Item = &str> {
                Self::GROUPS.iter().scan(self.compact(), |rest, group| {
                    let (this, behind) = rest.split_at(group.length);
                    *rest = behind;
                    Some(this)
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (at, group) in self.groups().enumerate() {
                    if at > 0 {
                        f.write_str("-")?;
                    }
                    f.write_str(group)?;
                }
                Ok(())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::code::NotACode;

            fn from_str(typed: &str) -> Result<Self, $crate::code::NotACode> {
                $crate::code::read(Self::GROUPS, typed).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::parsed(deserializer)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    crate::short_code! {
        /// As a shareable's.
        Code: letters(3), letters(3), digits(5)
    }

    crate::short_code! {
        /// As a participant's.
        secret Key: mixed(8)
    }

    #[test]
    fn a_secret_code_follows_from_its_bytes_and_shows_itself_to_no_log() {
        let key: Key = "K7M2-Q9XW".parse().unwrap();
        assert_eq!((key.to_string().as_str(), format!("{key:?}").as_str()), ("k7m2q9xw", "Key(…)"));
        let bytes = Rng::seeded(1).bytes();
        assert_eq!(Key::of(&bytes).compact().parse(), Ok(Key::of(&bytes)));
        assert_ne!(Key::of(&bytes), Key::of(&Rng::seeded(2).bytes()));
        let mut turned = [0; 32];
        turned[..8].copy_from_slice(&[0, 30, 31, 61, 62, 255, 1, 2]);
        assert_eq!(Key::of(&turned).to_string(), "a9a9ahbc");
        for other in ["k7m2q9x", "k7m2q9xww", "k7m2q9x0"] {
            assert_eq!(other.parse::<Key>(), Err(NotACode), "{other}");
        }
    }

    #[test]
    fn a_code_reads_in_any_case_with_or_without_dashes_and_spaces() {
        let code: Code = "abc-def-12345".parse().unwrap();
        for text in ["ABC-DEF-12345", "abcdef12345", " Abc def 123 45 ", "ABC\u{2011}DEF\u{2013}12345"] {
            assert_eq!(text.parse(), Ok(code), "{text}");
        }
        assert_eq!((code.to_string().as_str(), code.compact()), ("abc-def-12345", "abcdef12345"));
        assert_eq!(code.shown(), "ABC-DEF-12345");
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
            assert_eq!(text.parse::<Code>(), Err(NotACode), "{text}");
        }
    }

    #[test]
    fn drawn_codes_read_back_and_differ() {
        let rng = Rng::seeded(1);
        let drawn: std::collections::HashSet<_> = (0..1_000).map(|_| Code::draw(&rng)).collect();
        assert_eq!(drawn.len(), 1_000);
        assert!(drawn.iter().all(|code| code.shown().parse() == Ok(*code)));
    }
}
