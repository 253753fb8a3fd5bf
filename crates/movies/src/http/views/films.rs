//! Films and picks.

use crate::model::{Film, MemberId, Pick, Verdict};
use kernel::Open;
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
    /// `null` where it is not known.
    pub picked_by: Option<String>,
    /// `null` where it is not known.
    pub picked_at: Option<String>,
    pub watched: bool,
    pub watched_at: Option<String>,
    pub ratings: Vec<PickRating>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickRating {
    pub member_id: String,
    /// `loved`, `liked`, `did_not_like`, or what another program stored.
    pub rating: String,
}

impl From<&Pick> for PickView {
    fn from(pick: &Pick) -> Self {
        let rating = |(member, verdict): (&MemberId, &Open<Verdict>)| PickRating {
            member_id: member.to_string(),
            rating: verdict.to_string(),
        };
        Self {
            pick_id: pick.pick_id.to_string(),
            round_id: pick.round_id.to_string(),
            tmdb_movie_id: pick.tmdb_movie_id.0,
            title: pick.title().to_owned(),
            poster_path: pick.poster_path.clone(),
            picked_by: pick.picked_by.map(|member| member.to_string()),
            picked_at: pick.picked_at.map(|at| at.to_string()),
            watched: pick.watched,
            watched_at: pick.watched_at.map(|at| at.to_string()),
            ratings: pick.verdicts().map(rating).collect(),
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
    /// By the ratings that count in the caller's household.
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
            content_rating: film.rating.clone(),
            poster_path: film.poster_path.clone(),
            runtime_minutes: film.runtime_minutes,
        }
    }
}

/// Films that were found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundFilms {
    pub items: Vec<FilmView>,
    /// Always `null`.
    pub next_cursor: Option<String>,
    /// In words, why the films do not come from TMDB right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub film_facts_notice: Option<String>,
}
