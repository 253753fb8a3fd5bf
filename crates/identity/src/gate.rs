//! Who is asking about their own account: one extractor for what any signed-in request may do, one for what needs the person.

use crate::{
    model::{Secret, SecretKind},
    stored::{find_live, while_in_epoch},
};
use axum::extract::FromRequestParts;
use http::{header, request::Parts};
use kernel::{Account, UserId, actor::Refused};
use std::ops::Deref;
use store::{Transaction, Write};
use web::{App, Ctx, Fault, Problem, SESSION_COOKIE};

const MOST_USER_AGENT: usize = 200;

/// Someone who is signed in.
pub struct Me {
    pub ctx: Ctx,
    pub account: Account,
    /// The session or API token that the request came with.
    pub secret: Option<Secret>,
}

impl Deref for Me {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl Me {
    pub fn user(&self) -> UserId {
        self.account.user_id
    }

    /// What a cursor is bound to: this list of this person.
    pub fn list_name(&self, list: &str) -> String {
        format!("{list} of {}", self.user())
    }
}

impl FromRequestParts<App> for Me {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ctx = Ctx::from_request_parts(parts, app).await?;
        let account = ctx.actor.signed_in()?.clone();
        Ok(Self { secret: secret(&ctx), account, ctx })
    }
}

/// Someone who is signed in as a person: an API token may not decide over the account itself.
pub struct InPerson(pub Me);

impl FromRequestParts<App> for InPerson {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let me = Me::from_request_parts(parts, app).await?;
        me.in_person()?;
        Ok(Self(me))
    }
}

/// Writes a secret that opens the account, or a part of it, beyond this request. Fails with [`Refused`] unless a person asks whose
/// session is still good at the moment of the write: a password reset ends everything made before it.
pub async fn write_in_person(ctx: &Ctx, writes: impl IntoIterator<Item = Write>) -> Result<(), Fault> {
    ctx.in_person()?;
    let secret = secret(ctx).filter(|secret| secret.kind == SecretKind::Session).ok_or(Refused::SignedOut)?;
    let found = find_live(ctx.store.as_ref(), &secret, ctx.clock.now().into()).await?;
    let (_, account) = found.ok_or(Refused::SignedOut)?;
    let writes = std::iter::once(while_in_epoch(&account)).chain(writes);
    match ctx.store.transact(Transaction::of(writes)).await {
        Err(error) if error.failed_at(0) => Err(Refused::SignedOut.into()),
        done => Ok(done?),
    }
}

/// Returns the session or API token that the request came with.
pub fn secret(ctx: &Ctx) -> Option<Secret> {
    let bearer =
        ctx.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
    let text = bearer.map(|(_, token)| token.trim()).or_else(|| ctx.site_cookie(SESSION_COOKIE))?;
    Secret::parse(text)
}

/// What a browser or program calls itself.
pub fn user_agent(ctx: &Ctx) -> Option<String> {
    let text = ctx.headers.get(header::USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(MOST_USER_AGENT).collect())
}
