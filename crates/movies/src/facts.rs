//! Facts about films: TMDB's where a token is configured, read through `TmdbCache`; the built-in catalogue's where not, and while
//! TMDB does not answer.

mod built_in;
mod cache;
mod tmdb;

use crate::{
    Error,
    gate::Who,
    model::{Constraints, DEFAULT_REGION, Film, FilmId, GenreId, Household, RatingList, SERVICES},
    stored,
};
use kernel::Rng;
use outbound::films::{FilmError, FilmFacts};
use std::{sync::Arc, time::Duration};
use web::Services;

/// Most films that a search tells.
const MOST_FOUND: usize = 20;
/// Time for suggestions and searches, which take many questions; a request has 10 seconds in all.
const LONGEST_SEARCH: Duration = Duration::from_secs(5);
/// Time for a list to choose from.
const LONGEST_LIST: Duration = Duration::from_secs(2);

/// Who knows about films.
fn asked(services: &Services) -> Option<&Arc<dyn FilmFacts>> {
    services.outbound.films.as_ref()
}

/// Returns whether TMDB is configured.
pub fn is_configured(services: &Services) -> bool {
    asked(services).is_some()
}

/// Whether it is known where films can be streamed. The built-in catalogue does not know.
pub fn know_services(services: &Services) -> bool {
    asked(services).is_some_and(|films| films.trouble().is_none())
}

/// What suggestions are chosen from: at least everything that TMDB has to offer for these constraints, or the whole catalogue.
pub async fn pool(services: &Services, constraints: &Constraints, rng: &Rng) -> Vec<Film> {
    match asked(services) {
        Some(films) => {
            match within(LONGEST_SEARCH, films, tmdb::pool(services, films.as_ref(), constraints, rng)).await
            {
                Ok(pool) => pool,
                Err(error) => {
                    tracing::warn!(%error, "film facts come from the built-in catalogue");
                    built_in::films(&constraints.ratings)
                }
            }
        }
        None => built_in::films(&constraints.ratings),
    }
}

/// A film by its number, rated by `list`.
pub async fn get_film(services: &Services, id: FilmId, list: &RatingList) -> Result<Film, Error> {
    let known = || built_in::find(id, list);
    match asked(services) {
        Some(_) if id.is_by_hand() => Err(Error::NoFilm),
        Some(films) => match tmdb::film(services, films.as_ref(), id, list).await {
            Err(FilmError::NotFound) => Err(Error::NoFilm),
            Err(error) => known().ok_or_else(|| Error::NoFacts(error.to_string())),
            Ok(film) => Ok(film),
        },
        None => known().ok_or(Error::NoFilm),
    }
}

/// Films whose title has these words.
pub async fn search(services: &Services, words: &str, list: &RatingList) -> Vec<Film> {
    let found = match asked(services) {
        Some(films) => {
            within(LONGEST_SEARCH, films, tmdb::search(services, films.as_ref(), words, list)).await
        }
        None => Ok(built_in::search(words, list)),
    };
    let mut found = found.unwrap_or_else(|error| {
        tracing::warn!(%error, "a search goes to the built-in catalogue");
        built_in::search(words, list)
    });
    found.truncate(MOST_FOUND);
    found
}

/// Ratings that count in a household. Where TMDB does not say which its country has, the list is empty, and no film is within a ceiling.
pub async fn ratings_of(services: &Services, household: &Household) -> RatingList {
    ratings_in(services, household.region()).await
}

/// Ratings that count for an account, in a household or not.
pub async fn ratings_for(services: &Services, who: &Who) -> Result<RatingList, Error> {
    match who.household() {
        Ok(household) => match stored::get_household(services, household).await {
            Ok(household) => Ok(ratings_of(services, &household).await),
            Err(Error::NoHousehold) => Ok(RatingList::default()),
            Err(error) => Err(error),
        },
        Err(_) => Ok(ratings_in(services, &default_region(services).await).await),
    }
}

async fn ratings_in(services: &Services, region: &str) -> RatingList {
    // The list of the United States is built in, and without TMDB there is no other.
    let Some(films) = asked(services).filter(|_| region != DEFAULT_REGION) else {
        return RatingList::default();
    };
    match within(LONGEST_LIST, films, tmdb::ratings(services, films.as_ref())).await {
        Ok(mut known) => match known.remove(region) {
            Some(names) => RatingList::new(region, names),
            None => RatingList::default(),
        },
        Err(error) => {
            tracing::warn!(%error, region, "film ratings of a country are not known");
            RatingList::new(region, Vec::new())
        }
    }
}

/// Country whose ratings a new household starts with: the configured one, if its ratings are known.
pub async fn default_region(services: &Services) -> String {
    let Some(films) = asked(services).filter(|films| films.region() != DEFAULT_REGION) else {
        return DEFAULT_REGION.to_owned();
    };
    let known = within(LONGEST_LIST, films, tmdb::ratings(services, films.as_ref())).await;
    let is_known = known.is_ok_and(|known| known.contains_key(films.region()));
    if is_known { films.region().to_owned() } else { DEFAULT_REGION.to_owned() }
}

/// Countries whose film ratings are known: code and name.
pub async fn list_regions(services: &Services) -> Result<Vec<(String, String)>, FilmError> {
    let mut regions = vec![(DEFAULT_REGION.to_owned(), "United States of America".to_owned())];
    let Some(films) = asked(services) else { return Ok(regions) };
    let asked = async {
        let known = tmdb::ratings(services, films.as_ref()).await?;
        // Without their names the countries can still be chosen by code.
        let names = tmdb::countries(services, films.as_ref()).await.unwrap_or_default();
        Ok((known, names))
    };
    let (known, names) = within(LONGEST_LIST, films, asked).await?;
    let others = known.into_keys().filter(|code| code != DEFAULT_REGION);
    regions.extend(others.map(|code| (code.clone(), names.get(&code).cloned().unwrap_or(code))));
    regions.sort_by(|(_, one), (_, other)| one.cmp(other));
    Ok(regions)
}

/// In words, why facts about films do not come from TMDB right now; `None` where they do, or where it is not configured.
pub fn trouble(services: &Services) -> Option<String> {
    let error = asked(services)?.trouble()?;
    Some(format!("{error} Until it answers, films come from a built-in list, without streaming services."))
}

/// Waits for an answer of TMDB this long. A page must not hang because TMDB is slow.
async fn within<T>(
    longest: Duration,
    films: &Arc<dyn FilmFacts>,
    answer: impl Future<Output = Result<T, FilmError>>,
) -> Result<T, FilmError> {
    if let Ok(answer) = tokio::time::timeout(longest, answer).await {
        return answer;
    }
    films.gave_up();
    Err(FilmError::Unavailable("it is too slow".to_owned()))
}

/// The streaming services that a household can choose from: key and name, the best known first.
pub async fn list_services(services: &Services) -> Vec<(String, String)> {
    let known = || SERVICES.map(|(key, name)| (key.to_owned(), name.to_owned())).to_vec();
    match asked(services) {
        Some(films) => match within(LONGEST_LIST, films, tmdb::services(services, films.as_ref())).await {
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
        Some(films) => match within(LONGEST_LIST, films, tmdb::genres(services, films.as_ref())).await {
            Ok(told) if !told.is_empty() => told,
            _ => known(),
        },
        None => known(),
    }
}
