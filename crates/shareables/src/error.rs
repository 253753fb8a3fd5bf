//! What can go wrong with a share, in words for the person who asked.

use crate::model::{Entity, WrongKind};
use kernel::{Class, Moment};
use web::Fault;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is nothing with that code. Check the code, or ask the person who shared it with you.")]
    NotFound,
    #[error("This {} has expired. Ask the person who shared it with you for a new one.", .entity.name())]
    Expired { entity: Entity, at: Moment },
    #[error("This {} needs a passcode. Ask the person who shared it with you.", .0.name())]
    PasscodeNeeded(Entity),
    /// How many more tries cost no wait.
    #[error("Wrong passcode.")]
    WrongPasscode { tries_left: u32 },
    #[error("That token does not open this, or not any more. Ask for a new one with the passcode.")]
    WrongToken,
    #[error("Only the organiser can do that. It needs the organiser passcode.")]
    AdminNeeded,
    #[error("Only the organiser can do that.")]
    AdminOnly,
    #[error(transparent)]
    WrongKind(#[from] WrongKind),
    #[error("That item is no longer on the list.")]
    NoSuchItem,
    #[error("There is no answer with that code.")]
    NoSuchAnswer,
    #[error("The results are not shown yet.")]
    ResultsHidden,
    #[error("Who is coming is not shown to you.")]
    RsvpsHidden,
    #[error("This poll is closed.")]
    PollClosed,
    #[error("This poll is still open. Close it first.")]
    StillOpen,
    #[error("This event is cancelled.")]
    Cancelled,
    #[error("The deadline for replies has passed.")]
    DeadlinePassed,
    #[error("This {} has as many answers as it can take. Ask the organiser to create another one.", .0.name())]
    Full(Entity),
    #[error("Only {by} or the organiser can release this.")]
    NotYourClaim { by: String },
    #[error("{by} is doing this already.")]
    Claimed { by: String },
    #[error(transparent)]
    Fault(#[from] Fault),
}

// Participants' codes and tokens are too long to guess. (Passcodes are not: wrong ones are slowed down.)
web::carries_fault! { Error:
    Self::NotFound | Self::WrongKind(_) | Self::NoSuchItem | Self::NoSuchAnswer => Class::NotFound,
    Self::Expired { .. } => Class::Gone,
    Self::PasscodeNeeded(_) | Self::WrongPasscode { .. } | Self::WrongToken | Self::AdminNeeded => Class::Unauthenticated,
    Self::AdminOnly | Self::ResultsHidden | Self::RsvpsHidden | Self::NotYourClaim { .. } => Class::Forbidden,
    Self::PollClosed | Self::StillOpen | Self::Cancelled | Self::DeadlinePassed | Self::Full(_) | Self::Claimed { .. } => Class::Conflict;
    wrong secret: Self::NoSuchAnswer | Self::WrongToken
}
