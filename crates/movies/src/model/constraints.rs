//! What the people who are there tonight want and must not see.

use super::{
    Ceiling, Film, FilmId, GenreId, MemberId,
    rating::{Level, RatingList, strictest},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt};

/// What can give way when too few films fit, in the order in which it does. Ceilings and watched films never do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    LikedGenres,
    StreamingServices,
    DislikedGenres,
}

impl Wish {
    pub const ALL: [Self; 3] = [Self::LikedGenres, Self::StreamingServices, Self::DislikedGenres];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::LikedGenres => "liked_genres",
            Self::StreamingServices => "streaming_services",
            Self::DislikedGenres => "disliked_genres",
        }
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One attendee's taste.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taste {
    pub member: MemberId,
    pub ceiling: Ceiling,
    pub likes: Vec<GenreId>,
    pub dislikes: Vec<GenreId>,
}

/// Everything that a suggestion is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Constraints {
    pub tastes: Vec<Taste>,
    /// Ratings that films and ceilings are compared by.
    pub ratings: RatingList,
    /// The services the household has.
    pub services: Vec<String>,
    /// Watched before; never suggested again.
    pub watched: BTreeSet<FilmId>,
}

impl Constraints {
    /// The strictest ceiling of everybody who is there.
    pub fn ceiling(&self) -> Ceiling {
        self.tastes.iter().fold(None, |ceiling, taste| strictest(ceiling, taste.ceiling))
    }

    /// How strong a suggestion may be: also where nobody set a ceiling there is one.
    pub fn suggested_ceiling(&self) -> Level {
        let strongest = self.ratings.strongest_suggested();
        self.ceiling().map_or(strongest, |ceiling| ceiling.min(strongest))
    }

    /// Whether a film may be suggested at all. Nothing relaxes this.
    pub fn allows(&self, film: &Film) -> bool {
        let within = self.ratings.is_within(film.rating.as_deref(), Some(self.suggested_ceiling()));
        within && !self.watched.contains(&film.id)
    }

    /// Whether a person may add a film of this rating by hand. What is unrated needs a table without ceilings and without managed
    /// members.
    pub fn admits(&self, rating: Option<&str>) -> bool {
        let managed = self.tastes.iter().any(|taste| taste.member.is_managed());
        let known = rating.and_then(|rating| self.ratings.level(rating)).is_some();
        self.ratings.is_within(rating, self.ceiling()) && (known || !managed)
    }

    /// The wishes that were made: what was not wished for cannot be missed.
    pub fn wishes(&self) -> Vec<Wish> {
        let made = |wish: &Wish| match wish {
            Wish::LikedGenres => self.tastes.iter().any(|taste| !taste.likes.is_empty()),
            Wish::StreamingServices => !self.services.is_empty(),
            Wish::DislikedGenres => self.tastes.iter().any(|taste| !taste.dislikes.is_empty()),
        };
        Wish::ALL.into_iter().filter(made).collect()
    }

    /// The attendees who like the film, by one of its genres.
    pub fn suited_by(&self, film: &Film) -> Vec<MemberId> {
        let likes = |taste: &&Taste| taste.likes.iter().any(|genre| film.genres.contains(genre));
        self.tastes.iter().filter(likes).map(|taste| taste.member).collect()
    }

    /// Genres of the film that one attendee likes and another dislikes.
    pub fn divided_by(&self, film: &Film) -> Vec<GenreId> {
        let liked: BTreeSet<_> = self.tastes.iter().flat_map(|taste| &taste.likes).collect();
        let disliked: BTreeSet<_> = self.tastes.iter().flat_map(|taste| &taste.dislikes).collect();
        let divides = |genre: &&GenreId| liked.contains(genre) && disliked.contains(genre);
        film.genres.iter().filter(divides).copied().collect()
    }

    /// Which of the household's services have it; `None` where that is not known.
    pub fn services_with(&self, film: &Film) -> Option<Vec<String>> {
        let having = film.services.as_ref()?;
        Some(self.services.iter().filter(|service| having.contains(service)).cloned().collect())
    }

    /// The wishes that the film does not meet. Where it is not known where a film can be streamed, that wish is not judged.
    pub fn missed_by(&self, film: &Film) -> Vec<Wish> {
        let missed = |wish: &Wish| match wish {
            Wish::LikedGenres => self.suited_by(film).is_empty(),
            Wish::StreamingServices => self.services_with(film).is_some_and(|having| having.is_empty()),
            Wish::DislikedGenres => {
                let mut dislikes = self.tastes.iter().flat_map(|taste| &taste.dislikes);
                dislikes.any(|genre| film.genres.contains(genre))
            }
        };
        self.wishes().into_iter().filter(missed).collect()
    }
}
