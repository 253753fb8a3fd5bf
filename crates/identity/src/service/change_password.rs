//! Someone who is signed in and knows their password sets another one. Every other session ends.

use super::{
    end_sessions::begin_epoch,
    sign_in::{From, subject},
};
use crate::{
    devices,
    error::{Error, Result},
    keys,
    model::{Email, Password, Secret, SignIn, names},
    passwords, stored,
    tables::IDENTITY,
};
use kernel::{Checks, UserId};
use store::{Condition, Transaction, difference};
use web::{Entity, Fault, Services};

pub struct ChangePassword {
    pub current: String,
    pub new: String,
}

/// The proof of this device for the new password.
pub async fn change_password(
    services: &Services,
    user: UserId,
    here: Option<&Secret>,
    from: &From,
    cmd: ChangePassword,
) -> Result<String> {
    let account = stored::get_account(services.store.as_ref(), user).await?;
    let mut checks = Checks::new();
    let names = names(&services.settings.base_url, &account.email, &account.display_name);
    let new = Password::check(&cmd.new, &names, "newPassword", &mut checks);
    checks.done()?;
    let email = Email::parse(&account.email)?;
    let known = check_password(services, from, &email, &cmd.current, "currentPassword").await?;
    let password_hash = passwords::hash(&services.rng, services.settings.password_cost, new).await?;
    let changed = SignIn { password_hash, ..known.clone() };
    let mut after = account.clone();
    let session = begin_epoch(&mut after, here);
    after.edited(services.clock.now());
    let writes = [
        difference(&IDENTITY, keys::account(user), &account, &after)?.when(account.unchanged()),
        difference(&IDENTITY, keys::sign_in(&email), &known, &changed)?
            .when(Condition::equals("passwordHash", known.password_hash)),
    ];
    let done = services.store.transact(Transaction::of(writes.into_iter().chain(session))).await;
    done.map_err(|error| if error.is_condition_failed() { wrong("currentPassword") } else { error.into() })?;
    services.live.account_changed(user);
    tracing::info!(target: "audit", audit = true, %user, "password changed");
    Ok(devices::prove(&services.keys, &services.rng, &email, &changed))
}

/// The sign-in record of an account whose owner shows the password again.
pub async fn check_password(
    services: &Services,
    from: &From,
    email: &Email,
    password: &str,
    field: &str,
) -> Result<SignIn> {
    let known = stored::find_sign_in(services.store.as_ref(), email).await?.ok_or_else(|| wrong(field))?;
    let attempt = services.guesses.check(&subject(services, from, Some(email), Some(&known))).await?;
    if passwords::verify(Password::given(password), Some(known.password_hash.clone())).await? {
        attempt.passed().await?;
        return Ok(known);
    }
    attempt.failed().await?;
    Err(wrong(field))
}

fn wrong(field: &str) -> Error {
    Fault::about(field, "Wrong password.").into()
}
