//! Passwords, and which of them others would guess first.

use kernel::Checks;
use std::{cmp::Ordering, fmt};
use unicode_normalization::UnicodeNormalization;

const LENGTH: std::ops::RangeInclusive<usize> = 8..=256;
/// Shorter names stand in too many words.
const LEAST_NAME: usize = 4;
const PRODUCT: &str = "roundtable";
/// The 10,000 commonest passwords, in order, one a line; `data/README.md` says where they are from. Those that are another one with
/// digits or punctuation added are left out: the rule refuses them by that one.
const COMMON: &str = include_str!("../../data/common-passwords.txt");

/// A password that someone typed, composed so that it is the same from every keyboard. Never printed.
#[derive(Clone)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl Password {
    /// One that was chosen before; whatever it is, it is only compared.
    pub fn given(text: &str) -> Self {
        // Cut where no password of ours can be: hashing must not be made to work on a megabyte.
        Self(text.chars().take(*LENGTH.end() + 1).nfkc().collect())
    }

    /// A new one, which must not be among the first to be guessed. `names` are those that [`names`] finds.
    pub fn check(text: &str, names: &[String], field: &str, checks: &mut Checks) -> Self {
        let password = Self::given(text);
        let length = password.0.chars().count();
        let (least, most) = (LENGTH.start(), LENGTH.end());
        let lower = password.0.to_lowercase();
        let first = lower.chars().next();
        let guessed = || {
            lower.chars().all(|c| Some(c) == first) || is_common(&lower) || without(&lower, names) < *least
        };
        checks
            .that(length >= *least, field, format!("Use at least {least} characters. A few words are best."))
            .that(text.chars().count() <= *most, field, format!("Use at most {most} characters."))
            .that(
                length < *least || !guessed(),
                field,
                "This is one of the first passwords that others would guess. Choose another.",
            );
        password
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Returns the names that others would try first: the site's, the person's and the address's, the longest first.
pub fn names(base_url: &str, email: &str, display_name: &str) -> Vec<String> {
    let host = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    let whole = [PRODUCT, host, email, display_name];
    let of_email = email.split('@');
    let parts = whole.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let all = whole.into_iter().chain(of_email).chain(parts).map(|name| name.trim().to_lowercase());
    let mut names: Vec<_> = all.filter(|name| name.chars().count() >= LEAST_NAME).collect();
    names.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    names.dedup();
    names
}

/// Returns how many characters of a password are left without these names.
fn without(lower: &str, names: &[String]) -> usize {
    let rest = names.iter().fold(lower.to_owned(), |rest, name| rest.replace(name.as_str(), ""));
    rest.chars().count()
}

/// Returns whether a password is one of the commonest, or one of them with digits or punctuation added at the end.
fn is_common(lower: &str) -> bool {
    let added = |rest: &str| !rest.chars().any(char::is_alphabetic);
    let ends = lower.char_indices().map(|(at, _)| at).chain([lower.len()]).rev();
    ends.take_while(|end| added(&lower[*end..])).any(|end| is_listed(&lower[..end]))
}

/// Looks a word up in the sorted lines, by halves.
fn is_listed(word: &str) -> bool {
    let (mut from, mut to) = (0, COMMON.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let bytes = COMMON.as_bytes();
        let start = bytes[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end =
            bytes[middle..].iter().position(|byte| *byte == b'\n').map_or(COMMON.len(), |at| middle + at);
        match bytes[start..end].cmp(word.as_bytes()) {
            Ordering::Equal => return !word.is_empty(),
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(text: &str) -> bool {
        let names = names("https://crossword.example.org", "ana.ferreira@mailbox.example", "Ana Banana");
        let mut checks = Checks::new();
        drop(Password::check(text, &names, "password", &mut checks));
        checks.done().is_err()
    }

    #[test]
    fn the_commonest_passwords_are_refused_in_any_case_and_with_digits_or_punctuation_added() {
        for text in [
            "Password",
            "12345678",
            "qwertyuiop",
            "iloveyou",
            "IloveYou2026!",
            "dragon123456",
            "Dragon 1234!",
            "monkey........",
            "aaaaaaaaaa",
            "sunshine",
        ] {
            assert!(is_refused(text), "{text:?}");
        }
        for text in [
            "correct horse",
            "p\u{e4}ssw\u{f6}rter",
            "dragonfly teapot",
            "3dragons-2-moons",
            &"xy".repeat(128),
        ] {
            assert!(!is_refused(text), "{text:?}");
        }
        for text in ["", "short", &"xy".repeat(129)] {
            assert!(is_refused(text), "{text:?}");
        }
        assert_eq!(format!("{:?}", Password::given("s3cret")), "Password(…)");
    }

    #[test]
    fn names_of_the_site_the_person_and_the_address_count_for_nothing() {
        for text in [
            "ana.ferreira@mailbox.example",
            "AnaBanana",
            "ana banana",
            "banana!2026",
            "ferreira1234567",
            "crossword7!",
            "Roundtable-2026",
            "mailbox.example",
            "bananaferreira",
        ] {
            assert!(is_refused(text), "{text:?}");
        }
        for text in ["banana under lamp", "roundtable and lamp", "ferreira 1234567x"] {
            assert!(!is_refused(text), "{text:?}");
        }
    }

    #[test]
    fn every_listed_word_is_found_and_no_other() {
        let lines: Vec<_> = COMMON.lines().collect();
        assert!(lines.is_sorted_by(|one, next| one.as_bytes() < next.as_bytes()));
        assert!(lines.iter().all(|line| is_listed(line)));
        for word in ["", "passwor", "passwordx", "zzzzzzzzzzz", "\u{10ffff}", "dragon\n"] {
            assert!(!is_listed(word), "{word:?}");
        }
    }
}
