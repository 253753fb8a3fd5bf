//! Collects everything that is wrong with an input, so that a person can mend it in one go.

use serde::Serialize;

/// One thing wrong with one field, in words for the person who filled it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    pub field: String,
    pub message: String,
}

/// Nobody mends more in one go, and an answer must not grow far beyond the request that it is about.
const MOST: usize = 100;

/// A collector of [`FieldError`]s, of which it keeps the first hundred.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checks(Vec<FieldError>);

impl Checks {
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes `message` against `field` unless `holds`.
    pub fn that(&mut self, holds: bool, field: impl Into<String>, message: impl Into<String>) -> &mut Self {
        if !holds && self.0.len() < MOST {
            self.0.push(FieldError { field: field.into(), message: message.into() });
        }
        self
    }

    /// One line of text, such as a name, that must be there, be seen, and be at most `most` characters.
    pub fn text(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        self.that(!is_blank(text), field, "This is required.")
            .that(is_blank(text) || !text.contains(char::is_control), field, "Write this on one line.")
            .that(is_blank(text) || !hides_something(text), field, HIDDEN)
            .no_longer_than(field, text, most)
    }

    /// Text of at most `most` characters, on as many lines as it likes; empty is fine.
    pub fn at_most(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        let prints = |c: char| !overrides(c) && (!c.is_control() || matches!(c, '\n' | '\r' | '\t'));
        self.that(
            text.chars().all(prints),
            field,
            "Something in this cannot be shown. Delete it, or type the text again.",
        )
        .no_longer_than(field, text, most)
    }

    /// The same without anything that nobody sees, as in a name: what a person says of themselves, say.
    pub fn seen(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        self.at_most(field, text, most).that(
            text.contains(overrides) || !hides_something(text),
            field,
            HIDDEN,
        )
    }

    /// The same where there may be none.
    pub fn optional(&mut self, field: &str, text: Option<&str>, most: usize) -> &mut Self {
        self.at_most(field, text.unwrap_or_default(), most)
    }

    /// One line of text that need not be there.
    pub fn optional_text(&mut self, field: &str, text: Option<&str>, most: usize) -> &mut Self {
        match text {
            Some(text) => self.text(field, text, most),
            None => self,
        }
    }

    fn no_longer_than(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        let long = text.chars().count();
        self.that(long <= most, field, format!("Use at most {most} characters; this has {long}."))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok` when nothing was noted.
    pub fn done(self) -> Result<(), Vec<FieldError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// What `check` makes of an input, unless it notes something wrong with it.
pub fn checked<T>(check: impl FnOnce(&mut Checks) -> T) -> Result<T, Vec<FieldError>> {
    let mut checks = Checks::new();
    let checked = check(&mut checks);
    checks.done().map(|()| checked)
}

/// Text as it is kept: without the space around it, and with lines that end alike, whichever machine they were typed on.
pub fn tidy(text: &str) -> String {
    text.trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// The same of a text that may be left out: none where nothing is left.
pub fn trimmed(text: Option<String>) -> Option<String> {
    text.map(|text| tidy(&text)).filter(|text| !text.is_empty())
}

/// Said of a text in which [`hides_something`].
pub const HIDDEN: &str = "There is an invisible character in this. Delete it, or type the text again.";

/// Characters of a text that [`shown`] looks at.
const LONGEST_SHOWN: usize = 200;

/// What turns the direction of everything behind it: a name could show itself as another, or as something else entirely.
fn overrides(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}')
}

/// Returns whether a text holds what nobody sees, by which two names that look the same are not: characters without width or shape,
/// joiners with nothing to join, marks of direction where all runs one way.
pub fn hides_something(text: &str) -> bool {
    let right_to_left = text
        .contains(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'));
    let mut before = None;
    text.chars().any(|c| {
        let before = before.replace(c);
        match c {
            // Scripts that join their letters, and emoji, begin with Arabic.
            '\u{200c}' | '\u{200d}' => before.is_none_or(|before| before < '\u{600}'),
            '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202c}' | '\u{2066}'..='\u{2069}' => {
                !right_to_left
            }
            // The flags of England, Scotland and Wales are spelt in tags.
            '\u{e0020}'..='\u{e007f}' => {
                before.is_none_or(|before| !matches!(before, '\u{1f3f4}' | '\u{e0020}'..='\u{e007f}'))
            }
            '\u{ad}'
            | '\u{34f}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}'
            | '\u{feff}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e001f}' => true,
            other => overrides(other),
        }
    })
}

/// Returns `text` on one line and without the characters that [`Checks::text`] refuses as hidden: for names that come from elsewhere,
/// which nobody can be asked to type again.
pub fn shown(text: &str) -> String {
    let on_one_line =
        text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let mut kept = String::new();
    // A name far longer than any that is kept costs no more than this.
    for c in on_one_line.chars().take(LONGEST_SHOWN) {
        let length = kept.len();
        kept.push(c);
        if hides_something(&kept) {
            kept.truncate(length);
        }
    }
    kept
}

/// Whether a person would see nothing: space, or characters that only steer those around them.
fn is_blank(text: &str) -> bool {
    let steers = |c| {
        matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{feff}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'
                ..='\u{e0fff}'
        ) || matches!(c, '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}')
    };
    text.chars().all(|c| c.is_whitespace() || c.is_control() || steers(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(check: impl FnOnce(&mut Checks) -> &mut Checks) -> Vec<String> {
        let mut checks = Checks::new();
        check(&mut checks);
        checks.0.into_iter().map(|error| error.message).collect()
    }

    #[test]
    fn a_name_that_nobody_can_see_is_none() {
        for text in ["", " \t", "\u{0}", "\u{200b}\u{feff}", "\u{202e}", "\u{3164}", "\u{2028}"] {
            assert_eq!(wrong(|checks| checks.text("name", text, 10)), ["This is required."], "{text:?}");
        }
    }

    #[test]
    fn a_name_is_one_line_and_a_note_may_be_several() {
        for text in ["a\nb", "a\u{0}b", "a\u{7}", "\u{1b}[31mred"] {
            let name = wrong(|checks| checks.text("name", text, 100));
            assert_eq!(name, ["Write this on one line."], "{text:?}");
        }
        assert!(wrong(|checks| checks.at_most("note", "a\r\n\tb\n", 10)).is_empty());
        assert_eq!(wrong(|checks| checks.at_most("note", "a\u{0}b", 10)).len(), 1);
    }

    #[test]
    fn two_names_that_look_the_same_are_the_same() {
        for text in [
            "An\u{200b}a",
            "\u{feff}Ana",
            "Ana\u{200d}",
            "Ana\u{200e}",
            "a\u{ad}b",
            "A\u{2060}na",
            "\u{202e}anA",
            "Ana\u{e0041}",
        ] {
            assert_eq!(wrong(|checks| checks.text("name", text, 100)), [HIDDEN], "{text:?}");
        }
        assert_eq!(wrong(|checks| checks.at_most("note", "see \u{202e}fdp.exe", 100)).len(), 1);
    }

    #[test]
    fn a_thousand_mistakes_are_told_as_a_hundred() {
        let mut checks = Checks::new();
        for at in 0..1_000 {
            checks.that(false, format!("items[{at}]"), "This is required.");
        }
        let told = checks.done().unwrap_err();
        assert_eq!((told.len(), told[99].field.as_str()), (100, "items[99]"));
    }

    #[test]
    fn names_in_every_script_and_with_joined_emoji_are_fine() {
        for text in [
            "Zoë",
            "さくら",
            "نور",
            "نورا\u{200c}",
            "👩\u{200d}👩\u{200d}👧",
            "\u{202b}שרה\u{202c}",
            "שרה\u{200e} 2",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "❤\u{fe0f}",
        ] {
            assert!(wrong(|checks| checks.text("name", text, 20)).is_empty(), "{text:?}");
        }
    }
}
