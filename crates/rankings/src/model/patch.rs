//! What a merge-patch says of one field.

use serde::{Deserialize, Deserializer};

/// Absent stays, `null` clears, anything else is the new value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Stays,
    Cleared,
    Becomes(T),
}

impl<T> Patch<T> {
    pub fn changes(&self) -> bool {
        !matches!(self, Self::Stays)
    }

    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Becomes(value) => Some(value),
            Self::Stays | Self::Cleared => None,
        }
    }
}

/// What a form has in place of a value: nothing means none.
impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Cleared, Self::Becomes)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}
