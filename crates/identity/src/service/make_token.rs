//! Somebody makes an API token for a program of theirs.

use super::{list_secrets::TokenView, while_alive};
use crate::{
    error::{Error, Result},
    keys,
    model::{Secret, SecretKind, SecretRow},
    tables::IDENTITY,
};
use kernel::{Checks, Moment};
use store::{Transaction, put};
use web::Ctx;

const MOST_TOKENS: usize = 50;
const MOST_NAME: usize = 100;

/// The token and how it is listed. The token is shown this once.
pub async fn make_token(ctx: &Ctx, name: &str) -> Result<(String, TokenView)> {
    let user = ctx.actor.signed_in()?.user_id;
    let name = name.trim();
    let mut checks = Checks::new();
    checks.text("name", name, MOST_NAME);
    checks.done()?;
    let held = ctx.store.query(keys::secrets_of(user, SecretKind::Token)).await?.items.len();
    if held >= MOST_TOKENS {
        return Err(Error::TooManyTokens(MOST_TOKENS));
    }
    let now = Moment::from(ctx.clock.now());
    let secret = Secret::draw(&ctx.rng, SecretKind::Token, user, now);
    let row = SecretRow { name: Some(name.to_owned()), ..SecretRow::of(&secret, now) };
    let writes =
        [while_alive(user), put(&IDENTITY, keys::secret(user, SecretKind::Token, secret.id), &row)?.if_new()];
    ctx.store.transact(Transaction::of(writes)).await?;
    tracing::info!(target: "audit", %user, token = %secret.id, "API token made");
    Ok((secret.reveal(), TokenView::of(row)))
}
