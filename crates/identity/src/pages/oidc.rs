//! Signing in with the configured provider: off to it, and back. What belongs to one sign-in (state, nonce, the PKCE secret) is in a
//! cookie that only this browser has and that the server has signed.

use super::{
    session::{from, signed_in},
    sign_in::Way,
};
use crate::{
    error::{Error, Result as Served},
    service::sign_in_elsewhere as elsewhere,
    urls,
};
use axum::response::{IntoResponse, Redirect, Response};
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use outbound::{Oidc, oidc::Asked};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use web::{Ctx, Problem, Query};

const COOKIE: &str = "oidc";
/// What the signature in the cookie is for.
const SIGNED: &str = "sign-in elsewhere";
const PATH: &str = "/api/v1/auth/oidc";
/// How long someone may take at the provider.
const LASTS: SignedDuration = SignedDuration::from_mins(15);

/// One sign-in under way.
#[derive(Serialize, Deserialize)]
struct UnderWay {
    state: String,
    nonce: String,
    verifier: String,
    next: String,
    /// When it is too late, in Unix seconds.
    until: i64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Back {
    code: String,
    state: String,
    error: String,
}

fn provider(ctx: &Ctx) -> Result<Arc<Oidc>, Problem> {
    ctx.outbound.oidc.clone().ok_or_else(|| Problem::not_found("This server has no sign-in provider."))
}

pub async fn login(ctx: Ctx, Query(way): Query<Way>) -> Result<Response, Problem> {
    let oidc = provider(&ctx)?;
    let draw = || BASE64URL_NOPAD.encode(&ctx.rng.bytes::<32>());
    let now = ctx.clock.now();
    let until = (now + LASTS).as_second();
    let under_way = UnderWay { state: draw(), nonce: draw(), verifier: draw(), next: way.next, until };
    let asked = Asked {
        redirect_uri: &ctx.url(urls::OIDC_CALLBACK),
        state: &under_way.state,
        nonce: &under_way.nonce,
        challenge: &BASE64URL_NOPAD.encode(&Sha256::digest(under_way.verifier.as_bytes())),
    };
    let address = oidc.authorization_url(&asked, now).await.map_err(Error::from)?;
    let cookie = ctx.new_cookie(COOKIE, sealed(&ctx, &under_way), PATH, LASTS);
    Ok((ctx.cookies.clone().add(cookie), Redirect::to(&address)).into_response())
}

pub async fn callback(ctx: Ctx, Query(back): Query<Back>) -> Result<Response, Problem> {
    let oidc = provider(&ctx)?;
    let under_way = opened(&ctx).filter(|under_way| under_way.state == back.state && back.error.is_empty());
    let under_way = under_way.ok_or(Error::ForeignSignIn)?;
    let now = ctx.clock.now();
    let UnderWay { nonce, verifier, next, .. } = &under_way;
    let claims = oidc
        .exchange(&back.code, verifier, &ctx.url(urls::OIDC_CALLBACK), nonce, now)
        .await
        .map_err(Error::from)?;
    if let Some(account) = &ctx.actor.account {
        elsewhere::link(&ctx, &oidc, account.user_id, &claims).await?;
        return Ok(web::done(urls::ME, "linked").into_response());
    }
    let invited = is_invited(&ctx, next).await?;
    let fresh = elsewhere::sign_in_elsewhere(&ctx, &oidc, from(&ctx), &claims, invited).await?;
    Ok(signed_in(&ctx, fresh, next))
}

async fn is_invited(ctx: &Ctx, next: &str) -> Served<bool> {
    crate::service::register::is_invited(ctx, urls::invitation(next)).await
}

fn sealed(ctx: &Ctx, under_way: &UnderWay) -> String {
    let content = BASE64URL_NOPAD.encode(&serde_json::to_vec(under_way).unwrap_or_default());
    format!("{content}.{}", ctx.keys.signature(SIGNED, &[content.as_bytes()]))
}

fn opened(ctx: &Ctx) -> Option<UnderWay> {
    let (content, shown) = ctx.cookie(COOKIE)?.split_once('.')?;
    let ours = ctx.keys.signed(SIGNED, &[content.as_bytes()], shown);
    let bytes = BASE64URL_NOPAD.decode(content.as_bytes()).ok().filter(|_| ours)?;
    let under_way: UnderWay = serde_json::from_slice(&bytes).ok()?;
    (under_way.until > ctx.clock.now().as_second()).then_some(under_way)
}
