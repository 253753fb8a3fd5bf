//! What one member likes and does not.

use super::{Ceiling, GenreId, HouseholdId, MemberId, Rating};
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// A row of `Preferences`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preferences {
    pub group_id: HouseholdId,
    pub user_id: MemberId,
    /// Ids of genres, as strings.
    #[serde(default)]
    pub genre_likes: Vec<String>,
    #[serde(default)]
    pub genre_dislikes: Vec<String>,
    pub max_content_rating: Option<Rating>,
    pub updated_at: Option<Moment>,
    /// Ours: counts edits; 0 before the first.
    #[serde(default)]
    pub version: u64,
}

impl Preferences {
    /// Of a member who has said nothing yet.
    pub fn none(household: HouseholdId, member: MemberId) -> Self {
        Self {
            group_id: household,
            user_id: member,
            genre_likes: Vec::new(),
            genre_dislikes: Vec::new(),
            max_content_rating: None,
            updated_at: None,
            version: 0,
        }
    }

    pub fn likes(&self) -> Vec<GenreId> {
        genres(&self.genre_likes)
    }

    pub fn dislikes(&self) -> Vec<GenreId> {
        genres(&self.genre_dislikes)
    }

    pub fn ceiling(&self) -> Ceiling {
        self.max_content_rating
    }
}

fn genres(ids: &[String]) -> Vec<GenreId> {
    ids.iter().filter_map(|id| GenreId::read(id)).collect()
}
