//! Collects everything that is wrong with an input, so that a person can mend it in one go.

use serde::Serialize;

/// One thing wrong with one field, in words for the person who filled it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    pub field: String,
    pub message: String,
}

/// A collector of [`FieldError`]s.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checks(Vec<FieldError>);

impl Checks {
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes `message` against `field` unless `holds`.
    pub fn that(&mut self, holds: bool, field: impl Into<String>, message: impl Into<String>) -> &mut Self {
        if !holds {
            self.0.push(FieldError { field: field.into(), message: message.into() });
        }
        self
    }

    /// Text that must be there and be at most `most` characters.
    pub fn text(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        self.that(!text.trim().is_empty(), field, "This is needed.").at_most(field, text, most)
    }

    /// Text of at most `most` characters; empty is fine.
    pub fn at_most(&mut self, field: &str, text: &str, most: usize) -> &mut Self {
        let long = text.chars().count();
        self.that(long <= most, field, format!("At most {most} characters, please; this is {long}."))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok` when nothing was noted.
    pub fn done(self) -> Result<(), Vec<FieldError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}
