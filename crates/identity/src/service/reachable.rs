//! People who can be told something while they are not looking.

use crate::{
    keys,
    model::{Account, User},
    tables::{IDENTITY, USERS},
};
use kernel::UserId;
use std::collections::BTreeSet;
use store::{batch_get_all, readable};
use web::{Services, notify::Topic};

/// Returns those of these people who have an active account and have not turned a topic off.
pub async fn list_reachable(
    services: &Services,
    users: &BTreeSet<UserId>,
    topic: Topic,
) -> store::Result<BTreeSet<UserId>> {
    let store = services.store.as_ref();
    let profiles: Vec<_> = users.iter().map(|user| keys::user(*user)).collect();
    let accounts: Vec<_> = users.iter().map(|user| keys::account(*user)).collect();
    let (profiles, accounts) = futures::try_join!(
        batch_get_all(store, &USERS, &profiles),
        batch_get_all(store, &IDENTITY, &accounts)
    )?;
    let profiles: Vec<User> = readable(&USERS, profiles.into_iter().flatten());
    let accounts: Vec<Account> = readable(&IDENTITY, accounts.into_iter().flatten());
    let is_active = |account: &&Account| account.is_active() && account.deleted_at.is_none();
    let active: BTreeSet<_> = accounts.iter().filter(is_active).map(|account| account.user_id).collect();
    let wanting = profiles.iter().filter(|user| user.wants(Some(topic))).map(|user| user.user_id);
    Ok(wanting.filter(|user| active.contains(user)).collect())
}
