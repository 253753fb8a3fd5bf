//! What was chosen, and what everybody thought of it.

use super::{FilmId, HouseholdId, MemberId, PickId, RoundId};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What somebody thought of a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Loved,
    Liked,
    DidNotLike,
}

impl Verdict {
    pub const ALL: [Self; 3] = [Self::Loved, Self::Liked, Self::DidNotLike];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Loved => "loved",
            Self::Liked => "liked",
            Self::DidNotLike => "did_not_like",
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == text)
    }

    /// As a page says it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Loved => "Loved",
            Self::Liked => "Liked",
            Self::DidNotLike => "Disliked",
        }
    }
}

/// A row of `Ratings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilmRating {
    pub round_id: RoundId,
    pub member_id: MemberId,
    pub rating: Verdict,
    pub rated_at: Moment,
}

/// A row of `Picks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    pub pick_id: PickId,
    pub round_id: RoundId,
    pub group_id: HouseholdId,
    pub tmdb_movie_id: FilmId,
    pub title: String,
    pub poster_path: Option<String>,
    pub picked_by: MemberId,
    pub picked_at: Moment,
    #[serde(default)]
    pub watched: bool,
    pub watched_at: Option<Moment>,
    /// Ours: everybody's rating, so that history is one query.
    #[serde(default)]
    pub ratings: BTreeMap<MemberId, Verdict>,
    /// Ours: who added the film to the shortlist.
    pub added_by: Option<MemberId>,
    /// Ours: counts changes.
    #[serde(default)]
    pub version: u64,
}
