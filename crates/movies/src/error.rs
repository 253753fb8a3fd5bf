//! What can go wrong on movie night, in words for the person who asked.

use kernel::{Class, Classify};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("You are not in a household yet. Create one, or open an invite link.")]
    NoHousehold,
    #[error("There is no such round in your household.")]
    NoRound,
    #[error("There is no such film on this shortlist.")]
    NoSuggestion,
    #[error("There is no such film.")]
    NoFilm,
    #[error("There is no such person in your household.")]
    NoMember,
    #[error("This invite link does not work. Ask for a new one.")]
    NoInvite,
    #[error("You were removed from this household. Ask for a new invite link.")]
    Removed,
    #[error("You made this invite link. It is for someone else.")]
    OwnInvite,
    #[error("There is no such screen. Create a new link on the household page.")]
    NoScreen,
    #[error("You can only act for yourself and for people you manage.")]
    NotYours,
    #[error("Only the person who created the household can do that.")]
    CreatorOnly,
    #[error("You are already in a household. Leave it first.")]
    AlreadyInHousehold,
    #[error("This invite link has been used. Ask for a new one.")]
    InviteTaken,
    #[error("This invite link has expired or was removed. Ask for a new one.")]
    InviteOver,
    #[error("Hand the household over to someone else before you leave.")]
    HandOverFirst,
    #[error("Someone who is managed cannot have the household handed over to them.")]
    NotForManaged,
    #[error("A household has at most {0} managed people.")]
    TooManyManaged(usize),
    #[error("{0}")]
    OffTheArrows(&'static str),
    #[error("Another round is being voted on. Pick a film there first, or end that round.")]
    AnotherRoundIsVoting,
    #[error("A film was already picked for this round.")]
    AlreadyPicked,
    #[error("The shortlist is full: it has at most 8 films. Remove one first.")]
    ShortlistFull,
    #[error("The shortlist is empty. Add a film first.")]
    ShortlistEmpty,
    #[error("That film is on the shortlist already.")]
    AlreadySuggested,
    #[error("“{0}” is above the highest rating of someone who is watching. Remove it first.")]
    AboveCeiling(String),
    #[error("No other film suits everyone. Add one yourself, or change people’s tastes.")]
    NothingElseFits,
    #[error("You are not watching this time, so you can’t vote or rate.")]
    NotAttending,
    #[error("Everyone was asked to vote less than an hour ago.")]
    NudgedAlready,
    #[error("Everyone has voted.")]
    NobodyToNudge,
    #[error(
        "No one else who has not voted can be reminded: they have no account, or have turned reminders off."
    )]
    NobodyReachable,
    #[error("Film facts are not available right now: {0}")]
    NoFacts(String),
    #[error(transparent)]
    Fault(#[from] web::Fault),
}

web::carries_fault!(Error);

impl Error {
    /// One thing wrong with one field.
    pub fn about(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Fault(web::Fault::about(field, message))
    }
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::NoHousehold
            | Self::NoRound
            | Self::NoSuggestion
            | Self::NoFilm
            | Self::NoMember
            | Self::NoInvite
            | Self::NoScreen => Class::NotFound,
            Self::NotYours | Self::CreatorOnly | Self::NotAttending | Self::Removed | Self::OwnInvite => {
                Class::Forbidden
            }
            Self::AlreadyInHousehold
            | Self::InviteTaken
            | Self::HandOverFirst
            | Self::NotForManaged
            | Self::TooManyManaged(_)
            | Self::OffTheArrows(_)
            | Self::AnotherRoundIsVoting
            | Self::AlreadyPicked
            | Self::ShortlistFull
            | Self::ShortlistEmpty
            | Self::AlreadySuggested
            | Self::AboveCeiling(_)
            | Self::NothingElseFits
            | Self::NudgedAlready
            | Self::NobodyToNudge
            | Self::NobodyReachable => Class::Conflict,
            Self::InviteOver => Class::Gone,
            Self::NoFacts(_) => Class::Unavailable(jiff::SignedDuration::from_secs(30)),
            Self::Fault(fault) => fault.class(),
        }
    }
}
