//! What can go wrong with groups and hangouts, in words for the person who asked.

use kernel::{Class, Classify};
use store::StoreError;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is no such group, or you are not in it.")]
    NoGroup,
    #[error("There is no such hangout, or you are not invited.")]
    NoHangout,
    #[error("There is no such member.")]
    NoMember,
    #[error("This invite link does not work. Ask for a new one.")]
    NoInvite,
    #[error("This invite link has expired. Ask for a new one.")]
    InviteExpired,
    #[error("You were removed from this group. Ask an owner to add you.")]
    Removed,
    #[error("This hangout has no date yet.")]
    NoDate,
    #[error("There is no such calendar. Its address may have been removed.")]
    NoCalendar,
    #[error("They can join by a link.")]
    NotAddable,
    #[error("Only an owner of the group may do that.")]
    NotAnOwner,
    #[error("Only the person who created this hangout and owners of its groups may do that.")]
    NotAnEditor,
    #[error("You are the last owner. Make someone else an owner first, or delete the group.")]
    LastOwner,
    #[error("This hangout is cancelled, so responses can no longer change.")]
    Cancelled,
    #[error(transparent)]
    Fault(#[from] web::Fault),
}

web::carries_fault!(Error);

impl From<identity::Error> for Error {
    fn from(error: identity::Error) -> Self {
        match error.class() {
            Class::Unavailable(_) => StoreError::Unavailable(error.to_string()).into(),
            _ => Self::Fault(web::Fault::Internal(error.to_string())),
        }
    }
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::NoGroup
            | Self::NoHangout
            | Self::NoMember
            | Self::NoInvite
            | Self::NoCalendar
            | Self::NoDate => Class::NotFound,
            Self::InviteExpired => Class::Gone,
            Self::NotAnOwner | Self::NotAnEditor | Self::NotAddable | Self::Removed => Class::Forbidden,
            Self::LastOwner | Self::Cancelled => Class::Conflict,
            Self::Fault(fault) => fault.class(),
        }
    }
}
