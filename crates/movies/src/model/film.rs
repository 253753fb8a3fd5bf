//! Films and their genres.

use super::FilmId;
use serde::{Deserialize, Serialize};

/// A genre by TMDB's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GenreId(pub u32);

/// TMDB's film genres, by name.
pub const GENRES: [(GenreId, &str); 19] = [
    (GenreId(28), "Action"),
    (GenreId(12), "Adventure"),
    (GenreId(16), "Animation"),
    (GenreId(35), "Comedy"),
    (GenreId(80), "Crime"),
    (GenreId(99), "Documentary"),
    (GenreId(18), "Drama"),
    (GenreId(10751), "Family"),
    (GenreId(14), "Fantasy"),
    (GenreId(36), "History"),
    (GenreId(27), "Horror"),
    (GenreId(10402), "Music"),
    (GenreId(9648), "Mystery"),
    (GenreId(10749), "Romance"),
    (GenreId(878), "Science Fiction"),
    (GenreId(10770), "TV Movie"),
    (GenreId(53), "Thriller"),
    (GenreId(10752), "War"),
    (GenreId(37), "Western"),
];

impl GenreId {
    /// The genre that a stored id names; ids are strings there.
    pub fn read(text: &str) -> Option<Self> {
        let id = Self(text.parse().ok()?);
        id.name().map(|_| id)
    }

    pub fn name(self) -> Option<&'static str> {
        GENRES.iter().find(|(id, _)| *id == self).map(|(_, name)| *name)
    }
}

/// Everything known about a film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Film {
    pub id: FilmId,
    pub title: String,
    pub year: Option<i32>,
    pub genres: Vec<GenreId>,
    /// By the list of ratings that the film was asked for with.
    pub rating: Option<String>,
    pub runtime_minutes: Option<u32>,
    pub poster_path: Option<String>,
    /// Where it can be streamed, by service; `None` where that is not known.
    pub services: Option<Vec<String>>,
}

impl Film {
    pub fn genre_names(&self) -> Vec<String> {
        self.genres.iter().filter_map(|id| id.name()).map(str::to_owned).collect()
    }
}

/// A streaming service's name as households store it: `Disney Plus` and `Disney+` are `disney_plus`.
pub fn service_key(name: &str) -> String {
    let spelt = name.to_lowercase().replace('+', " plus ");
    spelt.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

/// A stored service as people write it.
pub fn service_name(key: &str) -> String {
    if let Some((_, name)) = SERVICES.iter().find(|(known, _)| *known == key) {
        return (*name).to_owned();
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    key.split('_').filter_map(capital).collect::<Vec<_>>().join(" ")
}

/// Services that a household can tick without TMDB's list at hand.
pub const SERVICES: [(&str, &str); 10] = [
    ("amazon_prime_video", "Amazon Prime Video"),
    ("apple_tv_plus", "Apple TV+"),
    ("disney_plus", "Disney+"),
    ("hbo_max", "HBO Max"),
    ("hulu", "Hulu"),
    ("mubi", "MUBI"),
    ("netflix", "Netflix"),
    ("paramount_plus", "Paramount+"),
    ("peacock", "Peacock"),
    ("youtube", "YouTube"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_has_one_key_however_it_is_spelt() {
        for name in ["Disney Plus", "Disney+", "disney plus", "DISNEY  PLUS"] {
            assert_eq!(service_key(name), "disney_plus");
        }
        assert_eq!(
            (service_name("disney_plus"), service_name("arte_kino")),
            ("Disney+".into(), "Arte Kino".into())
        );
        for (key, name) in SERVICES {
            assert_eq!(service_key(name), key);
        }
    }

    #[test]
    fn only_known_genres_are_read() {
        assert_eq!(GenreId::read("35").and_then(GenreId::name), Some("Comedy"));
        assert_eq!((GenreId::read("36000"), GenreId::read("x"), GenreId::read("-35")), (None, None, None));
    }
}
