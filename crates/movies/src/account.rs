//! What becomes of movie night when an account is exported or deleted, and which links invite somebody to open one.

use crate::{
    Error, keys,
    model::{HouseholdId, InviteStatus, User},
    service::{get_invite, remove_member},
    stored,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use store::{StoreError, Write};
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
        let ceiling = user.content_rating_ceiling;
        Ok(Some((
            "movies",
            json!({ "household": home, "contentRatingCeiling": ceiling, "managedMembers": managed }),
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
            if remove_member::leave(services, &home, &members, member).await.map_err(Error::into_storage)? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict)
    }
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
