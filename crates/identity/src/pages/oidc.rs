//! Signing in with the configured provider, and linking an identity there: off to it, and back.
//!
//! One such flow (state, PKCE secret, purpose) is in a signed cookie bound to the callback's path. The provider's nonce is the hash of
//! a second, `__Host-` cookie, which no other host can set, so that nobody can slip a flow of their own into a browser.

use super::{
    session::{Onward, from, signed_in},
    sign_in::Way,
};
use crate::{
    error::{Error, Result as Served},
    gate::{self, Me},
    model::SecretKind,
    service::{
        end_sessions,
        link_identity::{self, LinkGrant},
        register,
        sign_in::From,
        sign_in_elsewhere as elsewhere,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::Cookie;
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use kernel::Zone;
use outbound::{Oidc, OidcError, oidc::Asked};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use web::{Ctx, Html, Layout, Problem, Query, with_cookies};

const FLOW_COOKIE: &str = "oidc";
/// Purpose of the flow cookie's signature.
const SIGNED: &str = "sign-in elsewhere";
const PATH: &str = "/api/v1/auth/oidc";
/// Time that someone may take at the provider.
const FLOW_TTL: SignedDuration = SignedDuration::from_mins(15);

/// One sign-in under way.
#[derive(Serialize, Deserialize)]
struct Flow {
    state: String,
    nonce: String,
    verifier: String,
    next: String,
    /// Set when the flow links an identity; otherwise it signs in.
    #[serde(default)]
    link: Option<LinkGrant>,
    /// The time zone of the browser, where it said so.
    #[serde(default)]
    zone: Option<Zone>,
    /// End of the flow, in Unix seconds.
    until: i64,
}

/// The provider's answer.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Back {
    code: String,
    state: String,
    error: String,
    iss: Option<String>,
}

/// The page for a refusal, an abandoned sign-in or an outage.
#[derive(Template)]
#[template(path = "identity/elsewhere.html")]
struct RefusedPage {
    layout: Layout,
    text: String,
    back: String,
    label: &'static str,
}

fn provider(ctx: &Ctx) -> Served<Arc<Oidc>> {
    ctx.outbound.oidc.clone().ok_or(Error::NoProvider)
}

/// `GET /api/v1/auth/oidc/login`: signs in, whether or not the browser is signed in already. It never links.
pub async fn login(ctx: Ctx, Query(way): Query<Way>) -> Result<Response, Problem> {
    match start(&ctx, &way.next, None, Zone::named(&way.zone)).await {
        Ok((address, cookies)) => Ok(with_cookies(Redirect::to(&address), cookies)),
        Err(error) => Err(refusal(&ctx, error, &urls::leading_on(urls::SIGN_IN, &way.next))),
    }
}

/// Starts to link an identity to the account of a person who shows their password again.
pub async fn start_link(me: &Me, password: &str) -> Served<Response> {
    let oidc = provider(me)?;
    let grant = link_identity::grant_link(me, me.user(), &from(me), password).await?;
    let (address, cookies) = start(me, urls::ME, Some(grant), None).await?;
    let name = &oidc.settings.name;
    let page = Onward::new(
        format!("Link {name}"),
        format!("Sign in at {name} to link it to your account."),
        address,
    );
    Ok(with_cookies(Html(page), cookies))
}

/// Returns the provider's address for a new flow, and the cookies that hold it.
async fn start(
    ctx: &Ctx,
    next: &str,
    link: Option<LinkGrant>,
    zone: Option<Zone>,
) -> Served<(String, [Cookie<'static>; 2])> {
    let oidc = provider(ctx)?;
    let draw = || BASE64URL_NOPAD.encode(&ctx.rng.bytes::<32>());
    let (now, binding) = (ctx.clock.now(), draw());
    let flow = Flow {
        state: draw(),
        nonce: hash(&binding),
        verifier: draw(),
        next: next.to_owned(),
        link,
        zone,
        until: (now + FLOW_TTL).as_second(),
    };
    let asked = Asked {
        redirect_uri: &ctx.url(urls::OIDC_CALLBACK),
        state: &flow.state,
        nonce: &flow.nonce,
        challenge: &hash(&flow.verifier),
    };
    let address = oidc.authorization_url(&asked, now).await?;
    let held = ctx.new_cookie(FLOW_COOKIE, sealed(ctx, &flow), PATH, FLOW_TTL);
    Ok((address, [held, ctx.new_cookie(binding_cookie(ctx), binding, "/", FLOW_TTL)]))
}

/// `GET /api/v1/auth/oidc/callback`: the browser is back from the provider.
pub async fn callback(ctx: Ctx, Query(back): Query<Back>) -> Result<Response, Problem> {
    let flow = opened(&ctx).filter(|flow| flow.state == back.state);
    let way_back = match &flow {
        Some(flow) if flow.link.is_some() => urls::ME.to_owned(),
        Some(flow) => urls::leading_on(urls::SIGN_IN, &flow.next),
        None => urls::SIGN_IN.to_owned(),
    };
    let done = finish(&ctx, flow, &back).await.map_err(|error| refusal(&ctx, error, &way_back))?;
    Ok(with_cookies(done, [ctx.dead_cookie(FLOW_COOKIE, PATH), ctx.dead_cookie(binding_cookie(&ctx), "/")]))
}

async fn finish(ctx: &Ctx, flow: Option<Flow>, back: &Back) -> Served<Response> {
    let oidc = &provider(ctx)?;
    let flow = flow.ok_or(Error::ForeignSignIn)?;
    let now = ctx.clock.now();
    oidc.check_issuer(back.iss.as_deref(), now).await?;
    match back.error.as_str() {
        "" => {}
        "access_denied" => return Err(Error::SignInCancelled),
        error => return Err(OidcError::Refused(format!("it answered {error:?}")).into()),
    }
    // The browser may have signed out meanwhile, or in to another account.
    let owner = ctx.in_person().ok().map(|account| account.user_id);
    if flow.link.as_ref().is_some_and(|grant| owner != Some(grant.user_id)) {
        return Err(Error::ForeignSignIn);
    }
    let callback = ctx.url(urls::OIDC_CALLBACK);
    let claims = oidc.exchange(&back.code, &flow.verifier, &callback, &flow.nonce, now).await?;
    if let Some(grant) = &flow.link {
        link_identity::link_identity(ctx, oidc, grant, &claims).await?;
        return Ok(web::done(urls::ME, "linked").into_response());
    }
    let invited = register::is_invited(ctx, urls::invitation(&flow.next)).await?;
    let from = From { zone: flow.zone, ..from(ctx) };
    let fresh = elsewhere::sign_in_elsewhere(ctx, oidc, from, &claims, invited).await?;
    // The new session takes the place of the browser's earlier one.
    if let Some(earlier) = gate::secret(ctx).filter(|secret| secret.kind == SecretKind::Session) {
        end_sessions::sign_out(ctx, &earlier).await?;
    }
    Ok(signed_in(ctx, fresh, &flow.next))
}

/// Returns the problem that `error` is, with a page for browsers that leads back.
fn refusal(ctx: &Ctx, error: Error, back: &str) -> Problem {
    if matches!(error, Error::Fault(_)) {
        return error.into();
    }
    let text = in_words(&error);
    let (title, label) = match back {
        urls::ME => ("Nothing was linked", "Back to your account"),
        _ => ("You are not signed in", "Back to sign in"),
    };
    let layout = Layout::of(ctx, title).noindex();
    Problem::from(error).with_page(RefusedPage { layout, text, back: back.to_owned(), label })
}

/// Returns what a person is shown of `error`. A reason that only the operator can act on is logged instead.
pub fn in_words(error: &Error) -> String {
    let Error::Provider(reason) = error else { return error.to_string() };
    tracing::warn!(%reason, "signing in with the provider failed");
    match reason {
        OidcError::Unreachable(_) => {
            "The sign-in provider does not answer right now. Try again in a few minutes."
        }
        OidcError::Refused(_) => {
            "The sign-in provider’s answer was not accepted. Try again. If it happens again, tell the people who run this server."
        }
    }
    .to_owned()
}

/// The cookie that a flow is bound to. Browsers let only this host set it, where there is TLS.
fn binding_cookie(ctx: &Ctx) -> &'static str {
    if ctx.settings.https { "__Host-oidc_nonce" } else { "oidc_nonce" }
}

fn hash(text: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(text.as_bytes()))
}

fn sealed(ctx: &Ctx, flow: &Flow) -> String {
    let content = BASE64URL_NOPAD.encode(&serde_json::to_vec(flow).unwrap_or_default());
    format!("{content}.{}", ctx.keys.signature(SIGNED, &[content.as_bytes()]))
}

/// Returns the browser's flow, if it is ours, not too old, and bound to this browser.
fn opened(ctx: &Ctx) -> Option<Flow> {
    let (content, shown) = ctx.cookie(FLOW_COOKIE)?.split_once('.')?;
    let ours = ctx.keys.signed(SIGNED, &[content.as_bytes()], shown);
    let bytes = BASE64URL_NOPAD.decode(content.as_bytes()).ok().filter(|_| ours)?;
    let flow: Flow = serde_json::from_slice(&bytes).ok()?;
    let bound = ctx.cookie(binding_cookie(ctx)).is_some_and(|binding| hash(binding) == flow.nonce);
    (bound && flow.until > ctx.clock.now().as_second()).then_some(flow)
}
