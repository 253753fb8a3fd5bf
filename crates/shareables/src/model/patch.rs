//! The three things a merge-patch can say about a field: nothing, `null`, or a value.

use kernel::Checks;
use serde::{Deserialize, Deserializer};

/// What a request says about one field. Creating reads the same: there `null` is the same as leaving it out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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

    /// Changes a value that must be there.
    pub fn change(self, field: &str, target: &mut T, checks: &mut Checks) {
        match self {
            Self::Keep => {}
            Self::Clear => {
                checks.that(false, field, "This is needed.");
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
    /// The text without the space around it; what is then empty is cleared.
    #[must_use]
    pub fn trimmed(self) -> Self {
        match self {
            Self::Set(text) => match text.trim() {
                "" => Self::Clear,
                trimmed => Self::Set(trimmed.to_owned()),
            },
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
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}
