//! The household.

use super::{DEFAULT_REGION, FilmId, HouseholdId, MemberId, RoundId, loose};
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// The people who watch together; a row of `Groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Household {
    pub group_id: HouseholdId,
    #[serde(default, deserialize_with = "loose::text")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub created_by: Option<MemberId>,
    #[serde(default, deserialize_with = "loose::texts")]
    pub streaming_services: Vec<String>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub created_at: Option<Moment>,
    /// Ours: the round that is in voting; there is one at most.
    #[serde(default, deserialize_with = "loose::optional")]
    pub active_round_id: Option<RoundId>,
    /// Ours: the newest round, known the moment it exists.
    #[serde(default, deserialize_with = "loose::optional")]
    pub latest_round_id: Option<RoundId>,
    /// Ours: what was watched, which is not suggested again. Absent in households that other programs wrote.
    #[serde(default, deserialize_with = "loose::optional_list")]
    pub watched_movie_ids: Option<Vec<FilmId>>,
    /// Ours: the country whose film ratings are chosen from.
    #[serde(default, deserialize_with = "loose::text")]
    pub rating_region: Option<String>,
    /// Ours: counts edits of name and services.
    #[serde(default, deserialize_with = "loose::value")]
    pub version: u64,
    /// Ours: set when the last adult left, while everything is being removed.
    #[serde(default, deserialize_with = "loose::moment")]
    pub deleted_at: Option<Moment>,
}

/// More are forgotten, oldest first, so that the row stays small.
const MOST_WATCHED: usize = 5_000;

impl Household {
    /// Name as it is shown.
    pub fn title(&self) -> &str {
        self.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or("Unnamed household")
    }

    /// Country whose film ratings count.
    pub fn region(&self) -> &str {
        self.rating_region.as_deref().unwrap_or(DEFAULT_REGION)
    }

    /// The rounds that it is at: the one in voting, and the newest.
    pub fn rounds(&self) -> impl Iterator<Item = RoundId> {
        self.active_round_id.into_iter().chain(self.latest_round_id)
    }

    /// `watched` with one more film.
    pub fn watched_with(watched: &[FilmId], film: FilmId) -> Vec<FilmId> {
        let others = watched.iter().copied().filter(|seen| *seen != film);
        let mut watched: Vec<_> = others.chain([film]).collect();
        let old = watched.len().saturating_sub(MOST_WATCHED);
        watched.drain(..old);
        watched
    }
}
