//! What can go wrong in every feature alike, in words for the person who asked. A feature's own error carries it as one variant.

use crate::{GuessError, live::TooManyWatchers, quota::QuotaUsedUp};
use kernel::{
    Class, Classify, FieldError,
    actor::Refused,
    keyring::{DoesNotOpen, NotSealed},
};
use store::StoreError;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Fault {
    #[error("Someone else changed this in the meantime. Load it again, then make your change.")]
    Stale,
    #[error("Several people changed this at the same moment. Try again.")]
    Contended,
    #[error("{}", first_of(.0))]
    Invalid(Vec<FieldError>),
    #[error("That is more than can be kept in one place. Make it shorter.")]
    TooLarge,
    /// The key of a creation is no key.
    #[error(
        "An Idempotency-Key has 8 to 64 visible ASCII characters, and without an account at least 22, drawn at random."
    )]
    BadKey,
    /// The key of a creation has made something else before.
    #[error("This key was already used to create something else. Use a new key for a new request.")]
    KeyUsed { kind: String, id: String },
    /// What the key made is gone, or no longer opens with what was told then.
    #[error("What this request created has been removed or changed since. Create it again with a new key.")]
    MadeAndGone,
    /// One of this kind was made of the same decision before.
    #[error("One was made from this poll before.")]
    MadeBefore,
    /// Somebody else's account has it.
    #[error("This already belongs to an account.")]
    Owned,
    #[error("Only the browser in which this was created can add it to an account.")]
    NotCreatedHere,
    #[error("Only its owner can give this up.")]
    NotOwned,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Quota(#[from] QuotaUsedUp),
    #[error(transparent)]
    Guess(#[from] GuessError),
    #[error(transparent)]
    Watchers(#[from] TooManyWatchers),
    #[error(transparent)]
    Store(StoreError),
    /// A fault of the program, or keys that do not fit the data.
    #[error("{0}")]
    Internal(String),
}

fn first_of(errors: &[FieldError]) -> String {
    errors.first().map_or_else(String::new, |first| format!("{}: {}", first.field, first.message))
}

impl Fault {
    /// One thing wrong with one field.
    pub fn about(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError { field: field.into(), message: message.into() }])
    }
}

impl Classify for Fault {
    fn class(&self) -> Class {
        match self {
            Self::Stale => Class::Stale,
            Self::Contended | Self::MadeAndGone | Self::MadeBefore | Self::Owned => Class::Conflict,
            Self::NotCreatedHere | Self::NotOwned => Class::Forbidden,
            Self::Invalid(errors) => Class::Invalid(errors.clone()),
            Self::KeyUsed { .. } => Class::Invalid(Vec::new()),
            Self::TooLarge => Class::TooLarge,
            Self::BadKey => Class::Malformed,
            Self::Refused(refused) => refused.class(),
            Self::Quota(quota) => quota.class(),
            Self::Guess(guess) => guess.class(),
            Self::Watchers(watchers) => watchers.class(),
            Self::Store(error) => error.class(),
            Self::Internal(_) => Class::Internal,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TooLarge(_) => Self::TooLarge,
            other => Self::Store(other),
        }
    }
}

impl From<Vec<FieldError>> for Fault {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        Self::Invalid(vec![error])
    }
}

impl From<DoesNotOpen> for Fault {
    fn from(error: DoesNotOpen) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<NotSealed> for Fault {
    fn from(error: NotSealed) -> Self {
        Self::Internal(error.to_string())
    }
}

/// A feature's error, which may be what can go wrong in every feature. Made by [`carries_fault!`](crate::carries_fault).
pub trait CarriesFault {
    fn fault(&self) -> Option<&Fault>;
}

/// Lets `?` turn everything that is a [`Fault`] into a feature's error, which has a variant `Fault(#[from] web::Fault)`, and that error
/// into what is told of storage. May also say of which class each error of the feature's own is, and which of them are about a secret
/// that was wrong.
///
/// ```text
/// carries_fault! { Error:
///     Self::NotFound => Class::NotFound,
///     Self::WrongKey => Class::Unauthenticated;
///     wrong secret: Self::WrongKey
/// }
/// ```
#[macro_export]
macro_rules! carries_fault {
    ($error:ty: $($own:pat => $class:expr),+; wrong secret: $wrong:pat) => {
        $crate::carries_fault!($error);

        impl ::kernel::Classify for $error {
            fn class(&self) -> ::kernel::Class {
                match self {
                    $($own => $class,)+
                    Self::Fault(fault) => fault.class(),
                }
            }

            fn is_wrong_secret(&self) -> bool {
                matches!(self, $wrong)
            }
        }
    };
    ($error:ty) => {
        $crate::carries_fault!(
            $error:
            ::store::StoreError,
            ::std::vec::Vec<::kernel::FieldError>,
            ::kernel::FieldError,
            ::kernel::actor::Refused,
            ::kernel::keyring::DoesNotOpen,
            ::kernel::keyring::NotSealed,
            $crate::quota::QuotaUsedUp,
            $crate::GuessError,
            $crate::live::TooManyWatchers
        );
    };
    ($error:ty: $($cause:ty),+) => {
        impl $crate::CarriesFault for $error {
            #[allow(unreachable_patterns, reason = "a feature may have no error of its own")]
            fn fault(&self) -> Option<&$crate::Fault> {
                match self {
                    Self::Fault(fault) => Some(fault),
                    _ => None,
                }
            }
        }

        impl From<$error> for ::store::StoreError {
            fn from(error: $error) -> Self {
                $crate::fault::as_storage(&error)
            }
        }

        $(impl From<$cause> for $error {
            fn from(cause: $cause) -> Self {
                Self::Fault(cause.into())
            }
        })+
    };
}

/// What is said to those who can only be told of storage. Only what passes by itself is said to pass: something that is not there, or
/// not allowed, is a fault of whoever asked for it without looking.
#[doc(hidden)]
pub fn as_storage<E: CarriesFault + Classify>(error: &E) -> StoreError {
    match (error.fault(), error.class()) {
        (Some(Fault::Store(error)), _) => error.clone(),
        (Some(Fault::Contended), _) => StoreError::Conflict,
        (_, Class::Unavailable(_) | Class::Full(_) | Class::TooMany(_)) => {
            StoreError::Unavailable(error.to_string())
        }
        _ => StoreError::Invalid(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    enum Error {
        #[error("There is no such thing.")]
        NotFound,
        #[error("That is not the key.")]
        WrongKey,
        #[error(transparent)]
        Fault(#[from] Fault),
    }
    carries_fault! { Error:
        Self::NotFound => Class::NotFound,
        Self::WrongKey => Class::Unauthenticated;
        wrong secret: Self::WrongKey
    }

    fn fails(with: StoreError) -> Result<(), Error> {
        Err(with)?;
        Ok(())
    }

    #[test]
    fn a_feature_carries_whatever_goes_wrong_everywhere() {
        let Err(Error::Fault(fault)) = fails(StoreError::TooLarge("400 KB".into())) else {
            panic!("a fault")
        };
        assert_eq!(fault, Fault::TooLarge);
        let invalid = Error::from(FieldError { field: "name".into(), message: "No.".into() });
        assert!(matches!(invalid.class(), Class::Invalid(errors) if errors[0].field == "name"));
        assert_eq!(Fault::about("name", "No.").to_string(), "name: No.");
    }

    #[test]
    fn only_what_passes_is_told_as_storage_that_is_away() {
        let told = |error: Error| StoreError::from(error);
        assert!(matches!(told(Error::NotFound), StoreError::Invalid(_)), "a 404 is no 503");
        assert!(matches!(told(Error::WrongKey), StoreError::Invalid(_)));
        assert_eq!(told(Fault::Contended.into()), StoreError::Conflict);
        let away = StoreError::Unavailable("away".into());
        assert_eq!(told(away.clone().into()), away);
        let busy = QuotaUsedUp { wait: jiff::SignedDuration::from_secs(1) };
        assert!(matches!(told(busy.into()), StoreError::Unavailable(_)));
    }
}
