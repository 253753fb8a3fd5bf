//! What becomes of movie night when an account is exported or deleted, and which links invite somebody to open one.

mod export;

use crate::{
    Error, keys,
    model::{Household, HouseholdId, InviteStatus, MemberId, Removal, Round, RoundId, Suggestion, User},
    service::{get_invite, remove_member},
    stored,
    tables::{ROUNDS, SUGGESTIONS},
};
use async_trait::async_trait;
use kernel::{Moment, UserId};
use serde_json::Value;
use std::collections::BTreeSet;
use store::{Item, StoreError, Transaction, View, Write, from_item, query_all, readable, readable_row};
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
        export::all(services, id).await.map(|all| all.map(|all| ("movies", all)))
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
            Ok(seen) => Ok(seen.status.is(&InviteStatus::Pending)),
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

/// Whom a film suits follows from what they like, which goes with them.
async fn forget_tastes(services: &Services, home: &Household, member: MemberId) -> store::Result<()> {
    let store = services.store.as_ref();
    // The household names its newest rounds, which the index may not show yet.
    let mut rounds: BTreeSet<RoundId> = home.rounds().collect();
    let listed = query_all(store, keys::rounds_of(home.group_id)).await?;
    rounds.extend(readable::<Round>(&ROUNDS, listed).iter().map(|round| round.round_id));
    for round in rounds {
        let films = query_all(store, keys::suggestions_of(round)).await?;
        for film in readable(&SUGGESTIONS, films) {
            forget_taste(services, film, member).await?;
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
                found = row.and_then(|row| readable_row(&SUGGESTIONS, row));
            }
            written => return written,
        }
    }
    Err(StoreError::Conflict)
}
