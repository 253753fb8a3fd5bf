//! Films as TMDB tells them.

use super::cache::{self, METADATA, ask, ask_all};
use crate::model::{Constraints, Film, FilmId, GenreId, RatingList, Wish, relaxations, service_key, suggest};
use kernel::Rng;
use outbound::films::{
    Discover, FilmError, FilmFacts, FilmQuery,
    answers::{
        Certification, Certifications, Country, FilmDetails, FilmPage, FilmServices, FoundFilm, Genres,
        Services as AllServices,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use web::Services;

/// Suggestions are drawn from the first pages of what fits, so that the next draw gives others.
const PAGES: u64 = 3;
/// More of a country's services are of no use to choose from.
const MOST_SERVICES: usize = 30;

type Answer<T> = Result<T, FilmError>;

/// One film.
pub async fn film(services: &Services, films: &dyn FilmFacts, id: FilmId, list: &RatingList) -> Answer<Film> {
    let told: FilmDetails = ask(services, films, FilmQuery::details(id.0), METADATA).await?;
    Ok(whole(told, list))
}

/// Films whose title has these words, with their ratings.
pub async fn search(
    services: &Services,
    films: &dyn FilmFacts,
    words: &str,
    list: &RatingList,
) -> Answer<Vec<Film>> {
    let page: FilmPage = ask(services, films, FilmQuery::search(words, 1), METADATA).await?;
    let mut found: Vec<FoundFilm> = page.results;
    found.truncate(super::MOST_FOUND);
    details(services, films, found, list).await
}

/// Films for the constraints: for each step in which wishes give way what TMDB lists for it, until enough of them fit.
pub async fn pool(
    services: &Services,
    films: &dyn FilmFacts,
    constraints: &Constraints,
    rng: &Rng,
) -> Answer<Vec<Film>> {
    if constraints.ratings.names().is_empty() {
        return Ok(Vec::new());
    }
    let numbers = service_numbers(services, films, constraints).await?;
    let mut pool: BTreeMap<FilmId, Film> = BTreeMap::new();
    for given_up in relaxations(constraints) {
        let listed = discover(constraints, &given_up, &numbers, films.region());
        for page in pages(services, films, &listed, rng).await? {
            let fresh = page.into_iter().filter(|film| !pool.contains_key(&FilmId(film.id)));
            let told = details(services, films, fresh.collect(), &constraints.ratings).await?;
            pool.extend(with_services(services, films, constraints, told).await?);
        }
        let there: Vec<_> = pool.values().cloned().collect();
        let most = crate::model::MOST_SUGGESTIONS;
        let fit = suggest(&there, constraints, &BTreeSet::new(), most, rng);
        let met = fit.iter().filter(|(_, fitting)| fitting.misses.iter().all(|wish| given_up.contains(wish)));
        if met.count() >= most {
            break;
        }
    }
    Ok(pool.into_values().collect())
}

/// A page by chance, and the first one where there is no other.
async fn pages(
    services: &Services,
    films: &dyn FilmFacts,
    listed: &Discover,
    rng: &Rng,
) -> Answer<Vec<Vec<FoundFilm>>> {
    let get =
        async |number| ask::<FilmPage>(services, films, FilmQuery::discover(listed, number), METADATA).await;
    let first = get(1).await?;
    let others = u64::from(first.total_pages.saturating_sub(1)).min(PAGES);
    let mut pages = vec![first.results];
    if others > 0 {
        let number = 2 + u32::try_from(rng.below(others)).unwrap_or(0);
        pages.push(get(number).await?.results);
    }
    Ok(pages)
}

fn discover(constraints: &Constraints, given_up: &[Wish], numbers: &[u32], region: &str) -> Discover {
    let genres = |of: fn(&crate::model::Taste) -> &Vec<GenreId>, wish| -> Vec<u32> {
        let wanted = constraints.tastes.iter().flat_map(of).map(|genre| genre.0);
        let wanted: BTreeSet<_> = wanted.collect();
        if given_up.contains(&wish) { Vec::new() } else { wanted.into_iter().collect() }
    };
    let services = if given_up.contains(&Wish::StreamingServices) { &[] } else { numbers };
    Discover {
        certification_country: constraints.ratings.region().to_owned(),
        certifications: constraints.ratings.up_to(constraints.suggested_ceiling()).to_vec(),
        genres: genres(|taste| &taste.likes, Wish::LikedGenres),
        without_genres: genres(|taste| &taste.dislikes, Wish::DislikedGenres),
        services: services.to_vec(),
        region: region.to_owned(),
    }
}

/// TMDB's numbers of the household's services.
async fn service_numbers(
    services: &Services,
    films: &dyn FilmFacts,
    constraints: &Constraints,
) -> Answer<Vec<u32>> {
    if constraints.services.is_empty() {
        return Ok(Vec::new());
    }
    let all: AllServices = ask(services, films, FilmQuery::services(films.region()), cache::SERVICES).await?;
    let ours = |name: &str| constraints.services.contains(&service_key(name));
    Ok(all.results.iter().filter(|one| ours(&one.provider_name)).map(|one| one.provider_id).collect())
}

/// The services of this country, the best known first.
pub async fn services(services: &Services, films: &dyn FilmFacts) -> Answer<Vec<(String, String)>> {
    let mut all: AllServices =
        ask(services, films, FilmQuery::services(films.region()), cache::SERVICES).await?;
    all.results.sort_by_key(|one| one.display_priority);
    all.results.truncate(MOST_SERVICES);
    Ok(all.results.into_iter().map(|one| (service_key(&one.provider_name), one.provider_name)).collect())
}

/// TMDB's genres, as far as preferences can name them.
pub async fn genres(services: &Services, films: &dyn FilmFacts) -> Answer<Vec<(GenreId, String)>> {
    let told: Genres = ask(services, films, FilmQuery::genres(), METADATA).await?;
    let known = told.genres.into_iter().map(|genre| (GenreId(genre.id), genre.name));
    Ok(known.filter(|(id, _)| id.name().is_some()).collect())
}

/// The films with everything that a list does not tell: rating and length.
async fn details(
    services: &Services,
    films: &dyn FilmFacts,
    found: Vec<FoundFilm>,
    list: &RatingList,
) -> Answer<Vec<Film>> {
    let queries = found.iter().map(|film| FilmQuery::details(film.id)).collect();
    let told = ask_all::<FilmDetails>(services, films, queries, METADATA).await?;
    Ok(told.into_iter().flatten().map(|details| whole(details, list)).collect())
}

/// The films with where they can be streamed, where that matters to anybody.
async fn with_services(
    services: &Services,
    films: &dyn FilmFacts,
    constraints: &Constraints,
    told: Vec<Film>,
) -> Answer<Vec<(FilmId, Film)>> {
    let queries = told.iter().map(|film| FilmQuery::services_of(film.id.0));
    let queries = if constraints.services.is_empty() { Vec::new() } else { queries.collect() };
    let on = ask_all::<FilmServices>(services, films, queries, cache::SERVICES).await?;
    let on = on.into_iter().chain(std::iter::repeat_with(|| None));
    let streamed = told.into_iter().zip(on).map(|(film, on)| {
        let here = on.as_ref().and_then(|on| on.results.get(films.region()));
        let names = here.map(|here| here.streaming().map(|one| service_key(&one.provider_name)).collect());
        let known = on.is_some().then(|| names.unwrap_or_default());
        (film.id, Film { services: known, ..film })
    });
    Ok(streamed.collect())
}

/// The strictest of the ratings that a film has counts; one that is not on the list makes it unrated.
fn whole(details: FilmDetails, list: &RatingList) -> Film {
    Film {
        rating: list.strongest(details.certifications(list.region())),
        id: FilmId(details.id),
        title: details.title,
        year: details.release_date.as_deref().and_then(|date| date.get(..4)?.parse().ok()),
        genres: details.genres.iter().map(|genre| GenreId(genre.id)).collect(),
        runtime_minutes: details.runtime.filter(|minutes| *minutes > 0),
        poster_path: details.poster_path,
        services: None,
    }
}

/// Film ratings by country, mildest first.
pub async fn ratings(services: &Services, films: &dyn FilmFacts) -> Answer<BTreeMap<String, Vec<String>>> {
    let all: Certifications = ask(services, films, FilmQuery::certifications(), METADATA).await?;
    let countries = all.certifications.into_iter().filter(|(code, _)| code.len() == 2);
    let listed = countries.map(|(code, mut ratings)| {
        ratings.sort_by_key(|one| one.order);
        let rated = ratings.into_iter().filter(Certification::is_rating);
        (code, rated.map(|one| one.certification).collect::<Vec<_>>())
    });
    Ok(listed.filter(|(_, ratings)| !ratings.is_empty()).collect())
}

/// Names of countries by code.
pub async fn countries(services: &Services, films: &dyn FilmFacts) -> Answer<BTreeMap<String, String>> {
    let all: Vec<Country> = ask(services, films, FilmQuery::countries(), METADATA).await?;
    Ok(all.into_iter().map(|country| (country.iso_3166_1, country.english_name)).collect())
}
