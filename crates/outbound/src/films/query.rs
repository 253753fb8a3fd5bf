//! Questions to TMDB, as its documentation describes them.

use std::fmt;

/// One question: a path below the API's base, and its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilmQuery {
    pub path: String,
    pub params: Vec<(&'static str, String)>,
}

/// Which films to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Discover {
    /// Country of the ratings.
    pub certification_country: String,
    /// Allowed ratings, by name: asked for “at most PG”, TMDB would add what is not rated.
    pub certifications: Vec<String>,
    /// At least one of these genres; any where there is none.
    pub genres: Vec<u32>,
    /// None of these.
    pub without_genres: Vec<u32>,
    /// On at least one of these services; anywhere where there is none.
    pub services: Vec<u32>,
    pub region: String,
}

/// Films that hardly anyone has rated are too often mistakes.
const LEAST_VOTES: u32 = 200;

impl FilmQuery {
    fn new(path: impl Into<String>, params: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self { path: path.into(), params: params.into_iter().collect() }
    }

    /// A page of films, the best known first. Pages begin at 1.
    pub fn discover(films: &Discover, page: u32) -> Self {
        let mut query = Self::new(
            "/discover/movie",
            [
                ("certification_country", films.certification_country.clone()),
                ("certification", films.certifications.join("|")),
                ("include_adult", "false".to_owned()),
                ("sort_by", "popularity.desc".to_owned()),
                ("vote_count.gte", LEAST_VOTES.to_string()),
                ("page", page.to_string()),
            ],
        );
        let mut add = |name, ids: &[u32], between| {
            if !ids.is_empty() {
                query.params.push((name, joined(ids, between)));
            }
        };
        add("with_genres", &films.genres, "|");
        add("without_genres", &films.without_genres, ",");
        add("with_watch_providers", &films.services, "|");
        if !films.services.is_empty() {
            query.params.push(("watch_region", films.region.clone()));
            query.params.push(("with_watch_monetization_types", "flatrate|free|ads".to_owned()));
        }
        query
    }

    pub fn search(words: &str, page: u32) -> Self {
        let params =
            [("query", words.to_owned()), ("include_adult", "false".to_owned()), ("page", page.to_string())];
        Self::new("/search/movie", params)
    }

    /// One film, with the ratings it was released under.
    pub fn details(film: i64) -> Self {
        Self::new(format!("/movie/{film}"), [("append_to_response", "release_dates".to_owned())])
    }

    /// Where a film can be streamed.
    pub fn services_of(film: i64) -> Self {
        Self::new(format!("/movie/{film}/watch/providers"), [])
    }

    /// The streaming services of a country.
    pub fn services(region: &str) -> Self {
        Self::new("/watch/providers/movie", [("watch_region", region.to_owned())])
    }

    pub fn genres() -> Self {
        Self::new("/genre/movie/list", [])
    }

    /// Film ratings of all countries.
    pub fn certifications() -> Self {
        Self::new("/certification/movie/list", [])
    }

    /// Names of all countries.
    pub fn countries() -> Self {
        Self::new("/configuration/countries", [])
    }

    /// Returns whether the question is about one film, which TMDB may not have.
    pub fn is_about_a_film(&self) -> bool {
        self.path.starts_with("/movie/")
    }
}

fn joined(ids: &[u32], between: &str) -> String {
    ids.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// The whole question in one line: equal questions are equal text.
impl fmt::Display for FilmQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        for (at, (name, value)) in self.params.iter().enumerate() {
            write!(f, "{}{name}={value}", if at == 0 { '?' } else { '&' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_ratings_are_asked_for_by_name() {
        let films = Discover {
            certification_country: "DE".into(),
            certifications: vec!["0".into(), "6".into()],
            genres: vec![35, 16],
            without_genres: vec![27],
            services: vec![8],
            region: "PT".into(),
        };
        let asked = FilmQuery::discover(&films, 2).to_string();
        for part in [
            "certification=0|6",
            "certification_country=DE",
            "with_genres=35|16",
            "without_genres=27",
            "with_watch_providers=8",
            "watch_region=PT",
            "page=2",
        ] {
            assert!(asked.contains(part), "{part} in {asked}");
        }
        assert!(!asked.contains("certification.lte"), "{asked}");
        assert!(!FilmQuery::discover(&Discover::default(), 1).to_string().contains("watch"));
    }
}
