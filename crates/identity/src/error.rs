//! What can go wrong with accounts, in words for the person it happens to.

use jiff::SignedDuration;
use kernel::{Class, Classify};
use outbound::OidcError;
use web::Fault;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is already an account with this email address. Sign in, or set a new password.")]
    EmailTaken,
    #[error(
        "Someone with this email address is known here and has no account yet. Ask the people who run this server to create it."
    )]
    NeedsProof,
    /// Never leaves this crate: registering goes on as somebody who is not the first.
    #[error("Someone else registered the first account at the same moment.")]
    FirstTaken,
    #[error("Registration is closed. Ask the people who run this server for an account.")]
    RegistrationClosed,
    #[error("You need an invitation to register. Open the link that you were sent.")]
    NotInvited,
    #[error("The first account needs the set-up code that the server prints when it starts.")]
    NeedsSetUpCode,
    #[error("Wrong email or password.")]
    WrongPassword,
    #[error("This account is deactivated. Ask the people who run this server.")]
    Deactivated,
    #[error("Another SuperAdmin’s password is theirs to reset, or the operator’s: roundtable account reset.")]
    OtherSuperAdmin,
    #[error("{0}")]
    Provider(#[from] OidcError),
    #[error("Signing in took too long or was started in another browser. Try again.")]
    ForeignSignIn,
    #[error("Signing in at the provider was cancelled.")]
    SignInCancelled,
    #[error("This server has no sign-in provider.")]
    NoProvider,
    #[error("Your sign-in provider shared no email address, which an account needs.")]
    NoEmail,
    #[error("Someone else's account is linked to this sign-in already.")]
    LinkTaken,
    #[error("There is no such link.")]
    NoSuchLink,
    #[error("Nothing else opens this account. Set a password or link another sign-in first.")]
    LastWayIn,
    #[error("An account can have {0} linked sign-ins. Remove one that you no longer use.")]
    TooManyLinks(usize),
    #[error("This account's roles come from its sign-in provider. Change them there.")]
    RolesElsewhere,
    #[error("This link has expired or was already used. Ask for a new one.")]
    DeadLink,
    #[error("There is no such session.")]
    NoSuchSession,
    #[error("There is no such token.")]
    NoSuchToken,
    #[error("There is no calendar at this address. Its owner may have removed or replaced the address.")]
    NoSuchCalendar,
    #[error("There is no such push subscription.")]
    NoSuchPush,
    #[error("There is no such account.")]
    NoSuchAccount,
    #[error("An account can have {0} API tokens. Delete one that you no longer use.")]
    TooManyTokens(usize),
    #[error("An account can have {0} push subscriptions. Delete one that you no longer use.")]
    TooManyPushes(usize),
    #[error("This is the only SuperAdmin. Give that role to someone else first.")]
    LastSuperAdmin,
    /// A feature's reason why an account has to stay for now.
    #[error("{0}")]
    StillNeeded(String),
    #[error("Too many people are signing in at this moment. Try again in a few seconds.")]
    Busy,
    #[error(transparent)]
    Fault(#[from] Fault),
}

web::carries_fault!(Error);

pub type Result<T> = std::result::Result<T, Error>;

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::EmailTaken
            | Self::NeedsProof
            | Self::FirstTaken
            | Self::TooManyTokens(_)
            | Self::TooManyPushes(_)
            | Self::LastSuperAdmin
            | Self::LinkTaken
            | Self::LastWayIn
            | Self::TooManyLinks(_)
            | Self::RolesElsewhere
            | Self::StillNeeded(_) => Class::Conflict,
            Self::RegistrationClosed
            | Self::NotInvited
            | Self::NeedsSetUpCode
            | Self::Deactivated
            | Self::OtherSuperAdmin => Class::Forbidden,
            Self::WrongPassword
            | Self::ForeignSignIn
            | Self::SignInCancelled
            | Self::Provider(OidcError::Refused(_)) => Class::Unauthenticated,
            Self::Provider(OidcError::Unreachable(_)) => Class::Unavailable(SignedDuration::from_secs(10)),
            Self::NoEmail => Class::Invalid(Vec::new()),
            Self::DeadLink => Class::Gone,
            Self::NoSuchSession
            | Self::NoSuchToken
            | Self::NoSuchCalendar
            | Self::NoSuchPush
            | Self::NoSuchLink
            | Self::NoProvider
            | Self::NoSuchAccount => Class::NotFound,
            Self::Busy => Class::Unavailable(SignedDuration::from_secs(2)),
            Self::Fault(fault) => fault.class(),
        }
    }

    fn is_wrong_secret(&self) -> bool {
        matches!(self, Self::DeadLink)
    }
}
