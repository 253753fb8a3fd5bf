//! Who and what things are called.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};
use uuid::Uuid;

kernel::uuid_id! {
    /// A household; `Groups` in the document.
    HouseholdId
}

kernel::uuid_id! {
    /// An invite link.
    InviteId
}

kernel::uuid_id! {
    /// A movie night.
    RoundId
}

kernel::uuid_id! {
    /// A round's chosen film.
    PickId
}

const MANAGED: &str = "managed_";

/// A member of a household: somebody with an account, or somebody managed by one who has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberId {
    Independent(kernel::UserId),
    Managed(Uuid),
}

impl MemberId {
    pub fn is_managed(self) -> bool {
        matches!(self, Self::Managed(_))
    }

    /// The account, where the member has one.
    pub fn account(self) -> Option<kernel::UserId> {
        match self {
            Self::Independent(user) => Some(user),
            Self::Managed(_) => None,
        }
    }
}

impl From<kernel::UserId> for MemberId {
    fn from(user: kernel::UserId) -> Self {
        Self::Independent(user)
    }
}

impl fmt::Display for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Independent(user) => user.fmt(f),
            Self::Managed(id) => write!(f, "{MANAGED}{id}"),
        }
    }
}

impl FromStr for MemberId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        match text.strip_prefix(MANAGED) {
            Some(id) => id.parse().map(Self::Managed),
            None => text.parse().map(Self::Independent),
        }
    }
}

impl Serialize for MemberId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MemberId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

/// A film, by TMDB's number; one that a person added by hand has a negative number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FilmId(pub i64);

impl FilmId {
    /// Numbers stay below 2^40, so that every JSON reader keeps them exactly.
    pub fn by_hand(bytes: [u8; 32]) -> Self {
        let mut number = [0; 8];
        number[3..].copy_from_slice(&bytes[..5]);
        Self(-1 - i64::from_be_bytes(number))
    }

    pub fn is_by_hand(self) -> bool {
        self.0 < 0
    }
}

impl fmt::Display for FilmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for FilmId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_an_account_or_managed_and_reads_back_as_written() {
        for text in ["123e4567-e89b-12d3-a456-426614174000", "managed_123e4567-e89b-12d3-a456-426614174000"] {
            let member: MemberId = text.parse().unwrap();
            assert_eq!((member.to_string().as_str(), member.is_managed()), (text, text.starts_with('m')));
        }
        assert!("managed_".parse::<MemberId>().is_err() && "nora".parse::<MemberId>().is_err());
    }

    #[test]
    fn a_film_added_by_hand_is_negative_whatever_was_drawn() {
        assert_eq!(FilmId::by_hand([0; 32]), FilmId(-1));
        assert_eq!(FilmId::by_hand([255; 32]), FilmId(-(1 << 40)));
    }
}
