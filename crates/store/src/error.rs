//! What can go wrong, by what it means to the caller.

use crate::Item;

/// A write of a transaction whose condition did not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// The write's place in the transaction; 0 for a single write.
    pub at: usize,
    /// The item that was there.
    pub item: Option<Item>,
}

/// Why a disk takes nothing, for whoever wanted something saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSaved {
    #[error("There is no room left on the server's disk, so nothing was saved. Try again later.")]
    NoRoom,
    #[error("The server's disk is read-only right now, so nothing was saved. Try again later.")]
    ReadOnly,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StoreError {
    /// Nothing was written, because the item that is there is not the one expected.
    #[error("a condition did not hold")]
    ConditionFailed(Vec<Failed>),
    /// Nothing was written, because another transaction touched the same items at that moment; trying again may work.
    #[error("another transaction touched the same items")]
    Conflict,
    /// Nothing was written, because more is asked for than can be done right now; trying again later will work.
    #[error("storage is busy: {0}")]
    Throttled(String),
    /// The item, key or transaction is larger than an engine takes.
    #[error("{0}")]
    TooLarge(String),
    /// The request is one that no engine takes: a fault of the program.
    #[error("{0}")]
    Invalid(String),
    /// Nothing was written, because the disk takes nothing right now. What is there can be read.
    #[error(transparent)]
    NotSaved(NotSaved),
    /// Storage did not answer, or answered that it cannot; the write may or may not have happened.
    #[error("storage is not available: {0}")]
    Unavailable(String),
}

impl StoreError {
    /// The item that stood in the way of a single write.
    pub fn into_existing(self) -> Option<Item> {
        match self {
            Self::ConditionFailed(mut failed) if failed.len() == 1 => failed.remove(0).item,
            _ => None,
        }
    }

    pub fn is_condition_failed(&self) -> bool {
        matches!(self, Self::ConditionFailed(_))
    }

    /// Whether the condition of the write at `at` was among those that failed.
    pub fn failed_at(&self, at: usize) -> bool {
        matches!(self, Self::ConditionFailed(failed) if failed.iter().any(|one| one.at == at))
    }
}

impl kernel::Classify for StoreError {
    fn class(&self) -> kernel::Class {
        match self {
            Self::Throttled(_) | Self::Unavailable(_) | Self::Conflict => {
                kernel::Class::Unavailable(jiff::SignedDuration::from_secs(2))
            }
            Self::NotSaved(_) => kernel::Class::Full(jiff::SignedDuration::from_secs(30)),
            Self::TooLarge(_) => kernel::Class::TooLarge,
            // A condition that nobody expected to fail, and a request that no engine takes, are faults of the program.
            Self::ConditionFailed(_) | Self::Invalid(_) => kernel::Class::Internal,
        }
    }
}
