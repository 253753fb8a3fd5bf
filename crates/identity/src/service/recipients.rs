//! People as messages need to know them: names, zones, and groups that they must not be added to.

use crate::{
    error::{Error, Result},
    keys,
    model::User,
    stored,
    tables::USERS,
};
use kernel::UserId;
use std::collections::HashMap;
use store::{batch_get_all, readable};
use web::{Edit, Expected, Services, Settings, Zones, edit};

/// Groups that one person may refuse; beyond that the oldest are forgotten.
const MAX_REFUSED_GROUPS: usize = 1_000;

/// A person who is told something.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipient {
    pub display_name: String,
    pub zones: Zones,
}

/// Returns those of these people who have an account or are managed by one.
pub async fn list_recipients(
    services: &Services,
    users: &[UserId],
) -> store::Result<HashMap<UserId, Recipient>> {
    let mut wanted = users.to_vec();
    wanted.sort();
    wanted.dedup();
    let keys: Vec<_> = wanted.iter().map(|user| keys::user(*user)).collect();
    let rows = batch_get_all(services.store.as_ref(), &USERS, &keys).await?;
    let read = |user: User| {
        let zones = zones_of(&user, &services.settings);
        (user.user_id, Recipient { display_name: user.display_name, zones })
    };
    Ok(readable(&USERS, rows.into_iter().flatten()).into_iter().map(read).collect())
}

/// Returns the zones of the times in a person's letters.
pub fn zones_of(user: &User, settings: &Settings) -> Zones {
    Zones::new(user.time_zone.clone(), settings.default_zone())
}

/// Returns whether a person has said that nobody may add them to this group again.
pub async fn refuses_group(services: &Services, user: UserId, group: &str) -> store::Result<bool> {
    let found = stored::find_user(services.store.as_ref(), user).await?;
    Ok(found.is_some_and(|user| user.no_add_groups.iter().any(|refused| refused == group)))
}

/// Notes that nobody may add a person to this group again.
pub async fn refuse_group(services: &Services, user: UserId, group: &str) -> Result<()> {
    let load = async || stored::get_user(services.store.as_ref(), user).await;
    edit(services, &Expected::any(), load, |profile: &mut User| {
        if !profile.no_add_groups.iter().any(|refused| refused == group) {
            profile.no_add_groups.push(group.to_owned());
            let beyond = profile.no_add_groups.len().saturating_sub(MAX_REFUSED_GROUPS);
            profile.no_add_groups.drain(..beyond);
        }
        Ok::<_, Error>(Edit::of(()))
    })
    .await?;
    Ok(())
}
