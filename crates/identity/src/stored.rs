//! Reading and writing accounts, profiles and secrets.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Secret, SecretRow, SignIn, User},
    tables::{IDENTITY, USERS},
};
use jiff::Timestamp;
use kernel::{Moment, UserId};
use serde::Deserialize;
use std::collections::HashMap;
use store::{
    Comparison, Condition, Key, Store, Table, Write, batch_get_all, from_item, readable, readable_row,
};
use web::{Entity, edit::same_version};

impl Entity for User {
    fn place(&self) -> (&'static Table, Key) {
        (&USERS, keys::user(self.user_id))
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn edited(&mut self, _: Timestamp) {
        self.version += 1;
    }

    fn unchanged(&self) -> Condition {
        same_version(self.version)
    }
}

impl Entity for Account {
    fn place(&self) -> (&'static Table, Key) {
        (&IDENTITY, keys::account(self.user_id))
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn edited(&mut self, _: Timestamp) {
        self.version += 1;
    }

    fn unchanged(&self) -> Condition {
        let is_there = Condition::exists("userId").and(Condition::absent("deletedAt"));
        same_version(self.version).and(is_there)
    }
}

/// The account, unless there is none that can be read or it is being deleted.
pub async fn get_account(store: &dyn Store, user: UserId) -> Result<Account> {
    let item = store.get(&IDENTITY, &keys::account(user)).await?;
    let account: Option<Account> = item.and_then(|row| readable_row(&IDENTITY, row));
    account.filter(|account| account.deleted_at.is_none()).ok_or(Error::NoSuchAccount)
}

/// The profile row of an account.
pub async fn get_user(store: &dyn Store, user: UserId) -> Result<User> {
    let item = store.get(&USERS, &keys::user(user)).await?.ok_or(Error::NoSuchAccount)?;
    Ok(from_item(item)?)
}

/// The profile row of a person, if there is one that can be read.
pub async fn find_user(store: &dyn Store, user: UserId) -> store::Result<Option<User>> {
    Ok(store.get(&USERS, &keys::user(user)).await?.and_then(|row| readable_row(&USERS, row)))
}

/// Whose e-mail address it is, if the record can be read. By key, so that an account is found the moment it exists.
pub async fn find_sign_in(store: &dyn Store, email: &Email) -> Result<Option<SignIn>> {
    let item = store.get(&IDENTITY, &keys::sign_in(email)).await?;
    Ok(item.and_then(|row| readable_row(&IDENTITY, row)))
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

/// The row and the account behind a secret, when both are good: one read.
pub async fn find_live(
    store: &dyn Store,
    secret: &Secret,
    now: Moment,
) -> store::Result<Option<(SecretRow, Account)>> {
    let keys = [keys::account(secret.user_id()), keys::secret(secret.user_id(), secret.kind, secret.id())];
    let mut found = store.batch_get(&IDENTITY, &keys).await?.into_iter();
    let (Some(Some(account)), Some(Some(row))) = (found.next(), found.next()) else { return Ok(None) };
    let read = (readable_row(&IDENTITY, account), readable_row(&IDENTITY, row));
    let (Some(account), Some(row)): (Option<Account>, Option<SecretRow>) = read else { return Ok(None) };
    let good = row.is_of(secret) && row.is_good(secret.kind, &account, now) && account.deleted_at.is_none();
    let good = good && account.is_active();
    Ok(good.then_some((row, account)))
}

/// The names to show for these people; those who have left are not among them.
pub async fn list_names(store: &dyn Store, users: &[UserId]) -> Result<HashMap<UserId, String>> {
    let mut wanted = users.to_vec();
    wanted.sort();
    wanted.dedup();
    let keys: Vec<_> = wanted.iter().map(|user| keys::user(*user)).collect();
    let rows = batch_get_all(store, &USERS, &keys).await?;
    let users = readable::<User>(&USERS, rows.into_iter().flatten());
    Ok(users.into_iter().map(|user| (user.user_id, user.display_name)).collect())
}

/// Returns a check that the account is there and of the epoch it was read in, so that nothing is left behind by one that is being
/// deleted, and nothing slips in behind a password reset.
pub fn while_in_epoch(account: &Account) -> Write {
    let same = Condition::equals("epoch", account.epoch).and(Condition::absent("deletedAt"));
    Write::check(&IDENTITY, keys::account(account.user_id), same)
}

/// How many SuperAdmins there are.
pub async fn count_super_admins(store: &dyn Store) -> store::Result<u64> {
    #[derive(Deserialize)]
    struct Count {
        count: u64,
    }
    let item = store.get(&IDENTITY, &keys::super_admins()).await?;
    Ok(item.map(from_item::<Count>).transpose()?.map_or(0, |count| count.count))
}

/// Adds one to the count of SuperAdmins.
pub fn one_super_admin_more() -> Write {
    Write::update(&IDENTITY, keys::super_admins()).add("count", 1)
}

/// Takes one from the count of SuperAdmins, unless it is the last.
pub fn one_super_admin_less() -> Write {
    let not_the_last = Condition::compare("count", Comparison::Greater, 1);
    Write::update(&IDENTITY, keys::super_admins()).add("count", -1).when(not_the_last)
}
