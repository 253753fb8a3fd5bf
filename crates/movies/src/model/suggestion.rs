//! A film on a round's shortlist.

use super::{
    Film, FilmId, Fitting, MemberId, RatingList, RoundId, Wish, loose, pick::UNTITLED, rating::DEFAULT_REGION,
};
use kernel::Open;
use serde::{Deserialize, Deserializer, Serialize};

/// A row of `Suggestions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    pub round_id: RoundId,
    pub tmdb_movie_id: FilmId,
    /// Place on the list; last where the row does not say.
    #[serde(default = "last", deserialize_with = "position")]
    pub position: u32,
    #[serde(default = "untitled", deserialize_with = "title")]
    pub title: String,
    #[serde(default, deserialize_with = "loose::optional")]
    pub poster_path: Option<String>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub year: Option<i32>,
    #[serde(default, deserialize_with = "loose::texts")]
    pub genres: Vec<String>,
    /// As stored; one that is not on the household's list counts as none.
    #[serde(default, deserialize_with = "loose::text")]
    pub content_rating: Option<String>,
    /// Ours: the country of the rating, where it is not the United States.
    #[serde(default, deserialize_with = "loose::text", skip_serializing_if = "Option::is_none")]
    pub rating_region: Option<String>,
    /// Ours: how long it is.
    #[serde(default, deserialize_with = "loose::optional")]
    pub runtime_minutes: Option<u32>,
    /// Ours: which of the attendees like it, by a genre.
    #[serde(default, deserialize_with = "loose::list")]
    pub suits: Vec<MemberId>,
    /// Ours: the wishes it does not meet.
    #[serde(default, deserialize_with = "loose::list")]
    pub misses: Vec<Open<Wish>>,
    /// Ours: genres that one attendee likes and another dislikes, by name.
    #[serde(default, deserialize_with = "loose::texts", skip_serializing_if = "Vec::is_empty")]
    pub divided: Vec<String>,
    /// Ours: which of the household's services have it; absent where that is not known.
    #[serde(default, deserialize_with = "loose::optional")]
    pub services: Option<Vec<String>>,
    /// Ours: who added it; absent where it was suggested.
    #[serde(default, deserialize_with = "loose::optional")]
    pub added_by: Option<MemberId>,
}

fn last() -> u32 {
    u32::MAX
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(loose::optional(deserializer)?.unwrap_or_else(last))
}

fn untitled() -> String {
    UNTITLED.to_owned()
}

fn title<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(loose::text(deserializer)?.unwrap_or_else(untitled))
}

impl Suggestion {
    /// A film that is rated by `list`.
    pub fn new(round: RoundId, position: u32, film: &Film, fitting: &Fitting, list: &RatingList) -> Self {
        Self {
            round_id: round,
            tmdb_movie_id: film.id,
            position,
            title: film.title.clone(),
            poster_path: film.poster_path.clone(),
            year: film.year,
            genres: film.genre_names(),
            content_rating: film.rating.clone(),
            rating_region: (list.region() != DEFAULT_REGION).then(|| list.region().to_owned()),
            runtime_minutes: film.runtime_minutes,
            suits: fitting.suits.clone(),
            misses: fitting.misses.iter().map(|wish| Open::Known(*wish)).collect(),
            divided: fitting.divided.iter().filter_map(|genre| genre.name()).map(str::to_owned).collect(),
            services: fitting.services.clone(),
            added_by: None,
        }
    }

    /// The rating, if it is one of `list`'s country.
    pub fn rating(&self, list: &RatingList) -> Option<&str> {
        let region = self.rating_region.as_deref().unwrap_or(DEFAULT_REGION);
        self.content_rating.as_deref().filter(|_| region == list.region())
    }
}
