//! What TMDB answers, as far as it is used. Everything that may be missing is optional.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A page of films, of a search or a list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FilmPage {
    pub page: u32,
    pub results: Vec<FoundFilm>,
    pub total_pages: u32,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FoundFilm {
    pub id: i64,
    pub title: String,
    #[serde(default)]
    pub release_date: Option<String>,
    #[serde(default)]
    pub genre_ids: Vec<u32>,
    #[serde(default)]
    pub poster_path: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FilmDetails {
    pub id: i64,
    pub title: String,
    #[serde(default)]
    pub release_date: Option<String>,
    #[serde(default)]
    pub genres: Vec<Genre>,
    #[serde(default)]
    pub poster_path: Option<String>,
    #[serde(default)]
    pub runtime: Option<u32>,
    #[serde(default)]
    pub release_dates: ReleaseDates,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Genre {
    pub id: u32,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Genres {
    pub genres: Vec<Genre>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct ReleaseDates {
    pub results: Vec<CountryReleases>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CountryReleases {
    pub iso_3166_1: String,
    pub release_dates: Vec<Release>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Release {
    #[serde(default)]
    pub certification: String,
    /// 1 premiere, 2 limited, 3 theatrical, 4 digital, 5 physical, 6 television.
    #[serde(rename = "type")]
    pub kind: u32,
}

/// In cinemas, where the rating is that of the film itself and not of a longer cut.
const IN_CINEMAS: [u32; 2] = [2, 3];

impl FilmDetails {
    /// The ratings of one country, those of cinemas where there are any.
    pub fn certifications(&self, country: &str) -> Vec<&str> {
        let there = self.release_dates.results.iter().filter(|one| one.iso_3166_1 == country);
        let rated: Vec<&Release> =
            there.flat_map(|one| &one.release_dates).filter(|one| !one.certification.is_empty()).collect();
        let in_cinemas = rated.iter().any(|one| IN_CINEMAS.contains(&one.kind));
        rated
            .into_iter()
            .filter(|one| !in_cinemas || IN_CINEMAS.contains(&one.kind))
            .map(|one| one.certification.as_str())
            .collect()
    }
}

/// Where a film can be watched, by country.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct FilmServices {
    pub results: BTreeMap<String, CountryServices>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct CountryServices {
    pub flatrate: Vec<Service>,
    pub free: Vec<Service>,
    pub ads: Vec<Service>,
}

impl CountryServices {
    /// Those that show it without paying for this film alone.
    pub fn streaming(&self) -> impl Iterator<Item = &Service> {
        self.flatrate.iter().chain(&self.free).chain(&self.ads)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Service {
    pub provider_id: u32,
    pub provider_name: String,
    /// Lower is better known.
    #[serde(default)]
    pub display_priority: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Services {
    pub results: Vec<Service>,
}

/// Film ratings by country.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Certifications {
    pub certifications: BTreeMap<String, Vec<Certification>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Certification {
    pub certification: String,
    #[serde(default)]
    pub meaning: String,
    /// Lower is milder.
    #[serde(default)]
    pub order: i64,
}

/// Entries of the lists that mean the lack of a rating. TMDB sorts them below the mildest one.
const UNRATED: [&str; 6] = ["NR", "UR", "NOT RATED", "UNRATED", "EXEMPT", "E"];
const MEANS_UNRATED: [&str; 4] = ["no rating", "not rated", "unrated", "exempt"];

impl Certification {
    /// Returns whether the entry says how strong a film is.
    pub fn is_rating(&self) -> bool {
        let (name, meaning) = (self.certification.trim().to_uppercase(), self.meaning.to_lowercase());
        let is_marker = UNRATED.contains(&name.as_str()) && (name.len() > 1 || meaning.contains("exempt"));
        let is_lowest = self.order <= 0 && MEANS_UNRATED.iter().any(|words| meaning.contains(words));
        !name.is_empty() && !is_marker && !is_lowest
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Country {
    pub iso_3166_1: String,
    pub english_name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_means_no_rating_is_none() {
        let text = r#"{"certifications":{"US":[
            {"certification":"NR","meaning":"No rating information.","order":0},{"certification":"G","meaning":"All ages admitted.","order":1}],
            "AU":[{"certification":"E","meaning":"Exempt from classification.","order":0},{"certification":"PG","meaning":"Parental guidance.","order":2}],
            "DE":[{"certification":"0","meaning":"No age restriction.","order":1}]}}"#;
        let all: Certifications = super::super::read(text).unwrap();
        let rated = |code: &str| -> Vec<&str> {
            let ratings = all.certifications[code].iter().filter(|one| one.is_rating());
            ratings.map(|one| one.certification.as_str()).collect()
        };
        assert_eq!((rated("US"), rated("AU"), rated("DE")), (vec!["G"], vec!["PG"], vec!["0"]));
    }

    #[test]
    fn the_rating_is_that_of_cinemas_where_there_is_one() {
        let text = r#"{"id":1,"title":"A","release_dates":{"results":[
            {"iso_3166_1":"GB","release_dates":[{"certification":"12A","type":3}]},
            {"iso_3166_1":"US","release_dates":[
                {"certification":"","type":3},{"certification":"PG","type":3},{"certification":"NR","type":5}]}]}}"#;
        let film: FilmDetails = super::super::read(text).unwrap();
        assert_eq!((film.certifications("US"), film.certifications("GB")), (vec!["PG"], vec!["12A"]));
        assert!(film.certifications("FR").is_empty());
    }
}
