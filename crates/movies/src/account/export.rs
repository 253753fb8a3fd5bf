//! Everything of movie night that an account holds, for its owner.

use super::removals;
use crate::{
    Error, keys,
    model::{HouseholdId, Invite, MemberId, Pick, Preferences, Round, User},
    stored,
    tables::{INVITES, PICKS, ROUNDS},
};
use kernel::UserId;
use serde_json::{Value, json};
use store::{query_all, readable};
use web::Services;

pub async fn all(services: &Services, id: UserId) -> store::Result<Option<Value>> {
    let Some(user) = super::user(services, id).await? else { return Ok(None) };
    let (mut home, mut said) = (None, Said::default());
    if let Some(household) = user.group_id {
        home = household_of(services, household, &user).await?;
        said = Said::by(services, household, user.user_id).await?;
    }
    let mut managed = Vec::new();
    for one in stored::list_managed(services, id).await? {
        managed.push(managed_member(services, &one).await?);
    }
    let removed = removals(services, id).await?;
    let removed = removed.iter().map(|(household, at)| json!({ "groupId": household, "removedAt": at }));
    Ok(Some(json!({
        "household": home,
        "removedFrom": removed.collect::<Vec<_>>(),
        "contentRatingCeiling": user.content_rating_ceiling,
        "managedMembers": managed,
        "invites": said.invites,
        "rounds": said.rounds,
        "suggestions": said.suggestions,
        "votes": said.votes,
        "picks": said.picks,
        "ratings": said.ratings,
    })))
}

/// A managed member with what their parent entered for them.
async fn managed_member(services: &Services, one: &User) -> store::Result<Value> {
    let (mut preferences, mut said) = (Value::Null, Said::default());
    if let Some(household) = one.group_id {
        let stored = stored::find_preferences(services, household, one.user_id).await?;
        preferences = stored.as_ref().map_or(Value::Null, tastes);
        said = Said::by(services, household, one.user_id).await?;
    }
    Ok(json!({
        "memberId": one.user_id,
        "displayName": one.display_name,
        "avatarKey": one.avatar_key,
        "contentRatingCeiling": one.content_rating_ceiling,
        "groupId": one.group_id,
        "createdAt": one.created_at,
        "preferences": preferences,
        "votes": said.votes,
        "picks": said.picks,
        "ratings": said.ratings,
    }))
}

fn tastes(said: &Preferences) -> Value {
    json!({
        "genreLikes": said.genre_likes,
        "genreDislikes": said.genre_dislikes,
        "maxContentRating": said.max_content_rating,
        "updatedAt": said.updated_at,
    })
}

async fn household_of(
    services: &Services,
    household: HouseholdId,
    user: &User,
) -> Result<Option<Value>, Error> {
    let home = match stored::get_household(services, household).await {
        Err(Error::NoHousehold) => return Ok(None),
        home => home?,
    };
    let members = stored::list_members(services, household).await?;
    let me = members.iter().find(|member| member.id() == user.user_id);
    let said = stored::find_preferences(services, household, user.user_id).await?;
    let said = said.unwrap_or_else(|| Preferences::none(household, user.user_id));
    Ok(Some(json!({
        "groupId": home.group_id,
        "name": home.title(),
        "createdByMe": home.created_by == Some(user.user_id),
        "createdAt": home.created_at,
        "streamingServices": home.streaming_services,
        "ratingRegion": home.region(),
        "role": me.map(|me| me.membership.role().to_string()),
        "joinedAt": me.and_then(|me| me.membership.joined_at),
        "genreLikes": said.genre_likes,
        "genreDislikes": said.genre_dislikes,
        "maxContentRating": said.max_content_rating,
    })))
}

/// One member's part in a household: rounds that they started or attended, films that they added, votes, picks, ratings of what was
/// watched, and invites that they made.
#[derive(Default)]
struct Said {
    invites: Vec<Value>,
    rounds: Vec<Value>,
    suggestions: Vec<Value>,
    votes: Vec<Value>,
    picks: Vec<Value>,
    ratings: Vec<Value>,
}

impl Said {
    async fn by(services: &Services, household: HouseholdId, member: MemberId) -> store::Result<Self> {
        let (store, mut said) = (services.store.as_ref(), Self::default());
        let rounds: Vec<Round> = readable(&ROUNDS, query_all(store, keys::rounds_of(household)).await?);
        for round in &rounds {
            said.add_round(services, round, member).await?;
        }
        let picks: Vec<Pick> = readable(&PICKS, query_all(store, keys::picks_of(household)).await?);
        for pick in picks.iter().filter(|pick| pick.picked_by == Some(member)) {
            said.picks.push(json!({ "pickId": pick.pick_id, "roundId": pick.round_id, "tmdbMovieId": pick.tmdb_movie_id, "title": pick.title(), "pickedAt": pick.picked_at, "watchedAt": pick.watched_at }));
        }
        let invites: Vec<Invite> = readable(&INVITES, query_all(store, keys::invites_of(household)).await?);
        let now = services.clock.now();
        for invite in invites.iter().filter(|invite| invite.is_made_by(member)) {
            said.invites.push(json!({ "inviteId": invite.invite_id, "status": invite.status_at(now), "createdAt": invite.created_at, "expiresAt": invite.expires() }));
        }
        Ok(said)
    }

    async fn add_round(&mut self, services: &Services, round: &Round, member: MemberId) -> store::Result<()> {
        let id = round.round_id;
        let started = round.started_by == Some(member);
        if started || round.is_attended_by(member) {
            let status = round.status_text(services.clock.now());
            self.rounds.push(json!({ "roundId": id, "status": status, "createdAt": round.created_at, "startedByMe": started }));
        }
        for film in stored::list_suggestions(services, id).await? {
            if film.added_by == Some(member) {
                self.suggestions
                    .push(json!({ "roundId": id, "tmdbMovieId": film.tmdb_movie_id, "title": film.title }));
            }
        }
        for vote in stored::list_votes(services, id).await? {
            if vote.member_id == member {
                self.votes.push(json!({ "roundId": id, "tmdbMovieId": vote.tmdb_movie_id, "vote": vote.vote, "votedAt": vote.voted_at }));
            }
        }
        for rating in stored::list_ratings(services, id).await? {
            if rating.member_id == member {
                self.ratings
                    .push(json!({ "roundId": id, "rating": rating.rating, "ratedAt": rating.rated_at }));
            }
        }
        Ok(())
    }
}
