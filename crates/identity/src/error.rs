//! What can go wrong with accounts, in words for the person it happens to.

use jiff::SignedDuration;
use kernel::{Class, Classify, FieldError, actor::Refused};
use store::StoreError;
use web::{guess::GuessError, quota::QuotaUsedUp};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("{}", told(.0))]
    Invalid(Vec<FieldError>),
    #[error("There is already an account with this e-mail address. Sign in, or ask for a new password.")]
    EmailTaken,
    /// Never leaves this crate: registering goes on as somebody who is not the first.
    #[error("Somebody else registered the first account at the same moment.")]
    FirstTaken,
    #[error("New accounts are closed here. Ask whoever runs this table for one.")]
    RegistrationClosed,
    #[error("The first account needs the set-up code that the server printed when it started.")]
    NeedsSetUpCode,
    #[error("That e-mail address and password do not go together.")]
    WrongPassword,
    #[error("This link was used already, or it is too old. Ask for a new one.")]
    DeadLink,
    #[error("There is no such session.")]
    NoSuchSession,
    #[error("There is no such token.")]
    NoSuchToken,
    #[error("There is no calendar at this address. Its owner may have stopped or replaced it.")]
    NoSuchCalendar,
    #[error("There is no such push subscription.")]
    NoSuchPush,
    #[error("There is no such account.")]
    NoSuchAccount,
    #[error("An account can have {0} API tokens. Delete one that is not used any more.")]
    TooManyTokens(usize),
    #[error("An account can have {0} push subscriptions. Delete one that is not used any more.")]
    TooManyPushes(usize),
    #[error("Somebody changed this in the meantime. Load it again, then make your change.")]
    Stale,
    #[error("This is the only SuperAdmin. Give that role to someone else first.")]
    LastSuperAdmin,
    /// A feature's reason why an account has to stay for now.
    #[error("{0}")]
    StillNeeded(String),
    #[error("Too many people are signing in at this moment. Try again in a few seconds.")]
    Busy,
    #[error(transparent)]
    TooManyTries(#[from] GuessError),
    #[error(transparent)]
    TooOften(#[from] QuotaUsedUp),
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// One thing wrong with one field.
    pub fn about(field: &str, message: &str) -> Self {
        Self::Invalid(vec![FieldError { field: field.to_owned(), message: message.to_owned() }])
    }
}

impl From<Vec<FieldError>> for Error {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::Refused(refused) => refused.class(),
            Self::Invalid(errors) => Class::Invalid(errors.clone()),
            Self::EmailTaken
            | Self::FirstTaken
            | Self::TooManyTokens(_)
            | Self::TooManyPushes(_)
            | Self::LastSuperAdmin
            | Self::StillNeeded(_) => Class::Conflict,
            Self::RegistrationClosed | Self::NeedsSetUpCode => Class::Forbidden,
            Self::WrongPassword => Class::Unauthenticated,
            Self::DeadLink => Class::Gone,
            Self::NoSuchSession
            | Self::NoSuchToken
            | Self::NoSuchCalendar
            | Self::NoSuchPush
            | Self::NoSuchAccount => Class::NotFound,
            Self::Stale => Class::Stale,
            Self::Busy => Class::Unavailable(SignedDuration::from_secs(2)),
            Self::TooManyTries(error) => error.class(),
            Self::TooOften(error) => error.class(),
            Self::Store(error) => error.class(),
        }
    }
}

fn told(errors: &[FieldError]) -> String {
    let told: Vec<_> = errors.iter().map(|error| format!("{}: {}", error.field, error.message)).collect();
    told.join(" ")
}
