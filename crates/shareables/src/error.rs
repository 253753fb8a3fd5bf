//! What can go wrong with a share, in words for the person who asked.

use crate::model::Entity;
use kernel::{Class, Classify, FieldError, keyring::DoesNotOpen};
use store::StoreError;
use web::{GuessError, live::TooManyWatchers, quota::QuotaUsedUp};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is nothing with that code. Check it, or ask whoever shared it with you.")]
    NotFound,
    #[error("This has expired. Ask whoever shared it with you for a new one.")]
    Expired,
    #[error("This needs its passcode. Whoever shared it with you knows it.")]
    PasscodeNeeded,
    /// How many more tries cost no wait.
    #[error("That is not the passcode.")]
    WrongPasscode { tries_left: u32 },
    #[error("Only the organiser can do that; it needs the organiser's passcode.")]
    AdminNeeded,
    #[error("Only the organiser can do that.")]
    AdminOnly,
    #[error("This is not {}.", match .0 { Entity::Event => "an event", Entity::Checklist => "a checklist", Entity::Poll => "a poll" })]
    NotA(Entity),
    #[error("That item is not on the list any more.")]
    NoSuchItem,
    #[error("There is no answer with that code.")]
    NoSuchAnswer,
    #[error("The results are not shown yet.")]
    ResultsHidden,
    #[error("Who is coming is not shown to you.")]
    RsvpsHidden,
    #[error("This poll is closed.")]
    PollClosed,
    #[error("The time to answer is over.")]
    DeadlinePassed,
    #[error("Somebody changed this in the meantime. Load it again, then make your change.")]
    Stale,
    #[error("Others are changing this at the same moment. Try again.")]
    Contended,
    #[error("{}", first(.0))]
    Invalid(Vec<FieldError>),
    #[error("That is more than one share can hold. Make it shorter.")]
    TooLarge,
    #[error("Sign in to make something here.")]
    SignInToCreate,
    #[error(transparent)]
    QuotaUsedUp(#[from] QuotaUsedUp),
    #[error(transparent)]
    Guess(#[from] GuessError),
    #[error(transparent)]
    TooManyWatchers(#[from] TooManyWatchers),
    #[error(transparent)]
    Store(StoreError),
    /// A fault of the program, or keys that do not fit the data.
    #[error("{0}")]
    Internal(String),
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::NotFound | Self::NotA(_) | Self::NoSuchItem | Self::NoSuchAnswer => Class::NotFound,
            Self::Expired => Class::Gone,
            Self::PasscodeNeeded | Self::WrongPasscode { .. } | Self::AdminNeeded | Self::SignInToCreate => {
                Class::Unauthenticated
            }
            Self::AdminOnly | Self::ResultsHidden | Self::RsvpsHidden => Class::Forbidden,
            Self::PollClosed | Self::DeadlinePassed | Self::Contended => Class::Conflict,
            Self::Stale => Class::Stale,
            Self::Invalid(errors) => Class::Invalid(errors.clone()),
            Self::TooLarge => Class::TooLarge,
            Self::QuotaUsedUp(error) => error.class(),
            Self::Guess(error) => error.class(),
            Self::TooManyWatchers(error) => error.class(),
            Self::Store(error) => error.class(),
            Self::Internal(_) => Class::Internal,
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TooLarge(_) => Self::TooLarge,
            other => Self::Store(other),
        }
    }
}

impl From<Vec<FieldError>> for Error {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl From<DoesNotOpen> for Error {
    fn from(error: DoesNotOpen) -> Self {
        Self::Internal(error.to_string())
    }
}

fn first(errors: &[FieldError]) -> String {
    errors.first().map_or_else(String::new, |first| format!("{}: {}", first.field, first.message))
}
