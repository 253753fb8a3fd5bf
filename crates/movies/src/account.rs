//! What becomes of movie night when an account is exported or deleted, and which links invite somebody to open one.

use crate::{
    Error, keys,
    model::{
        FilmRating, Household, HouseholdId, InviteStatus, MemberId, Pick, Removal, Round, RoundId,
        Suggestion, User, Vote,
    },
    service::{get_invite, remove_member},
    stored,
    tables::SUGGESTIONS,
};
use async_trait::async_trait;
use kernel::{Moment, UserId};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{Item, StoreError, Transaction, View, Write, from_item, query_all};
use web::{AccountHooks, Services, system::SYSTEM};

pub struct Accounts;

/// How often leaving is tried anew when others come and go at the same moment.
const TRIES: usize = 8;

async fn user(services: &Services, user: UserId) -> store::Result<Option<User>> {
    Ok(stored::find_user(services, user.into()).await?)
}

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, id: UserId) -> store::Result<Option<(&'static str, Value)>> {
        let Some(user) = user(services, id).await? else { return Ok(None) };
        let managed = stored::list_managed(services, id).await?;
        let home = match user.group_id {
            Some(household) => household_of(services, household, &user).await?,
            None => None,
        };
        let managed: Vec<_> = managed
            .iter()
            .map(|one| json!({ "memberId": one.user_id, "displayName": one.display_name, "contentRatingCeiling": one.ceiling() }))
            .collect();
        let said = match user.group_id {
            Some(household) => Said::by(services, household, user.user_id).await?,
            None => Said::default(),
        };
        let removed: Vec<_> = removals(services, id)
            .await?
            .iter()
            .map(|(household, at)| json!({ "groupId": household, "removedAt": at }))
            .collect();
        Ok(Some((
            "movies",
            json!({
                "household": home,
                "removedFrom": removed,
                "contentRatingCeiling": user.content_rating_ceiling,
                "managedMembers": managed,
                "rounds": said.rounds,
                "suggestions": said.suggestions,
                "votes": said.votes,
                "picks": said.picks,
                "ratings": said.ratings,
            }),
        )))
    }

    async fn objection(&self, services: &Services, id: UserId) -> store::Result<Option<String>> {
        let Some(user) = user(services, id).await? else { return Ok(None) };
        let members = match user.group_id {
            Some(household) => stored::list_members(services, household).await?,
            None => Vec::new(),
        };
        // Members of the household do not depend on the index, which finds those outside of one and may lag.
        let manages = members.iter().any(|member| member.is_managed_by(id));
        if manages || !stored::list_managed(services, id).await?.is_empty() {
            return Ok(Some("You manage someone in your household. Remove them first.".into()));
        }
        let creator = members.iter().any(|member| member.id() == id.into() && member.is_creator());
        Ok((creator && members.len() > 1)
            .then(|| "Your household has other people in it. Hand it over to one of them first.".into()))
    }

    /// Whether a link leads to a household, so that whoever has it may open an account.
    async fn invites(&self, services: &Services, token: &str) -> store::Result<bool> {
        match get_invite::get_invite(services, token).await {
            Ok(seen) => Ok(seen.status == InviteStatus::Pending),
            Err(Error::NoInvite) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn ended_by_reset(&self, id: UserId) -> Vec<Write> {
        vec![Write::delete(&SYSTEM, keys::screen(id))]
    }

    async fn forget(&self, services: &Services, id: UserId) -> store::Result<bool> {
        services.store.write(Write::delete(&SYSTEM, keys::screen(id))).await?;
        let left = leave_household(services, id).await?;
        forget_removals(services, id).await?;
        Ok(left)
    }
}

/// Returns whether they were in a household.
async fn leave_household(services: &Services, id: UserId) -> store::Result<bool> {
    for _ in 0..TRIES {
        let Some(household) = user(services, id).await?.and_then(|user| user.group_id) else {
            return Ok(false);
        };
        let home = match stored::get_household(services, household).await {
            Ok(home) => home,
            Err(Error::NoHousehold) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let members = stored::list_members(services, household).await?;
        let Some(member) = members.iter().find(|member| member.id() == id.into()) else {
            return Ok(false);
        };
        forget_tastes(services, &home, id.into()).await?;
        if remove_member::leave(services, &home, &members, member, None).await? {
            return Ok(true);
        }
    }
    Err(StoreError::Conflict)
}

/// The households that an account was removed from, with the time of each removal.
async fn removals(services: &Services, id: UserId) -> store::Result<Vec<(HouseholdId, Moment)>> {
    let rows = query_all(services.store.as_ref(), keys::removals_from(id)).await?;
    let read = |row: Item| {
        let household = row.get("SK").and_then(View::as_str).and_then(|id| id.parse().ok());
        household.map(|household| Ok((household, from_item::<Removal>(row)?.removed_at)))
    };
    rows.into_iter().filter_map(read).collect()
}

/// After the household: nobody removes them from one any more.
async fn forget_removals(services: &Services, id: UserId) -> store::Result<()> {
    for (household, _) in removals(services, id).await? {
        let rows = [keys::removal(household, id), keys::removed_from(id, household)];
        let deletes = rows.map(|key| Write::delete(&SYSTEM, key));
        services.store.transact(Transaction::of(deletes)).await?;
    }
    Ok(())
}

/// What somebody did in their household's rounds: those that they started, films that they added, votes, picks, and what they
/// thought of what was watched.
#[derive(Default)]
struct Said {
    rounds: Vec<Value>,
    suggestions: Vec<Value>,
    votes: Vec<Value>,
    picks: Vec<Value>,
    ratings: Vec<Value>,
}

impl Said {
    async fn by(services: &Services, household: HouseholdId, member: MemberId) -> store::Result<Self> {
        let mut said = Self::default();
        for row in query_all(services.store.as_ref(), keys::rounds_of(household)).await? {
            said.add_round(services, &from_item(row)?, member).await?;
        }
        for row in query_all(services.store.as_ref(), keys::picks_of(household)).await? {
            let pick: Pick = from_item(row)?;
            if pick.picked_by == member {
                said.picks.push(json!({ "pickId": pick.pick_id, "roundId": pick.round_id, "title": pick.title, "pickedAt": pick.picked_at }));
            }
        }
        Ok(said)
    }

    async fn add_round(&mut self, services: &Services, round: &Round, member: MemberId) -> store::Result<()> {
        let (store, id) = (services.store.as_ref(), round.round_id);
        if round.started_by == member || round.is_attended_by(member) {
            let started = round.started_by == member;
            self.rounds.push(json!({ "roundId": id, "createdAt": round.created_at, "startedByMe": started }));
        }
        for row in query_all(store, keys::suggestions_of(id)).await? {
            let film: Suggestion = from_item(row)?;
            if film.added_by == Some(member) {
                self.suggestions
                    .push(json!({ "roundId": id, "tmdbMovieId": film.tmdb_movie_id, "title": film.title }));
            }
        }
        for row in query_all(store, keys::votes_of(id)).await? {
            let vote: Vote = from_item(row)?;
            if vote.member_id == member {
                self.votes.push(json!({ "roundId": id, "tmdbMovieId": vote.tmdb_movie_id.0, "vote": vote.vote, "votedAt": vote.voted_at }));
            }
        }
        for row in query_all(store, keys::ratings_of(id)).await? {
            let rating: FilmRating = from_item(row)?;
            if rating.member_id == member {
                self.ratings
                    .push(json!({ "roundId": id, "rating": rating.rating, "ratedAt": rating.rated_at }));
            }
        }
        Ok(())
    }
}

/// Whom a film suits follows from what they like, which goes with them.
async fn forget_tastes(services: &Services, home: &Household, member: MemberId) -> store::Result<()> {
    let store = services.store.as_ref();
    // The household names its newest rounds, which the index may not show yet.
    let mut rounds: BTreeSet<RoundId> = home.rounds().collect();
    for round in query_all(store, keys::rounds_of(home.group_id)).await? {
        rounds.insert(from_item::<Round>(round)?.round_id);
    }
    for round in rounds {
        for row in query_all(store, keys::suggestions_of(round)).await? {
            forget_taste(services, from_item(row)?, member).await?;
        }
    }
    Ok(())
}

/// Takes `member` off those whom a film suits. Nothing else of the film is written, and that only as it was read.
async fn forget_taste(services: &Services, film: Suggestion, member: MemberId) -> store::Result<()> {
    let (round, id) = (film.round_id, film.tmdb_movie_id);
    let mut found = Some(film);
    for _ in 0..TRIES {
        let Some(film) = found.take().filter(|film| film.suits.contains(&member)) else { return Ok(()) };
        match services.store.write(stored::change_suits(&film, |one| *one != member)).await {
            Err(error) if error.is_condition_failed() => {
                let row = services.store.get(&SUGGESTIONS, &keys::suggestion(round, id)).await?;
                found = row.map(from_item).transpose()?;
            }
            written => return written,
        }
    }
    Err(StoreError::Conflict)
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
    let said = stored::find_preferences(services, household, user.user_id).await?;
    Ok(Some(json!({
        "groupId": home.group_id,
        "name": home.name,
        "genreLikes": said.genre_likes,
        "genreDislikes": said.genre_dislikes,
        "maxContentRating": said.max_content_rating,
    })))
}
