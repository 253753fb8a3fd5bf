//! Answers of TMDB in `TmdbCache`, so that every server asks once.

use crate::{keys, tables::TMDB_CACHE};
use data_encoding::HEXLOWER;
use futures::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use outbound::films::{FilmError, FilmFacts, FilmQuery, read};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use store::{batch_get_all, readable_row};
use web::Services;

/// Facts about a film, and lists of films.
pub const METADATA: SignedDuration = SignedDuration::from_hours(24);
/// Where films can be streamed.
pub const SERVICES: SignedDuration = SignedDuration::from_hours(12);
/// How many questions go out at once.
const AT_ONCE: usize = 6;

/// A row of `TmdbCache`.
#[derive(Debug, Serialize, Deserialize)]
struct CacheRow {
    cache_key: String,
    response_data: String,
    cached_at: Option<Moment>,
    ttl: Option<i64>,
}

impl CacheRow {
    /// A row without `ttl` is never removed by itself.
    fn is_good_at(&self, now: Timestamp, good_for: SignedDuration) -> bool {
        self.ttl.is_some() || self.cached_at.is_some_and(|cached| *cached.plus(good_for) > now)
    }
}

fn key(query: &FilmQuery) -> String {
    HEXLOWER.encode(&Sha256::digest(query.to_string()))
}

/// One answer, from the cache or asked for.
pub async fn ask<T: DeserializeOwned>(
    services: &Services,
    films: &dyn FilmFacts,
    query: FilmQuery,
    good_for: SignedDuration,
) -> Result<T, FilmError> {
    let mut answers = ask_all(services, films, vec![query], good_for).await?;
    answers.pop().flatten().ok_or(FilmError::NotFound)
}

/// Several answers in the order of the questions: one read of the cache for all, then those that were not in it. `None` where TMDB
/// knows nothing of the kind.
pub async fn ask_all<T: DeserializeOwned>(
    services: &Services,
    films: &dyn FilmFacts,
    queries: Vec<FilmQuery>,
    good_for: SignedDuration,
) -> Result<Vec<Option<T>>, FilmError> {
    let keys: Vec<_> = queries.iter().map(|query| keys::cached(&key(query))).collect();
    // A cache that cannot be read is an empty one.
    let known = batch_get_all(services.store.as_ref(), &TMDB_CACHE, &keys).await.unwrap_or_default();
    let known = known.into_iter().chain(std::iter::repeat(None));
    let asked = queries.into_iter().zip(known).map(|(query, row)| async move {
        let cached = row.and_then(|row| readable_row::<CacheRow>(&TMDB_CACHE, row));
        if let Some(cached) = cached.filter(|row| row.is_good_at(services.clock.now(), good_for))
            && let Ok(answer) = read(&cached.response_data)
        {
            films.remember(&query, &cached.response_data);
            return Ok(Some(answer));
        }
        match fetch(services, films, &query, good_for).await {
            Err(FilmError::NotFound) => Ok(None),
            answer => answer.map(Some),
        }
    });
    stream::iter(asked).buffered(AT_ONCE).try_collect().await
}

async fn fetch<T: DeserializeOwned>(
    services: &Services,
    films: &dyn FilmFacts,
    query: &FilmQuery,
    good_for: SignedDuration,
) -> Result<T, FilmError> {
    let answer = films.ask(query).await?;
    let read = read(&answer.text)?;
    if !answer.stale {
        keep(services, query, answer.text, good_for).await;
    }
    Ok(read)
}

/// Keeps an answer. One that cannot be kept, such as one above 400 KB, is asked for again the next time.
async fn keep(services: &Services, query: &FilmQuery, text: String, good_for: SignedDuration) {
    let now = Moment::from(services.clock.now());
    let cache_key = key(query);
    let place = keys::cached(&cache_key);
    let row = CacheRow {
        cache_key,
        response_data: text,
        cached_at: Some(now),
        ttl: Some(now.plus(good_for).as_second()),
    };
    let kept = match store::put(&TMDB_CACHE, place, &row) {
        Ok(write) => services.store.write(write).await,
        Err(error) => Err(error),
    };
    if let Err(error) = kept {
        tracing::debug!(%error, "an answer of TMDB was not kept");
    }
}
