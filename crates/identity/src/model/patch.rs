//! One field of a merge patch: absent it stays, `null` clears it, anything else replaces it.

use serde::{Deserialize, Deserializer};

/// Use with `#[serde(default)]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patch<T> {
    #[default]
    Stay,
    Clear,
    Set(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(field)?.map_or(Self::Clear, Self::Set))
    }
}

impl<T> Patch<T> {
    /// What becomes of `old`; `cleared` is what a cleared field holds.
    pub fn apply(self, old: T, cleared: T) -> T {
        match self {
            Self::Stay => old,
            Self::Clear => cleared,
            Self::Set(new) => new,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Stay => Patch::Stay,
            Self::Clear => Patch::Clear,
            Self::Set(new) => Patch::Set(change(new)),
        }
    }
}
