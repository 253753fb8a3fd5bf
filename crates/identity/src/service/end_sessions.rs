//! Signing out: this session, another one, or all others at once.

use super::{credential, find};
use crate::{
    error::{Error, Result},
    keys,
    model::{Account, SecretKind},
    tables::IDENTITY,
};
use kernel::actor::Refused;
use store::{Condition, Transaction, Write};
use uuid::Uuid;
use web::Ctx;

/// Ends the session, or deletes the API token, that this request came with.
pub async fn sign_out(ctx: &Ctx) -> Result<()> {
    let secret = credential(ctx).ok_or(Refused::SignedOut)?;
    let key = keys::secret(secret.user_id, secret.kind, secret.id);
    Ok(ctx.store.write(Write::delete(&IDENTITY, key)).await?)
}

/// Ends one of the caller's sessions, or deletes one of their API tokens.
pub async fn end(ctx: &Ctx, kind: SecretKind, id: Uuid) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    let gone = Write::delete(&IDENTITY, keys::secret(user, kind, id)).if_there();
    ctx.store.write(gone).await.map_err(|error| match (error.is_condition_failed(), kind) {
        (true, SecretKind::Session) => Error::NoSuchSession,
        (true, _) => Error::NoSuchToken,
        (false, _) => error.into(),
    })?;
    if kind == SecretKind::Token {
        tracing::info!(target: "audit", %user, token = %id, "API token deleted");
    }
    Ok(())
}

/// Ends every session of the caller but this one.
pub async fn end_others(ctx: &Ctx) -> Result<()> {
    let user = ctx.actor.signed_in()?.user_id;
    for _ in 0..super::TRIES {
        let account = find::get_account(ctx.store.as_ref(), user).await?;
        match ctx.store.transact(Transaction::of(begin_epoch(ctx, &account))).await {
            Err(error) if error.is_condition_failed() => {}
            done => return Ok(done?),
        }
    }
    Err(Error::Stale)
}

/// The writes that begin a new epoch of the account, in which only the session of this request goes on. They hold only while the
/// account is as it was read.
pub fn begin_epoch(ctx: &Ctx, account: &Account) -> Vec<Write> {
    let next = account.epoch + 1;
    let same = Condition::equals("epoch", account.epoch).and(Condition::absent("deletedAt"));
    let mut writes =
        vec![Write::update(&IDENTITY, keys::account(account.user_id)).set("epoch", next).when(same)];
    if let Some(here) = credential(ctx).filter(|secret| secret.kind == SecretKind::Session) {
        let key = keys::secret(here.user_id, here.kind, here.id);
        writes.push(Write::update(&IDENTITY, key).set("epoch", next).if_there());
    }
    writes
}
