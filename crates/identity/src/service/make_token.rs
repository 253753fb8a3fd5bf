//! Someone makes an API token for a program of theirs.

use super::list_secrets::list_all;
use crate::{
    error::{Error, Result},
    gate::{Me, write_in_person},
    keys,
    model::{Scope, Secret, SecretKind, SecretRow},
    stored,
    tables::IDENTITY,
};
use jiff::Timestamp;
use kernel::{Checks, Moment};
use store::put;

const MOST_TOKENS: usize = 50;
const MOST_NAME: usize = 100;

pub struct MakeToken {
    pub name: String,
    pub scope: Scope,
    /// When it ends by itself; never where nothing is said.
    pub expires_at: Option<Timestamp>,
}

/// The token, shown this once, and what is stored of it.
pub async fn make_token(me: &Me, cmd: MakeToken) -> Result<(String, SecretRow)> {
    let (user, now) = (me.user(), Moment::from(me.clock.now()));
    let name = cmd.name.trim();
    let mut checks = Checks::new();
    checks.text("name", name, MOST_NAME).that(
        cmd.expires_at.is_none_or(|at| at > *now),
        "expiresAt",
        "This must be in the future.",
    );
    checks.done()?;
    if list_all(me, user, SecretKind::Token).await?.len() >= MOST_TOKENS {
        return Err(Error::TooManyTokens(MOST_TOKENS));
    }
    let account = stored::get_account(me.store.as_ref(), user).await?;
    let secret = Secret::draw(&me.rng, SecretKind::Token, user, now);
    let row = SecretRow {
        epoch: Some(account.resets),
        name: Some(name.to_owned()),
        scope: Some(cmd.scope),
        ttl: cmd.expires_at.map(Timestamp::as_second),
        ..SecretRow::of(&secret, now)
    };
    let key = keys::secret(user, SecretKind::Token, secret.id());
    write_in_person(me, [put(&IDENTITY, key, &row)?.if_new()]).await?;
    tracing::info!(target: "audit", audit = true, %user, token = %secret.id(), "API token made");
    Ok((secret.reveal(), row))
}
