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
    let mut pick = stored::find_pick_of(services, &round).await?;
    if let Some(pick) = &mut pick {
        pick.ratings.get_or_insert_with(|| stored::verdicts(&ratings));
    }
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

/// Returns the round that a household is at: the one that it votes on, else the newest as long as it is not over.
pub async fn find_current(services: &Services, home: &Household) -> Result<Option<Round>, Error> {
    let now = services.clock.now();
    let active = find_round(services, home, home.active_round_id).await?;
    if let Some(round) = active.filter(|round| round.status_at(now) == Status::Voting) {
        return Ok(Some(round));
    }
    let listed = stored::list_newest_rounds(services, home.group_id).await?;
    // The index may show a vote that is over.
    for voting in listed.iter().filter(|round| round.status_at(now) == Status::Voting) {
        let round = find_round(services, home, Some(voting.round_id)).await?;
        if let Some(round) = round.filter(|round| round.status_at(now) == Status::Voting) {
            return Ok(Some(round));
        }
    }
    let newest = home.latest_round_id.or_else(|| listed.first().map(|round| round.round_id));
    let newest = find_round(services, home, newest).await?;
    Ok(newest.filter(|round| !round.status_at(now).is_over()))
}

/// Returns the vote that a household is at, if it is not `shown`.
pub async fn find_other_vote(
    services: &Services,
    home: &Household,
    shown: Option<RoundId>,
) -> Result<Option<RoundId>, Error> {
    let current = find_current(services, home).await?;
    let voting = current.filter(|round| round.status_at(services.clock.now()) == Status::Voting);
    Ok(voting.map(|round| round.round_id).filter(|id| Some(*id) != shown))
}

/// Returns the newest round if it is a draft beside the one that is shown.
pub async fn find_other_draft(
    services: &Services,
    home: &Household,
    shown: RoundId,
) -> Result<Option<RoundId>, Error> {
    let newest = match home.latest_round_id {
        Some(id) => Some(id),
        None => {
            stored::list_newest_rounds(services, home.group_id).await?.first().map(|round| round.round_id)
        }
    };
    let newest = find_round(services, home, newest.filter(|id| *id != shown)).await?;
    let draft = newest.filter(|round| round.status_at(services.clock.now()) == Status::Draft);
    Ok(draft.map(|round| round.round_id))
}

async fn find_round(
    services: &Services,
    home: &Household,
    id: Option<RoundId>,
) -> Result<Option<Round>, Error> {
    let Some(id) = id else { return Ok(None) };
    match stored::get_round(services, home.group_id, id).await {
        Err(Error::NoRound) => Ok(None),
        round => round.map(Some),
    }
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
