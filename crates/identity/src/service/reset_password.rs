//! Somebody who forgot their password sets another one by a link: mailed to them, or made by the operator.

use super::find;
use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Password, Secret, SecretKind, SecretRow},
    passwords,
    sessions::find_live,
    tables::IDENTITY,
};
use jiff::SignedDuration;
use kernel::{Checks, Moment};
use outbound::Letter;
use std::sync::Arc;
use store::{Condition, Transaction, Write, put};
use web::{Ctx, Quota, Services};

/// How long a mailed link is good.
const MAILED_LINK: SignedDuration = SignedDuration::from_hours(1);
/// How long a link is good that the operator hands over.
pub const HANDED_LINK: SignedDuration = SignedDuration::from_hours(24);

/// Mails a link, if there is such an account. The answer comes first and tells neither by its words nor by its time.
pub fn forgot(ctx: &Ctx, email: &str) -> Result<()> {
    let email = Email::parse(email)?;
    ctx.quotas.take(Quota::Registrations, ctx.actor.address)?;
    // Nobody's letter box is filled from many addresses either; whoever asks learns nothing of it.
    if ctx.quotas.take_as(Quota::Registrations, &format!("letters to {email}")).is_ok() {
        tokio::spawn(mail_link(ctx.services(), email));
    }
    Ok(())
}

async fn mail_link(services: Arc<Services>, email: Email) {
    let sent = async {
        let Some(account) = find::find_account(services.store.as_ref(), &email).await? else { return Ok(()) };
        let link = make_link(&services, &account, MAILED_LINK).await?;
        let letter = letter(&account, &link);
        if let Err(error) = services.outbound.mail.send(letter).await {
            tracing::error!(%error, user = %account.user_id, "a reset link could not be mailed");
        }
        Ok::<_, Error>(())
    };
    if let Err(error) = sent.await {
        tracing::error!(%error, "a reset link could not be made");
    }
}

fn letter(account: &Account, link: &str) -> Letter {
    let name = &account.display_name;
    let text = format!(
        "Hello {name},\n\nopen this to set a new password. It works once, for an hour:\n\n{link}\n\n\
         If you did not ask for it, do nothing: your password stays as it is.\n"
    );
    Letter {
        to: account.email.clone(),
        subject: "A new password for Roundtable".to_owned(),
        text,
        ..Letter::default()
    }
}

/// A link that sets a new password, once.
pub async fn make_link(services: &Services, account: &Account, good_for: SignedDuration) -> Result<String> {
    let now = Moment::from(services.clock.now());
    let secret = Secret::draw(&services.rng, SecretKind::Reset, account.user_id, now);
    let row = SecretRow {
        // A password set meanwhile begins a new epoch, and this link is dead.
        epoch: Some(account.epoch),
        ttl: Some(now.plus(good_for).as_second()),
        ..SecretRow::of(&secret, now)
    };
    let key = keys::secret(account.user_id, SecretKind::Reset, secret.id);
    services.store.write(put(&IDENTITY, key, &row)?.if_new()).await?;
    Ok(format!("{}/reset?token={}", services.settings.base_url, secret.reveal()))
}

/// Sets a new password by the token of a link. Every session ends, and every other link is dead.
pub async fn reset_password(ctx: &Ctx, token: &str, password: &str) -> Result<()> {
    let secret = Secret::parse(token).filter(|secret| secret.kind == SecretKind::Reset);
    let found = match &secret {
        Some(secret) => find_live(ctx.store.as_ref(), secret).await?,
        None => None,
    };
    let (Some(secret), Some((row, account))) = (secret, found) else {
        ctx.quotas.wrong_secret(ctx.actor.address);
        return Err(Error::DeadLink);
    };
    let mut checks = Checks::new();
    let password =
        Password::check(password, &[&account.email, &account.display_name], "password", &mut checks);
    checks.done()?;
    let hash = passwords::hash(&ctx.rng, password).await?;
    let user = account.user_id;
    let same_account = Condition::equals("epoch", account.epoch).and(Condition::absent("deletedAt"));
    let writes = [
        Write::delete(&IDENTITY, keys::secret(user, secret.kind, secret.id))
            .when(Condition::equals("hash", row.hash)),
        Write::update(&IDENTITY, keys::account(user)).set("epoch", account.epoch + 1).when(same_account),
        Write::update(&IDENTITY, keys::sign_in(&Email::parse(&account.email)?))
            .set("passwordHash", hash)
            .if_there(),
    ];
    ctx.store
        .transact(Transaction::of(writes))
        .await
        .map_err(|error| if error.is_condition_failed() { Error::DeadLink } else { error.into() })?;
    tracing::info!(target: "audit", %user, "password set by a reset link");
    Ok(())
}

/// Whether the token of a link is still good, to say so before somebody thinks up a password.
pub async fn is_good(ctx: &Ctx, token: &str) -> Result<bool> {
    match Secret::parse(token).filter(|secret| secret.kind == SecretKind::Reset) {
        Some(secret) => Ok(find_live(ctx.store.as_ref(), &secret).await?.is_some()),
        None => Ok(false),
    }
}
