//! Who is there tonight and what they want: what every suggestion is judged by.

use crate::{
    Error,
    model::{
        Constraints, Household, HouseholdId, Member, MemberId, Preferences, Suggestion, Taste, strictest,
    },
    stored,
};
use web::Services;

/// A household on one evening.
pub struct Tonight {
    pub household: Household,
    pub members: Vec<Member>,
    preferences: Vec<Preferences>,
}

impl Tonight {
    /// Four reads, however many people there are.
    pub async fn load(services: &Services, household: HouseholdId) -> Result<Self, Error> {
        let (household, members, preferences) = futures::try_join!(
            stored::get_household(services, household),
            stored::list_members(services, household),
            stored::list_preferences(services, household),
        )?;
        Ok(Self { household, members, preferences })
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
            watched: self.household.watched_movie_ids.iter().copied().collect(),
        }
    }

    fn taste(&self, member: &Member) -> Taste {
        let said = self.preferences.iter().find(|said| said.user_id == member.id());
        Taste {
            member: member.id(),
            ceiling: strictest(member.ceiling(), said.and_then(Preferences::ceiling)),
            likes: said.map(Preferences::likes).unwrap_or_default(),
            dislikes: said.map(Preferences::dislikes).unwrap_or_default(),
        }
    }
}

/// Refuses a shortlist with a film above a ceiling: one may have been lowered after the film was put there.
pub fn must_be_within<'a>(
    suggestions: impl IntoIterator<Item = &'a Suggestion>,
    constraints: &Constraints,
) -> Result<(), Error> {
    match suggestions.into_iter().find(|one| !constraints.admits(one.rating())) {
        Some(above) => Err(Error::AboveCeiling(above.title.clone())),
        None => Ok(()),
    }
}
