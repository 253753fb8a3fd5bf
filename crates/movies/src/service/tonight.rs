//! Who is there tonight and what they want: what every suggestion is judged by.

use crate::{
    Error, facts,
    model::{
        Constraints, FilmId, Household, HouseholdId, Member, MemberId, Preferences, RatingList, Suggestion,
        Taste, strictest,
    },
    stored,
};
use store::{Value, Write};
use web::Services;

/// A household on one evening.
pub struct Tonight {
    pub household: Household,
    pub members: Vec<Member>,
    preferences: Vec<Preferences>,
    watched: Vec<FilmId>,
    ratings: RatingList,
}

impl Tonight {
    /// Four reads, however many people there are; more for a household that another program wrote.
    pub async fn load(services: &Services, household: HouseholdId) -> Result<Self, Error> {
        let (household, members, preferences) = futures::try_join!(
            stored::get_household(services, household),
            stored::list_members(services, household),
            stored::list_preferences(services, household),
        )?;
        let watched = stored::list_watched(services, &household).await?;
        let ratings = facts::ratings_of(services, &household).await;
        Ok(Self { household, members, preferences, watched, ratings })
    }

    /// Adds to an update of the household the watched films, if its row lacks them.
    pub fn fill_watched(&self, update: Write) -> Write {
        if self.household.watched_movie_ids.is_some() {
            return update;
        }
        update.set("watched_movie_ids", film_list(&self.watched)).when(stored::unset("watched_movie_ids"))
    }

    pub fn ids(&self) -> Vec<MemberId> {
        self.members.iter().map(Member::id).collect()
    }

    /// What must hold and what is wished for, where these are present.
    pub fn constraints(&self, present: &[MemberId]) -> Constraints {
        let there = self.members.iter().filter(|member| present.contains(&member.id()));
        Constraints {
            tastes: there.map(|member| self.taste(member)).collect(),
            services: self.household.streaming_services.clone(),
            watched: self.watched.iter().copied().collect(),
            ratings: self.ratings.clone(),
        }
    }

    fn taste(&self, member: &Member) -> Taste {
        let said = self.preferences.iter().find(|said| said.user_id == member.id());
        Taste {
            member: member.id(),
            ceiling: strictest(
                member.ceiling(&self.ratings),
                said.and_then(|said| said.ceiling(&self.ratings)),
            ),
            likes: said.map(Preferences::likes).unwrap_or_default(),
            dislikes: said.map(Preferences::dislikes).unwrap_or_default(),
        }
    }
}

/// Films as the household's row lists them.
pub fn film_list(films: &[FilmId]) -> Value {
    Value::L(films.iter().map(|film| film.0.into()).collect())
}

/// Refuses a shortlist with a film above a ceiling: one may have been lowered after the film was put there.
pub fn must_be_within<'a>(
    suggestions: impl IntoIterator<Item = &'a Suggestion>,
    constraints: &Constraints,
) -> Result<(), Error> {
    let list = &constraints.ratings;
    match suggestions.into_iter().find(|one| !constraints.admits(one.rating(list))) {
        Some(above) => Err(Error::AboveCeiling(above.title.clone())),
        None => Ok(()),
    }
}
