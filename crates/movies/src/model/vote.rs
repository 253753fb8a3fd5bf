//! One member's vote on one film.

use super::{FilmId, MemberId, RoundId};
use kernel::Moment;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VoteKind {
    Up,
    Down,
}

impl VoteKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        [Self::Up, Self::Down].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A row of `Votes`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    pub round_id: RoundId,
    pub tmdb_movie_id: FilmId,
    pub member_id: MemberId,
    pub vote: VoteKind,
    pub voted_at: Moment,
}
