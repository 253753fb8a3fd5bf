//! Someone sets a new password by a link. Every session and API token ends, and every other link is dead.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Password, Secret, SecretKind, SecretRow, SignIn, names},
    passwords, stored,
    tables::IDENTITY,
};
use kernel::Checks;
use store::{Condition, Transaction, Write, difference};
use web::{Entity, Services};

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
    tracing::info!(target: "audit", audit = true, user = %account.user_id, "password set by a reset link");
    Ok(())
}

async fn writes(
    services: &Services,
    secret: &Secret,
    row: SecretRow,
    account: &Account,
    password_hash: String,
) -> Result<[Write; 3]> {
    let email = Email::parse(&account.email)?;
    let known = stored::find_sign_in(services.store.as_ref(), &email).await?.ok_or(Error::DeadLink)?;
    let key = keys::sign_in(&email);
    let mut after = account.clone();
    (after.epoch, after.resets) = (account.epoch + 1, account.resets + 1);
    after.edited(services.clock.now());
    Ok([
        Write::delete(&IDENTITY, keys::secret(secret.user_id(), secret.kind, secret.id()))
            .when(Condition::equals("hash", row.hash)),
        difference(&IDENTITY, keys::account(account.user_id), account, &after)?
            .when(account.unchanged())
            .when(Condition::equals("epoch", account.epoch)),
        difference(&IDENTITY, key, &known, &SignIn { password_hash, ..known.clone() })?.if_there(),
    ])
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
