//! What can go wrong in the club, in words for the person who asked.

use crate::{
    model::{PlayerId, SiteId, rules::Refusal},
    urls,
};
use jiff::SignedDuration;
use kernel::{Class, Classify};
use outbound::image::ImageError;
use web::Fault;

/// How long an upload waits that found too many others waiting.
const BUSY: SignedDuration = SignedDuration::from_secs(10);

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error("There is no such link. It may have been deleted.")]
    NoSite,
    #[error("This address is already in the list, as “{title}”: {}", urls::site(.id))]
    SiteThere { id: SiteId, title: String },
    #[error("You have not rated this link.")]
    NoRating,
    #[error("There is no such comment. It may have been deleted.")]
    NoComment,
    #[error("Only the person who wrote this comment can edit it.")]
    NotYourComment,
    #[error("There is no such role group. It may have been deleted.")]
    NoRoleGroup,
    #[error("There is already a role group with this name. Choose another name.")]
    RoleGroupTaken,
    #[error("A role group with this name is being deleted. Try again in a minute.")]
    RoleGroupGoing,
    #[error("This person is not in this role group.")]
    NoMember,
    #[error("There is no such account.")]
    NoPerson,
    #[error("There is no picture.")]
    NoPicture,
    #[error("There is no such import. Imports are listed for a week.")]
    NoImport,
    #[error("There is no such player. They may have been removed.")]
    NoPlayer,
    #[error("This account is already the player “{name}”: {}", urls::player(*.id))]
    AccountPlays { id: PlayerId, name: String },
    #[error("This player has matches, so they stay on the ladder. Delete the matches first.")]
    PlayerHasMatches,
    #[error("There is no such match. It may have been deleted.")]
    NoMatch,
    /// For this caller it does not exist, and nothing more is said.
    #[error("Check the address. It may be mistyped, or the page was deleted.")]
    Hidden,
    #[error("That is more than can be imported at once. Split the file.")]
    ImportTooLarge,
    #[error("{0}")]
    Picture(#[from] ImageError),
    #[error(transparent)]
    Fault(#[from] Fault),
}

web::carries_fault!(Error);

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Refused(refused) => refused.into(),
            Refusal::Hidden => Self::Hidden,
        }
    }
}

impl From<outbound::files::FileError> for Error {
    fn from(error: outbound::files::FileError) -> Self {
        store::StoreError::Unavailable(error.to_string()).into()
    }
}

impl Classify for Error {
    fn class(&self) -> Class {
        match self {
            Self::NoSite
            | Self::NoRating
            | Self::NoComment
            | Self::NoRoleGroup
            | Self::NoMember
            | Self::NoPerson
            | Self::NoPicture
            | Self::NoImport
            | Self::NoPlayer
            | Self::NoMatch
            | Self::Hidden => Class::NotFound,
            Self::NotYourComment => Class::Forbidden,
            Self::SiteThere { .. }
            | Self::AccountPlays { .. }
            | Self::RoleGroupTaken
            | Self::RoleGroupGoing
            | Self::PlayerHasMatches => Class::Conflict,
            Self::ImportTooLarge => Class::TooLarge,
            Self::Picture(ImageError::Busy) => Class::Full(BUSY),
            Self::Picture(error) => {
                let message = error.to_string();
                Class::Invalid(vec![kernel::FieldError { field: "avatar".into(), message }])
            }
            Self::Fault(fault) => fault.class(),
        }
    }
}
