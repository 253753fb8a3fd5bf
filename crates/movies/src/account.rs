//! What becomes of movie night when an account is exported or deleted, and which links invite somebody to open one.

use crate::{
    Error, keys,
    model::{FilmRating, HouseholdId, InviteStatus, MemberId, Round, Suggestion, User, Vote},
    service::{get_invite, remove_member},
    stored,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use store::{StoreError, Write, from_item, query_all};
use web::{AccountHooks, Services, system::SYSTEM};

pub struct Accounts;

/// How often leaving is tried anew when others come and go at the same moment.
const TRIES: usize = 8;

async fn user(services: &Services, user: UserId) -> store::Result<Option<User>> {
    stored::find_user(services, user.into()).await.map_err(Error::into_storage)
}

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, id: UserId) -> store::Result<Option<(&'static str, Value)>> {
        let Some(user) = user(services, id).await? else { return Ok(None) };
        let managed = stored::list_managed(services, id).await.map_err(Error::into_storage)?;
        let home = match user.group_id {
            Some(household) => {
                Some(household_of(services, household, &user).await.map_err(Error::into_storage)?)
            }
            None => None,
        };
        let managed: Vec<_> = managed
            .iter()
            .map(|one| json!({ "memberId": one.user_id, "displayName": one.display_name, "contentRatingCeiling": one.ceiling() }))
            .collect();
        let (votes, ratings) = match user.group_id {
            Some(household) => said_in_rounds(services, household, user.user_id).await?,
            None => (Vec::new(), Vec::new()),
        };
        Ok(Some((
            "movies",
            json!({
                "household": home,
                "contentRatingCeiling": user.content_rating_ceiling,
                "managedMembers": managed,
                "votes": votes,
                "ratings": ratings,
            }),
        )))
    }

    async fn objection(&self, services: &Services, id: UserId) -> store::Result<Option<String>> {
        let Some(user) = user(services, id).await? else { return Ok(None) };
        if !stored::list_managed(services, id).await.map_err(Error::into_storage)?.is_empty() {
            return Ok(Some("You manage someone in your household. Remove them first.".into()));
        }
        let Some(household) = user.group_id else { return Ok(None) };
        let members = stored::list_members(services, household).await.map_err(Error::into_storage)?;
        let creator = members.iter().any(|member| member.id() == id.into() && member.is_creator());
        Ok((creator && members.len() > 1)
            .then(|| "Your household has other people in it. Hand it over to one of them first.".into()))
    }

    /// Whether a link leads to a household, so that whoever has it may open an account.
    async fn invites(&self, services: &Services, token: &str) -> store::Result<bool> {
        match get_invite::get_invite(services, token).await {
            Ok(seen) => Ok(seen.status == InviteStatus::Pending),
            Err(Error::NoInvite) => Ok(false),
            Err(error) => Err(error.into_storage()),
        }
    }

    async fn forget(&self, services: &Services, id: UserId) -> store::Result<()> {
        services.store.write(Write::delete(&SYSTEM, keys::screen(id))).await?;
        for _ in 0..TRIES {
            let Some(household) = user(services, id).await?.and_then(|user| user.group_id) else {
                return Ok(());
            };
            let home = match stored::get_household(services, household).await {
                Ok(home) => home,
                Err(Error::NoHousehold) => return Ok(()),
                Err(error) => return Err(error.into_storage()),
            };
            let members = stored::list_members(services, household).await.map_err(Error::into_storage)?;
            let Some(member) = members.iter().find(|member| member.id() == id.into()) else { return Ok(()) };
            forget_tastes(services, household, id.into()).await?;
            if remove_member::leave(services, &home, &members, member).await.map_err(Error::into_storage)? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict)
    }
}

/// What somebody said about films, and what they thought of those that were watched.
async fn said_in_rounds(
    services: &Services,
    household: HouseholdId,
    member: MemberId,
) -> store::Result<(Vec<Value>, Vec<Value>)> {
    let (store, mut votes, mut ratings) = (services.store.as_ref(), Vec::new(), Vec::new());
    for round in query_all(store, keys::rounds_of(household)).await? {
        let id = from_item::<Round>(round)?.round_id;
        for row in query_all(store, keys::votes_of(id)).await? {
            let vote: Vote = from_item(row)?;
            if vote.member_id == member {
                votes.push(json!({ "roundId": id, "tmdbMovieId": vote.tmdb_movie_id.0, "vote": vote.vote, "votedAt": vote.voted_at }));
            }
        }
        for row in query_all(store, keys::ratings_of(id)).await? {
            let rating: FilmRating = from_item(row)?;
            if rating.member_id == member {
                ratings.push(json!({ "roundId": id, "rating": rating.rating, "ratedAt": rating.rated_at }));
            }
        }
    }
    Ok((votes, ratings))
}

/// Whom a film suits follows from what they like, which goes with them.
async fn forget_tastes(services: &Services, household: HouseholdId, member: MemberId) -> store::Result<()> {
    let store = services.store.as_ref();
    for round in query_all(store, keys::rounds_of(household)).await? {
        let round: Round = from_item(round)?;
        for row in query_all(store, keys::suggestions_of(round.round_id)).await? {
            let mut suggestion: Suggestion = from_item(row)?;
            if suggestion.suits.contains(&member) {
                suggestion.suits.retain(|one| *one != member);
                match store.write(stored::put_suggestion(&suggestion)?.if_there()).await {
                    Err(error) if !error.is_condition_failed() => return Err(error),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

async fn household_of(services: &Services, household: HouseholdId, user: &User) -> Result<Value, Error> {
    let home = stored::get_household(services, household).await?;
    let said = stored::find_preferences(services, household, user.user_id).await?;
    Ok(json!({
        "groupId": home.group_id,
        "name": home.name,
        "genreLikes": said.genre_likes,
        "genreDislikes": said.genre_dislikes,
        "maxContentRating": said.max_content_rating,
    }))
}
