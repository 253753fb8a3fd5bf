//! Someone sets a new password by a link. Everything that opens the account or a part of it ends: sessions, API tokens, other links,
//! identities at a provider, the calendar's address, push subscriptions, and what features made ([`web::AccountHooks`]). Whoever had
//! the account before its owner could set a password keeps no way in.

use super::subscribe_push::list_pushes;
use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Password, Secret, SecretKind, SecretRow, SignIn, names},
    passwords, stored,
    tables::{IDENTITY, USERS},
};
use kernel::{Checks, Moment, UserId};
use store::{Condition, Transaction, Write, difference};
use web::{Entity, Services, system::SYSTEM};

pub async fn reset_password(services: &Services, token: &str, password: &str) -> Result<()> {
    let (secret, row, account) = find(services, token).await?.ok_or(Error::DeadLink)?;
    let mut checks = Checks::new();
    let names = names(&services.settings.base_url, &account.email, &account.display_name);
    let password = Password::check(password, &names, "password", &mut checks);
    checks.done()?;
    let hash = passwords::hash(&services.rng, services.settings.password_cost, password).await?;
    let writes = writes(services, &secret, row, &account, hash).await?;
    services
        .store
        .transact(Transaction::of(writes))
        .await
        .map_err(|error| if error.is_condition_failed() { Error::DeadLink } else { error.into() })?;
    services.live.account_changed(account.user_id);
    // One may have come between reading them and the reset; from here on the sessions of before add none.
    for push in list_pushes(services, account.user_id).await? {
        services.store.write(Write::delete(&SYSTEM, keys::push(account.user_id, push.id))).await?;
    }
    tracing::info!(target: "audit", audit = true, user = %account.user_id, "password set by a reset link");
    Ok(())
}

async fn writes(
    services: &Services,
    secret: &Secret,
    row: SecretRow,
    account: &Account,
    password_hash: String,
) -> Result<Vec<Write>> {
    let email = Email::parse(&account.email)?;
    let known = stored::find_sign_in(services.store.as_ref(), &email).await?.ok_or(Error::DeadLink)?;
    let key = keys::sign_in(&email);
    let mut after = account.clone();
    (after.epoch, after.resets) = (account.epoch + 1, account.resets + 1);
    after.reset_at = Some(services.clock.now().into());
    // Accounts that a provider made have no other way in.
    let links = if account.provider.is_none() { std::mem::take(&mut after.links) } else { Vec::new() };
    after.edited(services.clock.now());
    let mut writes = vec![
        Write::delete(&IDENTITY, keys::secret(secret.user_id(), secret.kind, secret.id()))
            .when(Condition::equals("hash", row.hash)),
        difference(&IDENTITY, keys::account(account.user_id), account, &after)?
            .when(account.unchanged())
            .when(Condition::equals("epoch", account.epoch)),
        difference(&IDENTITY, key, &known, &SignIn { password_hash, ..known.clone() })?.if_there(),
        Write::update(&USERS, keys::user(account.user_id)).remove("device_token").if_there(),
        Write::delete(&SYSTEM, keys::feed(account.user_id)),
    ];
    writes.extend(links.iter().map(|link| Write::delete(&IDENTITY, keys::link(link))));
    for push in list_pushes(services, account.user_id).await? {
        writes.push(Write::delete(&SYSTEM, keys::push(account.user_id, push.id)));
    }
    for hook in &services.joined.accounts {
        writes.extend(hook.ended_by_reset(account.user_id));
    }
    Ok(writes)
}

/// Returns whether a secret made at `made_at`, which opens a part of the account, has ended: by a password reset since, or with the
/// account. For secrets whose rows are not deleted by the reset itself; rows from before times were recorded have none.
pub async fn has_ended(services: &Services, user: UserId, made_at: Option<Moment>) -> store::Result<bool> {
    match stored::get_account(services.store.as_ref(), user).await {
        Ok(account) => Ok(account.reset_at.is_some_and(|reset| made_at.is_none_or(|made| made <= reset))),
        Err(Error::NoSuchAccount) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Whether the token of a link is still good, to say so before someone thinks up a password.
pub async fn is_good(services: &Services, token: &str) -> Result<bool> {
    Ok(find(services, token).await?.is_some())
}

async fn find(services: &Services, token: &str) -> Result<Option<(Secret, SecretRow, Account)>> {
    let secret = Secret::parse(token).filter(|secret| secret.kind == SecretKind::Reset);
    let Some(secret) = secret else { return Ok(None) };
    let found = stored::find_live(services.store.as_ref(), &secret, services.clock.now().into()).await?;
    Ok(found.map(|(row, account)| (secret, row, account)))
}
