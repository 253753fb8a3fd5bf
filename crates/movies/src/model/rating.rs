//! Content ratings of one country, the United States, and the ceilings that people set by them.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A film's rating, mildest first. What is not one of these (unrated, `NR`, another country's) is no rating at all: it is above
/// every ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rating {
    G,
    #[serde(rename = "PG")]
    Pg,
    #[serde(rename = "PG-13")]
    Pg13,
    R,
    #[serde(rename = "NC-17")]
    Nc17,
}

impl Rating {
    pub const ALL: [Self; 5] = [Self::G, Self::Pg, Self::Pg13, Self::R, Self::Nc17];
    /// What a ceiling may be.
    pub const CEILINGS: [Self; 4] = [Self::G, Self::Pg, Self::Pg13, Self::R];
    /// Suggestions never go beyond it, even where nobody set a ceiling.
    pub const STRONGEST_SUGGESTED: Self = Self::R;
    /// The ceiling of a managed member for whom none was set.
    pub const OF_MANAGED: Self = Self::Pg;

    pub fn as_str(self) -> &'static str {
        match self {
            Self::G => "G",
            Self::Pg => "PG",
            Self::Pg13 => "PG-13",
            Self::R => "R",
            Self::Nc17 => "NC-17",
        }
    }

    /// The ratings up to and including this one, by name.
    pub fn up_to(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter(move |rating| *rating <= self).map(Self::as_str)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Choose G, PG, PG-13 or R.")]
pub struct NotARating;

impl FromStr for Rating {
    type Err = NotARating;

    fn from_str(text: &str) -> Result<Self, NotARating> {
        Self::ALL.into_iter().find(|rating| rating.as_str() == text).ok_or(NotARating)
    }
}

/// How strong a film may be. `None` is no ceiling.
pub type Ceiling = Option<Rating>;

/// The stricter of two ceilings.
pub fn strictest(one: Ceiling, other: Ceiling) -> Ceiling {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Whether a film rated `rating` stays within `ceiling`. Only what is known to be mild enough does.
pub fn is_within(rating: Option<Rating>, ceiling: Ceiling) -> bool {
    match (rating, ceiling) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(rating), Some(ceiling)) => rating <= ceiling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unrated_is_above_every_ceiling() {
        for ceiling in Rating::CEILINGS {
            assert!(!is_within(None, Some(ceiling)));
        }
        assert!(is_within(None, None));
    }

    #[test]
    fn ratings_of_other_countries_and_unrated_ones_are_no_rating() {
        for text in ["NR", "", "12A", "FSK 12", "pg", "PG13", "TV-14"] {
            assert!(text.parse::<Rating>().is_err(), "{text}");
        }
        assert_eq!("PG-13".parse(), Ok(Rating::Pg13));
    }

    #[test]
    fn the_stricter_ceiling_counts() {
        assert_eq!(strictest(Some(Rating::R), Some(Rating::Pg)), Some(Rating::Pg));
        assert_eq!(strictest(None, Some(Rating::R)), Some(Rating::R));
        assert_eq!(strictest(None, None), None);
    }

    #[test]
    fn the_allowed_ratings_are_told_by_name() {
        assert_eq!(Rating::Pg13.up_to().collect::<Vec<_>>(), ["G", "PG", "PG-13"]);
    }
}
