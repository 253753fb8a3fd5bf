//! Facts about films: TMDB's where a token is configured, read through `TmdbCache`; the built-in catalogue's where not, and while
//! TMDB does not answer.

mod built_in;
mod cache;
mod tmdb;

use crate::{
    Error,
    model::{Constraints, Film, FilmId, GenreId, SERVICES},
};
use kernel::Rng;
use outbound::films::{FilmError, FilmFacts};
use std::sync::Arc;
use web::Services;

/// Most films that a search tells.
const MOST_FOUND: usize = 20;

/// Who knows about films.
fn asked(services: &Services) -> Option<&Arc<dyn FilmFacts>> {
    services.outbound.films.as_ref()
}

/// Whether it is known where films can be streamed. The built-in catalogue does not know.
pub fn know_services(services: &Services) -> bool {
    asked(services).is_some()
}

/// What suggestions are chosen from: at least everything that TMDB has to offer for these constraints, or the whole catalogue.
pub async fn pool(services: &Services, constraints: &Constraints, rng: &Rng) -> Vec<Film> {
    match asked(services) {
        Some(films) => match tmdb::pool(services, films.as_ref(), constraints, rng).await {
            Ok(pool) => pool,
            Err(error) => {
                tracing::warn!(%error, "film facts come from the built-in catalogue");
                built_in::films().to_vec()
            }
        },
        None => built_in::films().to_vec(),
    }
}

/// A film by its number.
pub async fn get_film(services: &Services, id: FilmId) -> Result<Film, Error> {
    let known = || built_in::find(id).cloned();
    match asked(services) {
        Some(_) if id.is_by_hand() => Err(Error::NoFilm),
        Some(films) => match tmdb::film(services, films.as_ref(), id).await {
            Err(FilmError::NotFound) => Err(Error::NoFilm),
            Err(error) => known().ok_or_else(|| Error::NoFacts(error.to_string())),
            Ok(film) => Ok(film),
        },
        None => known().ok_or(Error::NoFilm),
    }
}

/// Films whose title has these words.
pub async fn search(services: &Services, words: &str) -> Vec<Film> {
    let found = match asked(services) {
        Some(films) => tmdb::search(services, films.as_ref(), words).await,
        None => Ok(built_in::search(words)),
    };
    let mut found = found.unwrap_or_else(|error| {
        tracing::warn!(%error, "a search goes to the built-in catalogue");
        built_in::search(words)
    });
    found.truncate(MOST_FOUND);
    found
}

/// The streaming services that a household can choose from: key and name, the best known first.
pub async fn list_services(services: &Services) -> Vec<(String, String)> {
    let known = || SERVICES.map(|(key, name)| (key.to_owned(), name.to_owned())).to_vec();
    match asked(services) {
        Some(films) => match tmdb::services(services, films.as_ref()).await {
            Ok(told) if !told.is_empty() => told,
            _ => known(),
        },
        None => known(),
    }
}

/// The genres that people can like or dislike: id and name.
pub async fn list_genres(services: &Services) -> Vec<(GenreId, String)> {
    let known = || crate::model::GENRES.map(|(id, name)| (id, name.to_owned())).to_vec();
    match asked(services) {
        Some(films) => match tmdb::genres(services, films.as_ref()).await {
            Ok(told) if !told.is_empty() => told,
            _ => known(),
        },
        None => known(),
    }
}
