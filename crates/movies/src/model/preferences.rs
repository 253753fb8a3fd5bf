//! What one member likes and does not.

use super::{Ceiling, GenreId, HouseholdId, MemberId, RatingList, loose};
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// A row of `Preferences`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preferences {
    pub group_id: HouseholdId,
    pub user_id: MemberId,
    /// Ids of genres, as strings.
    #[serde(default, deserialize_with = "loose::texts")]
    pub genre_likes: Vec<String>,
    #[serde(default, deserialize_with = "loose::texts")]
    pub genre_dislikes: Vec<String>,
    /// As stored; one that is not on the household's list is the strictest.
    #[serde(default, deserialize_with = "loose::text")]
    pub max_content_rating: Option<String>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub updated_at: Option<Moment>,
    /// Ours: counts edits; 0 before the first.
    #[serde(default, deserialize_with = "loose::value")]
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

    pub fn ceiling(&self, list: &RatingList) -> Ceiling {
        self.max_content_rating.as_deref().map(|stored| list.ceiling(stored))
    }
}

fn genres(ids: &[String]) -> Vec<GenreId> {
    ids.iter().filter_map(|id| GenreId::read(id)).collect()
}
