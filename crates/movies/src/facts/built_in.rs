//! The catalogue that is built in: facts about some four hundred films, for a machine without a TMDB token.

use crate::model::{Film, FilmId, GenreId, read::title_words};
use std::sync::LazyLock;

const DATA: &str = include_str!("../../data/films.csv");

static FILMS: LazyLock<Vec<Film>> = LazyLock::new(|| {
    csv::Reader::from_reader(DATA.as_bytes()).records().flatten().filter_map(|row| read(&row)).collect()
});

pub fn films() -> &'static [Film] {
    &FILMS
}

pub fn find(id: FilmId) -> Option<&'static Film> {
    FILMS.iter().find(|film| film.id == id)
}

/// Films whose title has these words, those that begin with them first.
pub fn search(words: &str) -> Vec<Film> {
    let words = title_words(words);
    let title = |film: &Film| title_words(&film.title);
    let mut found: Vec<_> = FILMS.iter().filter(|film| title(film).contains(&words)).cloned().collect();
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
        rating: row.get(4)?.parse().ok(),
        runtime_minutes: row.get(5)?.parse().ok(),
        poster_path: None,
        services: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Rating;
    use std::collections::BTreeSet;

    #[test]
    fn every_row_is_a_whole_film_and_no_number_is_there_twice() {
        assert_eq!(films().len(), DATA.lines().count() - 1);
        let numbers: BTreeSet<_> = films().iter().map(|film| film.id).collect();
        assert_eq!(numbers.len(), films().len());
        for film in films() {
            let known = film.genres.iter().all(|genre| genre.name().is_some()) && !film.genres.is_empty();
            let whole = film.year.is_some() && film.runtime_minutes.is_some();
            assert!(known && whole && film.rating.is_some_and(|rating| rating <= Rating::R), "{film:?}");
        }
    }

    #[test]
    fn there_is_something_for_every_ceiling_and_a_title_is_found_by_its_words() {
        for ceiling in Rating::CEILINGS {
            assert!(films().iter().filter(|film| film.rating == Some(ceiling)).count() > 50, "{ceiling}");
        }
        assert_eq!(search("ROBIN hood")[0].title, "Robin Hood");
        assert!(search("no such film at all").is_empty());
    }
}
