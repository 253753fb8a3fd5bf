//! What can go wrong with a ranked poll, in words for the person who asked.

use kernel::{Class, Classify, FieldError, actor::Refused};
use store::StoreError;
use web::{live::TooManyWatchers, quota::QuotaUsedUp};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is no such poll. Check the link, or ask whoever sent it.")]
    NotFound,
    #[error("This needs the poll's manage key.")]
    ManageKeyNeeded,
    #[error("That is not this poll's manage key.")]
    WrongManageKey,
    #[error("Only whoever holds the poll's manage key may do that.")]
    NotTheManager,
    #[error("This needs the key of the ballot.")]
    VoterKeyNeeded,
    #[error("That key does not belong to this ballot.")]
    WrongVoterKey,
    #[error("That is somebody else's ballot.")]
    NotYourBallot,
    #[error("There is no such ballot. It may have been withdrawn.")]
    NoBallot,
    #[error("This poll is closed, so ballots can no longer change.")]
    Closed,
    #[error("This poll's time is over, so ballots can no longer change.")]
    Expired,
    #[error("Somebody has voted, so the choices are fixed. Make a new poll to change them.")]
    CandidatesFixed,
    #[error("Somebody changed this in the meantime. Load it again, then make your change.")]
    Stale,
    #[error("Several people changed this at the same moment. Try again.")]
    Contended,
    #[error("{0}")]
    ResultsHidden(&'static str),
    #[error("{}", first_of(.0))]
    Invalid(Vec<FieldError>),
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Quota(#[from] QuotaUsedUp),
    #[error(transparent)]
    Watchers(#[from] TooManyWatchers),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Internal(String),
}

fn first_of(errors: &[FieldError]) -> String {
    errors.first().map_or_else(String::new, |first| format!("{}: {}", first.field, first.message))
}

impl From<Vec<FieldError>> for Error {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::NotFound | Self::NoBallot => Class::NotFound,
            Self::ManageKeyNeeded | Self::WrongManageKey | Self::VoterKeyNeeded | Self::WrongVoterKey => {
                Class::Unauthenticated
            }
            Self::NotTheManager | Self::NotYourBallot | Self::ResultsHidden(_) => Class::Forbidden,
            Self::Closed | Self::CandidatesFixed | Self::Contended => Class::Conflict,
            Self::Expired => Class::Gone,
            Self::Stale => Class::Stale,
            Self::Invalid(errors) => Class::Invalid(errors.clone()),
            Self::Refused(refused) => refused.class(),
            Self::Quota(quota) => quota.class(),
            Self::Watchers(watchers) => watchers.class(),
            Self::Store(error) => error.class(),
            Self::Internal(_) => Class::Internal,
        }
    }
}
