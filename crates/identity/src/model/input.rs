//! What people type, checked and brought into one form.

use kernel::{
    Checks, FieldError,
    check::{HIDDEN, hides_something, shown},
};
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use web::Face;

/// The movie night document's limit, which binds every account.
pub const MOST_DISPLAY_NAME: usize = 30;
const MOST_EMAIL_BYTES: usize = 254;
const NO_ADDRESS: &str = "This is not an email address. It looks like name@example.org.";

/// An e-mail address in the one form we compare: composed, trimmed, lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// A new address: notes what is wrong under `field`; whether mail arrives there only mail can tell.
    pub fn check(text: &str, field: &str, checks: &mut Checks) -> Self {
        let hides = hides_something(text.trim());
        checks.that(!hides, field, HIDDEN);
        let email = Self::shaped(text, field, checks);
        // What has the right shape may still be nothing that mail can be sent to.
        let sendable = hides || Self::parse(text).is_err() || outbound::mail::is_address(&email.0);
        checks.that(sendable, field, NO_ADDRESS);
        email
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
        checks.that(looks_right, field, NO_ADDRESS);
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

/// A name to show: composed, trimmed, without anything that does not print.
pub fn display_name(text: &str, field: &str, checks: &mut Checks) -> String {
    let name: String = text.trim().nfc().collect();
    checks.text(field, &name, MOST_DISPLAY_NAME);
    name
}

/// Returns a name that a sign-in provider shared as one that can be typed here: on one line, without hidden characters, cut to the
/// longest allowed. `None` when nothing is left to show.
pub fn provided_name(text: &str) -> Option<String> {
    let name: String = shown(text).nfc().take(MOST_DISPLAY_NAME).collect();
    let mut checks = Checks::new();
    let name = display_name(&name, "name", &mut checks);
    checks.is_empty().then_some(name)
}

/// The key of a picture of a managed member.
pub fn avatar_key(text: &str, field: &str, checks: &mut Checks) -> String {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    checks.text(field, text, 40).that(plain, field, "Letters, digits, - and _ only.");
    text.to_owned()
}

/// The key of one of the predefined pictures.
pub fn predefined_avatar(text: &str, field: &str, checks: &mut Checks) -> String {
    let known = Face::of(text).is_some();
    let keys: Vec<&str> = Face::ALL.iter().map(|face| face.key).collect();
    checks.that(known, field, format!("Use one of {}.", keys.join(", ")));
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

    #[test]
    fn a_providers_name_is_brought_into_the_form_of_a_typed_one() {
        for (text, name) in [
            (" Zoe\u{308}\r\nB. ", "Zoë B."),
            ("\u{202e}gro.elpmaxe\u{202c}", "gro.elpmaxe"),
            ("A\u{200b}n\u{ad}a\u{0}", "Ana"),
            ("👩\u{200d}🌾", "👩\u{200d}🌾"),
            (&"ñ".repeat(40), &"ñ".repeat(30)),
            (&format!("{} b", "a".repeat(29)), &"a".repeat(29)),
        ] {
            let provided = provided_name(text);
            assert_eq!(provided.as_deref(), Some(name), "{text:?}");
            let mut checks = Checks::new();
            assert_eq!(display_name(name, "displayName", &mut checks), name);
            assert!(checks.is_empty(), "{name:?} could not be typed");
        }
        for text in ["", " \u{200b}\n", "\u{3164}"] {
            assert_eq!(provided_name(text), None, "{text:?}");
        }
    }
}
