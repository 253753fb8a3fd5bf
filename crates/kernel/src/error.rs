//! The kinds of failure that a caller can tell apart. Features say what went wrong in their own enum and map it here;
//! how it looks (status, JSON, page) is decided in one place above.

use crate::FieldError;
use jiff::SignedDuration;

/// Which kind of failure it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Class {
    /// The request cannot be read: not JSON, a wrong type, an unknown field, a bad cursor.
    Malformed,
    /// No credential, or one that is not good.
    Unauthenticated,
    /// Known, and not allowed.
    Forbidden,
    /// Not there, or not for this caller to know about.
    NotFound,
    /// Sent to a name that is not this server's.
    Misdirected,
    /// At odds with the current state.
    Conflict,
    /// It was there and has expired.
    Gone,
    /// `If-Match` names another version than the current one.
    Stale,
    TooLarge,
    UnsupportedMedia,
    /// Well-formed and not allowed; what is wrong, field by field.
    Invalid(Vec<FieldError>),
    /// Too many tries; when to come back.
    TooMany(SignedDuration),
    /// Storage is not there right now; when to come back.
    Unavailable(SignedDuration),
    /// There is no room for it right now, which the sentence says; when to come back.
    Full(SignedDuration),
    /// Our fault. The reason is logged and not shown.
    Internal,
}

/// An error that knows its class. Its `Display` is a sentence for the person who made the request.
pub trait Classify: std::error::Error {
    fn class(&self) -> Class;

    /// Whether the caller showed a secret that is too long to guess, and it is not the right one: that counts as ten requests.
    fn is_wrong_secret(&self) -> bool {
        false
    }
}
