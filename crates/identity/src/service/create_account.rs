//! Creates an account: its profile, its sign-in record and its roles, in one transaction.

use super::{change_profile, confirm_email::ask};
use crate::{
    error::{Error, Result},
    keys,
    live::Everyone,
    model::{Account, Email, NotificationPrefs, Password, SignIn, User, display_name, names},
    passwords,
    stored::one_super_admin_more,
    tables::{IDENTITY, USERS},
};
use kernel::{Checks, Moment, Open, Role, UserId};
use serde::Serialize;
use std::net::IpAddr;
use store::{StoreError, Transaction, Write, difference, put};
use web::{Entity, Services};

/// What an account is made of, checked.
pub struct NewAccount {
    pub email: Email,
    pub display_name: String,
    pub password: Password,
    /// Row of `Users` that another program wrote and that becomes this account's.
    pub row: Option<User>,
    /// Written in the same transaction.
    pub with: Vec<Write>,
}

impl NewAccount {
    pub fn check(services: &Services, email: &str, name: &str, password: &str) -> Result<Self> {
        let mut checks = Checks::new();
        let display_name = display_name(name, "displayName", &mut checks);
        let email = Email::check(email, "email", &mut checks);
        let names = names(&services.settings.base_url, email.as_str(), &display_name);
        let password = Password::check(password, &names, "password", &mut checks);
        checks.done()?;
        Ok(Self { email, display_name, password, row: None, with: Vec::new() })
    }
}

/// As what somebody comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// As the instance's first account, which makes them SuperAdmin. Decided by the put of one item.
    First,
    With(Vec<Role>),
}

/// Whether it is known that the e-mail address is read by who gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proven {
    Yes,
    /// A link is mailed there, where the server sends mail, for a caller at this network address.
    Not(IpAddr),
}

/// The item whose first put decides who is first; from then on it counts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SuperAdmins {
    count: u64,
    first_user_id: UserId,
    since: Moment,
}

/// Creates the account. Fails with [`Error::FirstTaken`] when somebody else was first in the meantime.
pub async fn create_account(
    services: &Services,
    new: NewAccount,
    standing: Standing,
    proven: Proven,
) -> Result<Account> {
    let password_hash = passwords::hash(&services.rng, services.settings.password_cost, new.password).await?;
    let now = Moment::from(services.clock.now());
    let user_id = new.row.as_ref().map_or_else(|| UserId(services.rng.uuid_v4()), |row| row.user_id);
    let (is_first, roles) = match standing {
        Standing::First => (true, vec![Role::SuperAdmin]),
        Standing::With(roles) => (false, roles),
    };
    let account = Account {
        user_id,
        email: new.email.to_string(),
        display_name: new.display_name.clone(),
        time_zone: new.row.as_ref().and_then(|row| row.time_zone.clone()),
        roles: roles.into_iter().map(Open::Known).collect(),
        epoch: 1,
        resets: 0,
        reset_at: None,
        confirmed_at: (proven == Proven::Yes).then_some(now),
        provider: None,
        links: Vec::new(),
        last_login_at: None,
        last_login_ip: None,
        version: 1,
        created_at: now,
        deleted_at: None,
        deactivated_at: None,
    };
    let sign_in = SignIn { user_id, password_hash, created_at: now };
    let mut writes = vec![
        put(&IDENTITY, keys::sign_in(&new.email), &sign_in)?.if_new(),
        put(&IDENTITY, keys::account(user_id), &account)?.if_new(),
        profile_write(&account, new.row.as_ref(), now)?,
    ];
    if is_first {
        let count = SuperAdmins { count: 1, first_user_id: user_id, since: now };
        writes.push(put(&IDENTITY, keys::super_admins(), &count)?.if_new());
    } else if account.counts() {
        writes.push(one_super_admin_more());
    }
    if let Proven::Not(from) = proven
        && services.outbound.mail.delivers()
    {
        writes.extend(ask(services, &account, &new.email, Some(from))?);
    }
    if new.row.is_some_and(|row| row.display_name != account.display_name) {
        writes.push(change_profile::enqueue(user_id, *now)?);
    }
    writes.extend(new.with);
    writes.extend(Everyone::mark(services, user_id)?);
    services.store.transact(Transaction::of(writes)).await.map_err(|error| why(error, is_first))?;
    Everyone::changed(services, user_id);
    services.work_bell.notify_one();
    tracing::info!(target: "audit", audit = true, user = %user_id, roles = ?account.roles, "account created");
    Ok(account)
}

/// Returns the write of an account's row of `Users`. One that another program wrote keeps what it has.
pub fn profile_write(account: &Account, row: Option<&User>, now: Moment) -> store::Result<Write> {
    let key = keys::user(account.user_id);
    let Some(row) = row else { return Ok(put(&USERS, key, &profile(account, now))?.if_new()) };
    let mut after = User {
        email: Some(account.email.clone()),
        display_name: account.display_name.clone(),
        last_active_at: now,
        notification_prefs: Some(row.notification_prefs.clone().unwrap_or_default()),
        ..row.clone()
    };
    after.edited(*now);
    Ok(difference(&USERS, key, row, &after)?.when(row.unchanged()).if_there())
}

fn profile(account: &Account, now: Moment) -> User {
    User {
        user_id: account.user_id,
        email: Some(account.email.clone()),
        display_name: account.display_name.clone(),
        avatar_key: None,
        is_managed: false,
        created_at: now,
        last_active_at: now,
        notification_prefs: Some(NotificationPrefs::default()),
        device_token: None,
        time_zone: None,
        no_add_groups: Vec::new(),
        version: 1,
    }
}

fn why(error: StoreError, is_first: bool) -> Error {
    if error.failed_at(0) {
        Error::EmailTaken
    } else if is_first && error.failed_at(3) {
        Error::FirstTaken
    } else {
        error.into()
    }
}
