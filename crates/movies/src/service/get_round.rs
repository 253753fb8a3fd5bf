//! A round with everything that a page or an API answer shows of it.

use super::rate_film;
use crate::{
    Error,
    model::{
        FilmId, FilmRating, Household, HouseholdId, Member, MemberId, Pick, Ranked, Round, RoundId, Status,
        Suggestion, Vote, rank, waiting_for,
    },
    stored,
};
use std::collections::BTreeMap;
use web::Services;

/// A round as its household sees it.
pub struct SeenRound {
    pub round: Round,
    pub status: Status,
    pub household: Household,
    pub members: Vec<Member>,
    /// Who is there, as far as they are still in the household.
    pub present: Vec<MemberId>,
    pub suggestions: Vec<Suggestion>,
    pub votes: Vec<Vote>,
    pub ratings: Vec<FilmRating>,
    pub pick: Option<Pick>,
    /// Names of everybody who is in the household, or was and left their row.
    pub names: BTreeMap<MemberId, String>,
}

pub async fn get_round(services: &Services, household: HouseholdId, id: RoundId) -> Result<SeenRound, Error> {
    let (household, mut round, members, suggestions, votes, ratings) = futures::try_join!(
        stored::get_household(services, household),
        stored::get_round(services, household, id),
        stored::list_members(services, household),
        stored::list_suggestions(services, id),
        stored::list_votes(services, id),
        stored::list_ratings(services, id),
    )?;
    let pick = match round.pick_id {
        Some(pick) => stored::find_pick(services, pick).await?,
        None => None,
    };
    let ids: Vec<_> = members.iter().map(Member::id).collect();
    let present = round.present(&ids);
    // The last rating may have been stored by a server that stopped right then, and whoever was missing may have left.
    if rate_film::is_complete(&round, &present, &ratings, services.clock.now()) {
        round = rate_film::finish(services, household.group_id, id).await?;
    }
    let status = round.status_at(services.clock.now());
    let names = members.iter().map(|member| (member.id(), member.user.display_name.clone())).collect();
    Ok(SeenRound { round, status, household, members, present, suggestions, votes, ratings, pick, names })
}

/// The round that a household is at: the one it votes on, or the newest as long as it is not over.
pub async fn find_current(services: &Services, home: &Household) -> Result<Option<Round>, Error> {
    for id in home.active_round_id.into_iter().chain(home.latest_round_id) {
        match stored::get_round(services, home.group_id, id).await {
            Ok(round) if !round.status_at(services.clock.now()).is_over() => return Ok(Some(round)),
            Ok(_) | Err(Error::NoRound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

impl SeenRound {
    /// The shortlist, best first.
    pub fn ranked(&self) -> Vec<Ranked> {
        rank(&self.suggestions, &self.votes, &self.present)
    }

    /// How many of those who are there have voted.
    pub fn voted(&self) -> usize {
        self.present.len() - waiting_for(&self.votes, &self.present).len()
    }

    pub fn has_voted(&self, member: MemberId) -> bool {
        self.votes.iter().any(|vote| vote.member_id == member)
    }

    pub fn vote_of(&self, member: MemberId, film: FilmId) -> Option<&Vote> {
        self.votes.iter().find(|vote| vote.member_id == member && vote.tmdb_movie_id == film)
    }

    pub fn suggestion(&self, film: FilmId) -> Option<&Suggestion> {
        self.suggestions.iter().find(|one| one.tmdb_movie_id == film)
    }

    /// A member's name; of those who left nothing is known.
    pub fn name(&self, member: MemberId) -> &str {
        self.names.get(&member).map_or("former member", String::as_str)
    }
}
