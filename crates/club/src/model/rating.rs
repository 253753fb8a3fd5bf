//! One person's stars for one site, with a note.

use super::{
    PersonId, SiteId,
    ids::{site_ref, user_ref},
};
use kernel::{Checks, Moment, check::tidy};
use serde::{Deserialize, Serialize};

pub const LONGEST_NOTE: usize = 5_000;

/// One to five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Stars(u8);

impl Stars {
    pub fn all() -> [Self; 5] {
        [1, 2, 3, 4, 5].map(Self)
    }

    pub fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Stars {
    type Error = &'static str;

    fn try_from(stars: u8) -> Result<Self, &'static str> {
        if (1..=5).contains(&stars) { Ok(Self(stars)) } else { Err("Give 1 to 5 stars.") }
    }
}

impl From<Stars> for u8 {
    fn from(stars: Stars) -> Self {
        stars.0
    }
}

/// A rating as stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rating {
    #[serde(rename = "PK", with = "user_ref")]
    pub user_id: PersonId,
    #[serde(rename = "SK", with = "site_ref")]
    pub site_id: SiteId,
    pub stars: Given,
    #[serde(default)]
    pub note: Option<String>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
}

/// The stars of a stored rating: 1 to 5, or another number that another program wrote, which counts nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Given(pub i64);

impl Given {
    pub fn known(self) -> Option<Stars> {
        u8::try_from(self.0).ok().and_then(|stars| Stars::try_from(stars).ok())
    }
}

/// What is said of the stars given.
pub fn read_stars(stars: i64, checks: &mut Checks) -> Option<Stars> {
    let read = u8::try_from(stars).ok().and_then(|stars| Stars::try_from(stars).ok());
    checks.that(read.is_some(), "stars", "Give 1 to 5 stars.");
    read
}

/// A note; an empty one is none.
pub fn read_note(typed: Option<&str>, checks: &mut Checks) -> Option<String> {
    let text = typed.map(tidy).filter(|text| !text.is_empty())?;
    checks.at_most("note", &text, LONGEST_NOTE);
    Some(text)
}
