//! What can go wrong with a ranked poll, in words for the person who asked.

use kernel::Class;
use web::Fault;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is no such poll. Check the link, or ask the person who sent it.")]
    NotFound,
    #[error("This needs the poll's manage key.")]
    ManageKeyNeeded,
    #[error("Wrong manage key.")]
    WrongManageKey,
    #[error("Only the organiser can do that. It needs the poll's manage key.")]
    NotTheManager,
    #[error("This needs the key of the ballot.")]
    VoterKeyNeeded,
    #[error("That key does not belong to this ballot.")]
    WrongVoterKey,
    #[error("That is someone else's ballot.")]
    NotYourBallot,
    #[error("There is no such ballot. It may have been withdrawn.")]
    NoBallot,
    #[error("This poll is closed, so ballots can no longer change.")]
    Closed,
    #[error("This poll is still open. Close it first.")]
    StillOpen,
    #[error("Voting has ended, so ballots can no longer change.")]
    Expired,
    #[error("Someone has voted, so the options are fixed. Create a new poll to change them.")]
    CandidatesFixed,
    #[error("This poll has as many ballots as this server takes for one poll.")]
    Full,
    #[error("{0}")]
    ResultsHidden(&'static str),
    #[error(transparent)]
    Fault(#[from] Fault),
}

web::carries_fault! { Error:
    Self::NotFound | Self::NoBallot => Class::NotFound,
    Self::ManageKeyNeeded | Self::WrongManageKey | Self::VoterKeyNeeded | Self::WrongVoterKey => Class::Unauthenticated,
    Self::NotTheManager | Self::NotYourBallot | Self::ResultsHidden(_) => Class::Forbidden,
    Self::Closed | Self::StillOpen | Self::CandidatesFixed | Self::Full => Class::Conflict,
    Self::Expired => Class::Gone;
    wrong secret: Self::WrongManageKey | Self::WrongVoterKey
}
