//! A film on a round's shortlist.

use super::{Film, FilmId, Fitting, MemberId, Rating, RoundId, Wish};
use serde::{Deserialize, Serialize};

/// A row of `Suggestions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    pub round_id: RoundId,
    pub tmdb_movie_id: FilmId,
    pub position: u32,
    pub title: String,
    pub poster_path: Option<String>,
    pub year: Option<i32>,
    #[serde(default)]
    pub genres: Vec<String>,
    /// As it was told; what is not one of ours is unknown.
    pub content_rating: Option<String>,
    /// Ours: how long it is.
    pub runtime_minutes: Option<u32>,
    /// Ours: which of the attendees like it, by a genre.
    #[serde(default)]
    pub suits: Vec<MemberId>,
    /// Ours: the wishes it does not meet.
    #[serde(default)]
    pub misses: Vec<Wish>,
    /// Ours: which of the household's services have it; absent where that is not known.
    pub services: Option<Vec<String>>,
    /// Ours: who added it; absent where it was suggested.
    pub added_by: Option<MemberId>,
}

impl Suggestion {
    pub fn new(round: RoundId, position: u32, film: &Film, fitting: &Fitting) -> Self {
        Self {
            round_id: round,
            tmdb_movie_id: film.id,
            position,
            title: film.title.clone(),
            poster_path: film.poster_path.clone(),
            year: film.year,
            genres: film.genre_names(),
            content_rating: film.rating.map(|rating| rating.to_string()),
            runtime_minutes: film.runtime_minutes,
            suits: fitting.suits.clone(),
            misses: fitting.misses.clone(),
            services: fitting.services.clone(),
            added_by: None,
        }
    }

    pub fn rating(&self) -> Option<Rating> {
        self.content_rating.as_deref().and_then(|text| text.parse().ok())
    }
}
