//! Signing out: this session, another one, or all others at once.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Secret, SecretKind},
    stored,
    tables::IDENTITY,
};
use kernel::UserId;
use store::Write;
use uuid::Uuid;
use web::{Edit, Expected, Services, edit};

/// Ends the session, or deletes the API token, that this secret opens.
pub async fn sign_out(services: &Services, secret: &Secret) -> Result<()> {
    let key = keys::secret(secret.user_id(), secret.kind, secret.id());
    services.store.write(Write::delete(&IDENTITY, key)).await?;
    services.live.account_changed(secret.user_id());
    Ok(())
}

/// Ends one of a person's sessions, or deletes one of their API tokens.
pub async fn end(services: &Services, user: UserId, kind: SecretKind, id: Uuid) -> Result<()> {
    let gone = Write::delete(&IDENTITY, keys::secret(user, kind, id)).if_there();
    services.store.write(gone).await.map_err(|error| match (error.is_condition_failed(), kind) {
        (true, SecretKind::Session) => Error::NoSuchSession,
        (true, _) => Error::NoSuchToken,
        (false, _) => error.into(),
    })?;
    services.live.account_changed(user);
    if kind == SecretKind::Token {
        tracing::info!(target: "audit", audit = true, %user, token = %id, "API token deleted");
    }
    Ok(())
}

/// Ends every session of a person but `here`.
pub async fn end_others(services: &Services, user: UserId, here: Option<&Secret>) -> Result<()> {
    let load = async || stored::get_account(services.store.as_ref(), user).await;
    edit(services, &Expected::any(), load, |account| {
        Ok::<_, Error>(Edit::of(()).with(begin_epoch(account, here)))
    })
    .await?;
    services.live.account_changed(user);
    Ok(())
}

/// Begins a new epoch of the account, in which of all sessions only `here` goes on: what is written with the account.
pub fn begin_epoch(account: &mut Account, here: Option<&Secret>) -> Option<Write> {
    account.epoch += 1;
    let here = here.filter(|secret| secret.kind == SecretKind::Session)?;
    let key = keys::secret(here.user_id(), here.kind, here.id());
    Some(Write::update(&IDENTITY, key).set("epoch", account.epoch).if_there())
}
