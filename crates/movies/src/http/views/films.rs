//! Films and picks.

use crate::model::{Film, Pick};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pick)]
pub struct PickView {
    pub pick_id: String,
    pub round_id: String,
    pub tmdb_movie_id: i64,
    pub title: String,
    pub poster_path: Option<String>,
    pub picked_by: String,
    pub picked_at: String,
    pub watched: bool,
    pub watched_at: Option<String>,
    pub ratings: Vec<PickRating>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickRating {
    pub member_id: String,
    pub rating: &'static str,
}

impl From<&Pick> for PickView {
    fn from(pick: &Pick) -> Self {
        let rating = |(member, verdict): (&crate::model::MemberId, &crate::model::Verdict)| PickRating {
            member_id: member.to_string(),
            rating: verdict.as_str(),
        };
        Self {
            pick_id: pick.pick_id.to_string(),
            round_id: pick.round_id.to_string(),
            tmdb_movie_id: pick.tmdb_movie_id.0,
            title: pick.title.clone(),
            poster_path: pick.poster_path.clone(),
            picked_by: pick.picked_by.to_string(),
            picked_at: pick.picked_at.to_string(),
            watched: pick.watched,
            watched_at: pick.watched_at.map(|at| at.to_string()),
            ratings: pick.ratings.iter().map(rating).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Film)]
pub struct FilmView {
    pub tmdb_movie_id: i64,
    pub title: String,
    pub year: Option<i32>,
    pub genres: Vec<String>,
    pub content_rating: Option<String>,
    pub poster_path: Option<String>,
    pub runtime_minutes: Option<u32>,
}

impl From<&Film> for FilmView {
    fn from(film: &Film) -> Self {
        Self {
            tmdb_movie_id: film.id.0,
            title: film.title.clone(),
            year: film.year,
            genres: film.genre_names(),
            content_rating: film.rating.map(|rating| rating.to_string()),
            poster_path: film.poster_path.clone(),
            runtime_minutes: film.runtime_minutes,
        }
    }
}
