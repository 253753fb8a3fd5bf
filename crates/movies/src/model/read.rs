//! What people type, checked and brought into one form.

use super::{GenreId, RatingList, service_key};
use caseless::default_case_fold_str;
use kernel::Checks;
use unicode_normalization::UnicodeNormalization;

pub const MOST_HOUSEHOLD_NAME: usize = 40;
pub const MOST_TITLE: usize = 200;
pub const MOST_SERVICES: usize = 20;
pub const MOST_SERVICE_NAME: usize = 40;
/// The first films were shown in the year before 1896; nothing that is announced lies further ahead.
const YEARS: std::ops::RangeInclusive<i32> = 1880..=2100;

pub fn household_name(text: &str, checks: &mut Checks) -> String {
    let name: String = text.trim().nfc().collect();
    checks.text("name", &name, MOST_HOUSEHOLD_NAME);
    name
}

/// Services by their keys, each once.
pub fn services(names: &[String], checks: &mut Checks) -> Vec<String> {
    checks.that(
        names.len() <= MOST_SERVICES,
        "streamingServices",
        format!("Choose at most {MOST_SERVICES} services."),
    );
    let mut keys: Vec<String> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let key = service_key(name);
        let fits = !key.is_empty() && key.chars().count() <= MOST_SERVICE_NAME;
        let message = format!("The name of a service has 1 to {MOST_SERVICE_NAME} letters or digits.");
        checks.that(fits, format!("streamingServices[{at}]"), message);
        if fits && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Genres by their ids, each once. One that is not known is kept if it is stored already.
pub fn genres(ids: &[String], stored: &[String], field: &str, checks: &mut Checks) -> Vec<String> {
    let mut read: Vec<String> = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let kept = || stored.contains(id).then(|| id.clone());
        match GenreId::read(id).map(|genre| genre.0.to_string()).or_else(kept) {
            Some(genre) if !read.contains(&genre) => read.push(genre),
            Some(_) => {}
            None => {
                checks.that(false, format!("{field}[{at}]"), "There is no such genre.");
            }
        }
    }
    read
}

/// A ceiling: one of the ratings that `list` offers.
pub fn ceiling(text: &str, list: &RatingList, field: &str, checks: &mut Checks) -> Option<String> {
    let known = list.ceilings().iter().any(|name| name == text);
    checks.that(known, field, list.choose(list.ceilings()));
    known.then(|| text.to_owned())
}

/// The rating of a film that a person adds by hand.
pub fn film_rating(text: &str, list: &RatingList, checks: &mut Checks) -> Option<String> {
    let known = list.level(text).is_some();
    checks.that(known, "contentRating", list.choose(list.names()));
    known.then(|| text.to_owned())
}

pub fn title(text: &str, checks: &mut Checks) -> String {
    let title: String = text.trim().nfc().collect();
    checks.text("title", &title, MOST_TITLE);
    title
}

/// A title as people write it, perhaps with its year: “Heat (1995)”.
pub fn title_and_year(text: &str) -> (&str, Option<i32>) {
    let text = text.trim();
    let split = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let year = split.and_then(|(title, year)| Some((title.trim(), year.trim().parse().ok()?)));
    match year.filter(|(title, year)| !title.is_empty() && YEARS.contains(year)) {
        Some((title, year)) => (title, Some(year)),
        None => (text, None),
    }
}

/// Returns the words of a title in the form they are compared in: letters and digits, whatever their case, width and accents' form.
/// A title of signs alone is compared as it is.
pub fn title_words(title: &str) -> String {
    let folded = default_case_fold_str(&title.trim().nfkc().collect::<String>());
    let words: Vec<_> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { folded } else { words.join(" ") }
}

/// Whether two titles are one, whatever their case and punctuation.
pub fn same_title(one: &str, other: &str) -> bool {
    title_words(one) == title_words(other)
}

pub fn year(year: i32, checks: &mut Checks) {
    let message = format!("Enter a year from {} to {}.", YEARS.start(), YEARS.end());
    checks.that(YEARS.contains(&year), "year", message);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_in_brackets_is_no_part_of_the_title() {
        assert_eq!(title_and_year(" Heat (1995) "), ("Heat", Some(1995)));
        for text in ["Heat", "2001", "(1995)", "Birdman (or so)", "Heat (95)"] {
            assert_eq!(title_and_year(text), (text, None));
        }
        assert!(same_title("HEAT", "Heat ") && !same_title("Heat", "Heat 2"));
        assert!(same_title("Spider-Man: Far  from Home", "spider man far from home."));
        assert!(same_title("…", "…") && !same_title("…", "?"));
    }
}
