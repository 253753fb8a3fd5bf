//! Somebody who is signed in and knows their password sets another one. Every other session ends.

use super::{end_sessions::begin_epoch, find};
use crate::{
    error::{Error, Result},
    keys,
    model::{Email, Password},
    passwords,
    tables::IDENTITY,
};
use kernel::Checks;
use store::{Condition, Transaction, Write};
use web::{Ctx, guess::Subject};

pub async fn change_password(ctx: &Ctx, current: &str, new: &str) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    let account = find::get_account(ctx.store.as_ref(), user).await?;
    let mut checks = Checks::new();
    let new = Password::check(new, &[&account.email, &account.display_name], "newPassword", &mut checks);
    checks.done()?;
    let email = Email::parse(&account.email)?;
    let attempt = ctx.guesses.check(&Subject::account(&email.unnamed(), ctx.actor.address)).await?;
    let wrong = || Error::about("currentPassword", "That is not your password.");
    let shown = find::find_sign_in(ctx.store.as_ref(), &email).await?.ok_or_else(wrong)?;
    if !passwords::verify(Password::given(current), Some(shown.password_hash.clone())).await? {
        attempt.failed().await?;
        return Err(wrong());
    }
    attempt.passed().await?;
    let hash = passwords::hash(&ctx.rng, new).await?;
    let mut writes = begin_epoch(ctx, &account);
    let still = Condition::equals("passwordHash", shown.password_hash);
    writes.push(Write::update(&IDENTITY, keys::sign_in(&email)).set("passwordHash", hash).when(still));
    ctx.store
        .transact(Transaction::of(writes))
        .await
        .map_err(|error| if error.is_condition_failed() { wrong() } else { error.into() })?;
    tracing::info!(target: "audit", %user, "password changed");
    Ok(())
}
