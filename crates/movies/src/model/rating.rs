//! Content ratings of one country, and the ceilings that people set by them.

use std::sync::{Arc, LazyLock};

/// The country whose ratings are built in, and count where no other is chosen.
pub const DEFAULT_REGION: &str = "US";
const UNITED_STATES: [&str; 5] = ["G", "PG", "PG-13", "R", "NC-17"];
/// In the United States ceilings end at `R`, and suggestions never go beyond it, even where nobody has a ceiling.
const STRONGEST_SUGGESTED: usize = 3;
/// The ceiling of a managed member for whom none was set.
const OF_MANAGED: &str = "PG";

/// Place of a rating on its list, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(usize);

/// Strongest level that a member may see. `None` is no ceiling.
pub type Ceiling = Option<Level>;

/// Ratings of one country, mildest first. Text that is not on the list (unrated, `NR`, a rating of another country) is no rating at all:
/// it is above every ceiling. As a ceiling it is the strictest one. Where the list is not known it is empty, and both hold for any text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingList {
    region: String,
    names: Arc<[String]>,
}

static BUILT_IN: LazyLock<RatingList> =
    LazyLock::new(|| RatingList::new(DEFAULT_REGION, UNITED_STATES.map(str::to_owned).to_vec()));

impl Default for RatingList {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl RatingList {
    pub fn new(region: impl Into<String>, names: Vec<String>) -> Self {
        Self { region: region.into(), names: names.into() }
    }

    pub fn region(&self) -> &str {
        &self.region
    }

    /// All ratings, mildest first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Ratings that can be chosen as a ceiling.
    pub fn ceilings(&self) -> &[String] {
        let most = if self.is_default() { STRONGEST_SUGGESTED + 1 } else { self.names.len() };
        &self.names[..most.min(self.names.len())]
    }

    fn is_default(&self) -> bool {
        self.region == DEFAULT_REGION
    }

    /// Level of a film's rating; `None` where it has none on this list.
    pub fn level(&self, rating: &str) -> Option<Level> {
        self.names.iter().position(|name| name == rating).map(Level)
    }

    /// Level of a stored ceiling.
    pub fn ceiling(&self, stored: &str) -> Level {
        self.level(stored).unwrap_or(Level(0))
    }

    /// Ceiling of a managed member for whom none was set.
    pub fn of_managed(&self) -> Level {
        self.ceiling(OF_MANAGED)
    }

    /// Ceiling that a new managed member gets where none is chosen.
    pub fn default_of_managed(&self) -> String {
        self.name(self.of_managed()).unwrap_or(OF_MANAGED).to_owned()
    }

    pub fn name(&self, level: Level) -> Option<&str> {
        self.names.get(level.0).map(String::as_str)
    }

    /// Strongest rating that is ever suggested.
    pub fn strongest_suggested(&self) -> Level {
        Level(self.ceilings().len().saturating_sub(1))
    }

    /// Names of the ratings up to and including a level.
    pub fn up_to(&self, level: Level) -> &[String] {
        &self.names[..(level.0 + 1).min(self.names.len())]
    }

    /// Returns the strongest of several ratings of one film; `None` if there is none, or one of them is not on this list.
    pub fn strongest<'a>(&self, ratings: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let levels: Option<Vec<_>> = ratings.into_iter().map(|rating| self.level(rating)).collect();
        let strongest = levels?.into_iter().max()?;
        self.name(strongest).map(str::to_owned)
    }

    /// Returns whether a film stays within a ceiling. Only one that is known to be mild enough does.
    pub fn is_within(&self, rating: Option<&str>, ceiling: Ceiling) -> bool {
        match (rating.and_then(|rating| self.level(rating)), ceiling) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(level), Some(ceiling)) => level <= ceiling,
        }
    }

    /// Sentence for input that is not on the list.
    pub fn choose(&self, names: &[String]) -> String {
        match names.split_last() {
            None => format!("The film ratings of {} are not known right now. Try again later.", self.region),
            Some((last, [])) => format!("Choose {last}."),
            Some((last, first)) => format!("Choose {} or {last}.", first.join(", ")),
        }
    }
}

/// The stricter of two ceilings.
pub fn strictest(one: Ceiling, other: Ceiling) -> Ceiling {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ceilings(list: &RatingList) -> Vec<Level> {
        list.ceilings().iter().map(|name| list.ceiling(name)).collect()
    }

    #[test]
    fn what_is_unrated_or_rated_elsewhere_is_above_every_ceiling() {
        let us = RatingList::default();
        for ceiling in ceilings(&us) {
            for rating in [None, Some("NR"), Some(""), Some("12A"), Some("FSK 12"), Some("pg"), Some("TV-14")]
            {
                assert!(!us.is_within(rating, Some(ceiling)), "{rating:?}");
            }
        }
        assert!(us.is_within(None, None));
        assert!(us.is_within(Some("PG"), us.level("PG-13")) && !us.is_within(Some("R"), us.level("PG-13")));
    }

    #[test]
    fn a_ceiling_that_is_not_on_the_list_is_the_strictest() {
        let de = RatingList::new("DE", ["0", "6", "12", "16", "18"].map(str::to_owned).to_vec());
        assert_eq!(de.name(de.ceiling("PG-13")), Some("0"));
        assert_eq!((de.name(de.ceiling("12")), de.name(de.of_managed())), (Some("12"), Some("0")));
        assert_eq!(de.name(de.strongest_suggested()), Some("18"));
        let unknown = RatingList::new("XX", Vec::new());
        assert!(!unknown.is_within(Some("PG"), Some(unknown.ceiling("PG"))));
        assert!(unknown.up_to(unknown.of_managed()).is_empty() && unknown.ceilings().is_empty());
    }

    #[test]
    fn the_stricter_ceiling_counts() {
        let us = RatingList::default();
        let (pg, r) = (us.level("PG"), us.level("R"));
        assert_eq!((strictest(r, pg), strictest(None, r), strictest(None, None)), (pg, r, None));
    }

    #[test]
    fn ratings_are_named_mildest_first_and_the_strongest_of_several_counts() {
        let us = RatingList::default();
        assert_eq!(us.up_to(us.ceiling("PG-13")), ["G", "PG", "PG-13"]);
        assert_eq!(us.strongest(["PG", "R"]), Some("R".into()));
        assert_eq!((us.strongest(["PG", "12A"]), us.strongest([])), (None, None));
        assert_eq!(us.choose(us.ceilings()), "Choose G, PG, PG-13 or R.");
    }
}
