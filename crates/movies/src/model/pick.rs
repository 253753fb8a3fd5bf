//! What was chosen, and what everybody thought of it.

use super::{FilmId, HouseholdId, MemberId, PickId, RoundId, loose};
use kernel::{Moment, Open};
use serde::{Deserialize, Deserializer, Serialize};
use std::{collections::BTreeMap, fmt};

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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A row of `Ratings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilmRating {
    pub round_id: RoundId,
    pub member_id: MemberId,
    #[serde(default = "unknown_verdict", deserialize_with = "verdict")]
    pub rating: Open<Verdict>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub rated_at: Option<Moment>,
}

fn unknown_verdict() -> Open<Verdict> {
    Open::Other(String::new())
}

fn verdict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Open<Verdict>, D::Error> {
    Ok(loose::optional(deserializer)?.unwrap_or_else(unknown_verdict))
}

/// A row of `Picks`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    pub pick_id: PickId,
    pub round_id: RoundId,
    pub group_id: HouseholdId,
    pub tmdb_movie_id: FilmId,
    #[serde(default, deserialize_with = "loose::text")]
    pub title: Option<String>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub poster_path: Option<String>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub picked_by: Option<MemberId>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub picked_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::value")]
    pub watched: bool,
    #[serde(default, deserialize_with = "loose::moment")]
    pub watched_at: Option<Moment>,
    /// Ours: everybody's rating, so that history is one query. Absent in picks that other programs wrote.
    #[serde(default, deserialize_with = "loose::optional")]
    pub ratings: Option<Verdicts>,
    /// Ours: who added the film to the shortlist.
    #[serde(default, deserialize_with = "loose::optional")]
    pub added_by: Option<MemberId>,
    /// Ours: counts changes.
    #[serde(default, deserialize_with = "loose::value")]
    pub version: u64,
}

/// Ratings of one film by member.
pub type Verdicts = BTreeMap<MemberId, Open<Verdict>>;

/// Title of a film whose row has none.
pub const UNTITLED: &str = "Untitled film";

impl Pick {
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(UNTITLED)
    }

    pub fn was_watched(&self) -> bool {
        self.watched || self.watched_at.is_some()
    }

    /// Ratings as far as they are known.
    pub fn verdicts(&self) -> impl Iterator<Item = (&MemberId, &Open<Verdict>)> {
        self.ratings.iter().flatten()
    }
}
