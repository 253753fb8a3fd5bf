//! The catalogue that is built in: facts about some four hundred films, for a machine without a TMDB token.

use crate::model::{DEFAULT_REGION, Film, FilmId, GenreId, RatingList, read::title_words};
use std::sync::LazyLock;

const DATA: &str = include_str!("../../data/films.csv");

static FILMS: LazyLock<Vec<Film>> = LazyLock::new(|| {
    csv::Reader::from_reader(DATA.as_bytes()).records().flatten().filter_map(|row| read(&row)).collect()
});

/// All films. Their ratings are those of the United States, and are no ratings on another list.
pub fn films(list: &RatingList) -> Vec<Film> {
    FILMS.iter().map(|film| rated(film, list)).collect()
}

pub fn find(id: FilmId, list: &RatingList) -> Option<Film> {
    FILMS.iter().find(|film| film.id == id).map(|film| rated(film, list))
}

fn rated(film: &Film, list: &RatingList) -> Film {
    let rating = film.rating.clone().filter(|_| list.region() == DEFAULT_REGION);
    Film { rating, ..film.clone() }
}

/// Films whose title has these words, those that begin with them first.
pub fn search(words: &str, list: &RatingList) -> Vec<Film> {
    let words = title_words(words);
    let title = |film: &Film| title_words(&film.title);
    let found = FILMS.iter().filter(|film| title(film).contains(&words));
    let mut found: Vec<_> = found.map(|film| rated(film, list)).collect();
    found.sort_by_key(|film| !title(film).starts_with(&words));
    found
}

/// Columns: number, title, year, genres joined by `|`, rating, minutes.
fn read(row: &csv::StringRecord) -> Option<Film> {
    Some(Film {
        id: row.get(0)?.parse().ok()?,
        title: row.get(1)?.to_owned(),
        year: row.get(2)?.parse().ok(),
        genres: row.get(3)?.split('|').filter_map(|id| id.parse().ok().map(GenreId)).collect(),
        rating: row.get(4).filter(|rating| !rating.is_empty()).map(str::to_owned),
        runtime_minutes: row.get(5)?.parse().ok(),
        poster_path: None,
        services: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_a_whole_film_and_no_number_is_there_twice() {
        let list = RatingList::default();
        assert_eq!(FILMS.len(), DATA.lines().count() - 1);
        let numbers: BTreeSet<_> = FILMS.iter().map(|film| film.id).collect();
        assert_eq!(numbers.len(), FILMS.len());
        for film in films(&list) {
            let known = film.genres.iter().all(|genre| genre.name().is_some()) && !film.genres.is_empty();
            let whole = film.year.is_some() && film.runtime_minutes.is_some();
            let rated = film.rating.as_ref().is_some_and(|rating| list.ceilings().contains(rating));
            assert!(known && whole && rated, "{film:?}");
        }
    }

    #[test]
    fn there_is_something_for_every_ceiling_and_a_title_is_found_by_its_words() {
        let (us, de) = (RatingList::default(), RatingList::new("DE", vec!["0".into()]));
        for ceiling in us.ceilings() {
            let rated = FILMS.iter().filter(|film| film.rating.as_ref() == Some(ceiling));
            assert!(rated.count() > 50, "{ceiling}");
        }
        assert_eq!(search("ROBIN hood", &us)[0].title, "Robin Hood");
        assert!(search("no such film at all", &us).is_empty());
        assert!(search("robin", &de).iter().all(|film| film.rating.is_none()), "rated elsewhere");
    }
}
