//! What a merge patch says about one field: nothing, `null`, or a value.

use crate::{Checks, check::tidy};
use serde::{Deserialize, Deserializer};

/// One field of a merge patch. Use with `#[serde(default)]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Patch<T> {
    pub fn is_given(&self) -> bool {
        !matches!(self, Self::Keep)
    }

    pub fn value(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Keep => Patch::Keep,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(change(value)),
        }
    }

    /// What becomes of `old`; `cleared` is what a cleared field holds.
    pub fn apply(self, old: T, cleared: T) -> T {
        match self {
            Self::Keep => old,
            Self::Clear => cleared,
            Self::Set(value) => value,
        }
    }

    /// Changes a value that must be there.
    pub fn change(self, field: &str, target: &mut T, checks: &mut Checks) {
        match self {
            Self::Keep => {}
            Self::Clear => {
                checks.that(false, field, "This is required.");
            }
            Self::Set(value) => *target = value,
        }
    }

    /// Changes a value that may be absent.
    pub fn change_optional(self, target: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *target = None,
            Self::Set(value) => *target = Some(value),
        }
    }
}

impl Patch<String> {
    /// The text as it is kept; what is then empty is cleared.
    #[must_use]
    pub fn trimmed(self) -> Self {
        match self.map(|text| tidy(&text)) {
            Self::Set(text) if text.is_empty() => Self::Clear,
            other => other,
        }
    }
}

impl<T> From<Option<T>> for Patch<T> {
    /// `None` clears: what a filled-in form says about an optional field.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Clear, Self::Set)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        Option::deserialize(field).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Change {
        #[serde(default)]
        note: Patch<String>,
    }

    #[test]
    fn absent_null_and_a_value_are_told_apart() {
        let read = |text| serde_json::from_str::<Change>(text).unwrap().note;
        assert_eq!(read("{}"), Patch::Keep);
        assert_eq!(read(r#"{"note":null}"#), Patch::Clear);
        assert_eq!(read(r#"{"note":"x"}"#), Patch::Set("x".into()));
    }

    #[test]
    fn text_is_kept_without_what_the_keyboard_added() {
        let kept = |text: &str| Patch::Set(text.to_owned()).trimmed();
        assert_eq!(kept(" a\r\nb\rc\n "), Patch::Set("a\nb\nc".into()));
        assert_eq!((kept(" \r\n"), Patch::<String>::Keep.trimmed()), (Patch::Clear, Patch::Keep));
    }

    #[test]
    fn a_value_that_must_be_there_cannot_be_cleared() {
        let (mut name, mut checks) = ("old".to_owned(), Checks::new());
        Patch::Set("new".to_owned()).change("name", &mut name, &mut checks);
        Patch::Keep.change("name", &mut name, &mut checks);
        assert_eq!((name.as_str(), checks.is_empty()), ("new", true));
        Patch::Clear.change("name", &mut name, &mut checks);
        assert_eq!((name.as_str(), checks.is_empty()), ("new", false));
    }
}
