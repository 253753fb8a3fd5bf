//! What people type, checked and brought into one form.

use kernel::{
    Checks, FieldError,
    check::{HIDDEN, hides_something},
};
use std::fmt;
use unicode_normalization::UnicodeNormalization;

/// The movie night document's limit, which binds every account.
pub const MOST_DISPLAY_NAME: usize = 30;
const MOST_EMAIL_BYTES: usize = 254;
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=256;

/// What half the world's guessing starts with, as far as it is long enough for us at all.
const WORN_OUT: [&str; 24] = [
    "password",
    "password1",
    "password12",
    "password123",
    "passw0rd",
    "p@ssw0rd",
    "12345678",
    "123456789",
    "1234567890",
    "87654321",
    "11223344",
    "qwertyui",
    "qwertyuiop",
    "qwerty123",
    "1q2w3e4r",
    "1qaz2wsx",
    "asdfghjk",
    "asdfghjkl",
    "iloveyou",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "letmein1",
];

/// An e-mail address in the one form we compare: composed, trimmed, lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// A new address: notes what is wrong under `field`; whether mail arrives there only mail can tell.
    pub fn check(text: &str, field: &str, checks: &mut Checks) -> Self {
        checks.that(!hides_something(text.trim()), field, HIDDEN);
        Self::shaped(text, field, checks)
    }

    fn shaped(text: &str, field: &str, checks: &mut Checks) -> Self {
        let email: String = text.trim().to_lowercase().nfc().collect();
        let looks_right = email.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !domain.is_empty()
                && !domain.contains('@')
                && !domain.starts_with('.')
                && !domain.ends_with('.')
                && !email.chars().any(|c| c.is_whitespace() || c.is_control() || "<>,;\"\\".contains(c))
        });
        checks.that(looks_right, field, "This is not an email address. It looks like name@example.org.");
        checks.that(email.len() <= MOST_EMAIL_BYTES, field, "This is too long for an email address.");
        Self(email)
    }

    /// An address that may be stored already, also with what is no longer taken in a new one.
    pub fn parse(text: &str) -> Result<Self, Vec<FieldError>> {
        let mut checks = Checks::new();
        let email = Self::shaped(text, "email", &mut checks);
        checks.done().map(|()| email)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name for the account of this address that says nothing about its owner.
    pub fn unnamed(&self) -> String {
        blake3::hash(self.0.as_bytes()).to_hex()[..32].to_owned()
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

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
        Self(text.chars().take(*PASSWORD_LENGTH.end() + 1).nfkc().collect())
    }

    /// A new one, which must not be among the first to be guessed.
    pub fn check(text: &str, about: &[&str], field: &str, checks: &mut Checks) -> Self {
        let password = Self::given(text);
        let length = password.0.chars().count();
        let (least, most) = (PASSWORD_LENGTH.start(), PASSWORD_LENGTH.end());
        let lower = password.0.to_lowercase();
        let mut characters = lower.chars();
        let first = characters.next();
        checks
            .that(length >= *least, field, format!("Use at least {least} characters. A few words are best."))
            .that(text.chars().count() <= *most, field, format!("Use at most {most} characters."))
            .that(
                length < *least
                    || !(WORN_OUT.contains(&lower.as_str())
                        || about.iter().any(|word| lower == word.trim().to_lowercase())
                        || characters.all(|c| Some(c) == first)),
                field,
                "This is one of the first passwords that others would guess. Choose another.",
            );
        password
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A name to show: composed, trimmed, without anything that does not print.
pub fn display_name(text: &str, field: &str, checks: &mut Checks) -> String {
    let name: String = text.trim().nfc().collect();
    checks.text(field, &name, MOST_DISPLAY_NAME);
    name
}

/// The name of one of the predefined avatars.
pub fn avatar_key(text: &str, field: &str, checks: &mut Checks) -> String {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    checks.text(field, text, 40).that(plain, field, "Letters, digits, - and _ only.");
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(check: impl FnOnce(&mut Checks)) -> usize {
        let mut checks = Checks::new();
        check(&mut checks);
        checks.done().err().map_or(0, |errors| errors.len())
    }

    #[test]
    fn addresses_that_differ_only_in_spelling_are_one() {
        let one = Email::parse("  Zoë@Example.ORG ").unwrap();
        assert_eq!(one, Email::parse("zoe\u{308}@example.org").unwrap());
        assert_eq!(one.as_str(), "zoë@example.org");
    }

    #[test]
    fn what_cannot_be_an_address_is_refused() {
        let long = format!("{}@example.org", "a".repeat(250));
        for text in [
            "",
            "ana",
            "@example.org",
            "ana@",
            "a@b@c",
            "a na@b",
            "ana@.org",
            "ana@org.",
            "<a@b>",
            "a@b,c@d",
            "a\u{0}@b",
            &long,
        ] {
            assert!(Email::parse(text).is_err(), "{text:?}");
        }
        assert!(Email::parse("root@localhost").is_ok());
    }

    #[test]
    fn a_new_address_holds_nothing_invisible_and_an_old_one_is_still_read() {
        for text in ["ana\u{200b}@example.org", "ana@ex\u{202e}ample.org", "\u{2066}ana@example.org"] {
            assert_eq!(wrong(|checks| drop(Email::check(text, "email", checks))), 1, "{text:?}");
            assert!(Email::parse(text).is_ok());
        }
    }

    #[test]
    fn passwords_that_are_guessed_first_are_refused() {
        let about = ["ana@example.org", "Ana Banana"];
        for text in [
            "",
            "short",
            "Password",
            "12345678",
            "aaaaaaaaaa",
            "ana@example.org",
            "ana banana",
            &"xy".repeat(129),
        ] {
            assert_eq!(
                wrong(|checks| drop(Password::check(text, &about, "password", checks))),
                1,
                "{text:?}"
            );
        }
        for text in ["correct horse", "p\u{e4}ssw\u{f6}rter", &"xy".repeat(128)] {
            assert_eq!(
                wrong(|checks| drop(Password::check(text, &about, "password", checks))),
                0,
                "{text:?}"
            );
        }
        assert_eq!(format!("{:?}", Password::given("s3cret")), "Password(…)");
    }

    #[test]
    fn a_name_is_trimmed_counted_in_characters_and_kept_in_any_script() {
        let mut checks = Checks::new();
        assert_eq!(display_name(" Zoe\u{308} ", "displayName", &mut checks), "Zoë");
        assert_eq!(display_name("さくら🌸", "displayName", &mut checks), "さくら🌸");
        assert_eq!(display_name(&"ñ".repeat(30), "displayName", &mut checks), "ñ".repeat(30));
        assert!(checks.is_empty());
        for text in ["", "   ", "a\nb", &"ñ".repeat(31)] {
            assert_eq!(wrong(|checks| drop(display_name(text, "displayName", checks))), 1, "{text:?}");
        }
    }
}
