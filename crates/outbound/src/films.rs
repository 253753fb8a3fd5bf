//! Facts about films, from TMDB (themoviedb.org): what to ask ([`FilmQuery`]), what comes back ([`answers`]), and who asks.
//!
//! An answer travels as JSON text, because that is what a cache keeps; [`read`] makes values of it.

pub mod answers;
mod query;
mod remembered;
mod tmdb;

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use std::time::Duration;

pub use query::{Discover, FilmQuery};
pub use remembered::RememberedFilms;
pub use tmdb::{Tmdb, TmdbRules};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilmError {
    /// The token is missing or wrong: nothing but a new one helps.
    #[error("TMDB does not accept the configured token.")]
    Refused,
    #[error("TMDB has no such film.")]
    NotFound,
    /// More was asked than TMDB answers right now.
    #[error("TMDB is busy.")]
    Busy(Duration),
    #[error("TMDB did not answer: {0}.")]
    Unavailable(String),
    #[error("TMDB answered something that cannot be read: {0}.")]
    Malformed(String),
}

impl FilmError {
    /// Whether an older answer is better than none.
    pub fn is_outage(&self) -> bool {
        !matches!(self, Self::NotFound)
    }
}

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmAnswer {
    pub text: String,
    /// Whether it is an older answer, because there is no newer one to be had.
    pub stale: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmImage {
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Somebody who knows about films.
#[async_trait]
pub trait FilmFacts: Send + Sync {
    /// The country whose streaming services are meant, as two capital letters.
    fn region(&self) -> &str;
    async fn ask(&self, query: &FilmQuery) -> Result<FilmAnswer, FilmError>;
    /// A poster by its path, such as `/abc.jpg`.
    async fn image(&self, path: &str) -> Result<FilmImage, FilmError>;
    /// Notes an answer that was found elsewhere, to be given while there is no newer one.
    fn remember(&self, _query: &FilmQuery, _text: &str) {}
    /// Returns why answers fail right now; `None` where they do not.
    fn trouble(&self) -> Option<FilmError> {
        None
    }
    /// Notes that a caller stopped waiting for an answer.
    fn gave_up(&self) {}
}

/// The values in an answer.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, FilmError> {
    serde_json::from_str(text).map_err(|error| FilmError::Malformed(error.to_string()))
}
