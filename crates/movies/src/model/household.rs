//! The household.

use super::{FilmId, HouseholdId, MemberId, RoundId};
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// The people who watch together; a row of `Groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Household {
    pub group_id: HouseholdId,
    pub name: String,
    pub created_by: MemberId,
    #[serde(default)]
    pub streaming_services: Vec<String>,
    pub created_at: Moment,
    /// Ours: the round that is in voting; there is one at most.
    pub active_round_id: Option<RoundId>,
    /// Ours: the newest round, known the moment it exists.
    pub latest_round_id: Option<RoundId>,
    /// Ours: what was watched, which is not suggested again.
    #[serde(default)]
    pub watched_movie_ids: Vec<FilmId>,
    /// Ours: counts edits of name and services.
    #[serde(default)]
    pub version: u64,
    /// Ours: set when the last adult left, while everything is being removed.
    pub deleted_at: Option<Moment>,
}

/// More are forgotten, oldest first, so that the row stays small.
const MOST_WATCHED: usize = 5_000;

impl Household {
    /// The rounds that it is at: the one in voting, and the newest.
    pub fn rounds(&self) -> impl Iterator<Item = RoundId> {
        self.active_round_id.into_iter().chain(self.latest_round_id)
    }

    /// The watched films with one more.
    pub fn watched_with(&self, film: FilmId) -> Vec<FilmId> {
        let others = self.watched_movie_ids.iter().copied().filter(|seen| *seen != film);
        let mut watched: Vec<_> = others.chain([film]).collect();
        let old = watched.len().saturating_sub(MOST_WATCHED);
        watched.drain(..old);
        watched
    }
}
