//! Finding accounts and people: by id, by e-mail address, by many ids at once.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, SignIn, User},
    tables::{IDENTITY, USERS},
};
use kernel::{Role, UserId};
use serde::Serialize;
use std::collections::HashMap;
use store::{Store, batch_get_all, from_item};
use utoipa::ToSchema;
use web::{Ctx, Quota};

/// Somebody, as others may know them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    #[schema(value_type = String, format = Uuid)]
    pub user_id: UserId,
    pub display_name: String,
}

/// The account, unless there is none or it is being deleted.
pub async fn get_account(store: &dyn Store, user: UserId) -> Result<Account> {
    let item = store.get(&IDENTITY, &keys::account(user)).await?;
    let account: Option<Account> = item.map(from_item).transpose()?;
    account.filter(|account| account.deleted_at.is_none()).ok_or(Error::NoSuchAccount)
}

/// The profile row of an account.
pub async fn get_user(store: &dyn Store, user: UserId) -> Result<User> {
    let item = store.get(&USERS, &keys::user(user)).await?.ok_or(Error::NoSuchAccount)?;
    Ok(from_item(item)?)
}

/// The profile row of a person, if there is one.
pub async fn find_user(store: &dyn Store, user: UserId) -> store::Result<Option<User>> {
    store.get(&USERS, &keys::user(user)).await?.map(from_item).transpose()
}

/// Whose e-mail address it is. By key, so that an account is found the moment it exists.
pub async fn find_sign_in(store: &dyn Store, email: &Email) -> Result<Option<SignIn>> {
    let item = store.get(&IDENTITY, &keys::sign_in(email)).await?;
    Ok(item.map(from_item).transpose()?)
}

/// The account with this e-mail address.
pub async fn find_account(store: &dyn Store, email: &Email) -> Result<Option<Account>> {
    let Some(sign_in) = find_sign_in(store, email).await? else { return Ok(None) };
    match get_account(store, sign_in.user_id).await {
        Ok(account) => Ok(Some(account)),
        Err(Error::NoSuchAccount) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The person with this e-mail address, for an Admin. Limited, so that nobody tries out a list of addresses.
pub async fn find_person(ctx: &Ctx, email: &str) -> Result<Option<Person>> {
    let admin = ctx.actor.with_role(Role::Admin)?;
    let email = Email::parse(email)?;
    ctx.quotas.take(Quota::Registrations, ctx.actor.address)?;
    ctx.quotas.take_as(Quota::Registrations, &admin.user_id.to_string())?;
    let account = find_account(ctx.store.as_ref(), &email).await?;
    Ok(account.map(|account| Person { user_id: account.user_id, display_name: account.display_name }))
}

/// The names to show for these people; those who have left are not among them.
pub async fn list_names(store: &dyn Store, users: &[UserId]) -> Result<HashMap<UserId, String>> {
    let mut wanted = users.to_vec();
    wanted.sort();
    wanted.dedup();
    let keys: Vec<_> = wanted.iter().map(|user| keys::user(*user)).collect();
    let rows = batch_get_all(store, &USERS, &keys).await?;
    let named = rows.into_iter().flatten().map(|row| {
        let user: User = from_item(row)?;
        Ok((user.user_id, user.display_name))
    });
    named.collect()
}
