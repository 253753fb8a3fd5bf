//! The cookies of a browser: its session, and what it shows to be known the next time.

use crate::{
    gate::{self, Me},
    service::{
        end_sessions,
        sign_in::{From, SignedIn},
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::{HeaderValue, header};
use web::{Ctx, Html, Layout, Problem, SESSION_COOKIE, cookies::SiteCookie};

/// The cookie by which a browser shows that it has signed in before.
const DEVICE_COOKIE: SiteCookie = SiteCookie::new("device", "__Host-device");
/// Longer than any session lasts: whether one is over, the server decides.
const CLEAR: header::HeaderName = header::HeaderName::from_static("clear-site-data");
const COOKIE_AGE: jiff::SignedDuration = jiff::SignedDuration::from_hours(365 * 24);

/// Where a form comes from.
pub fn from(ctx: &Ctx) -> From {
    From {
        address: ctx.actor.address,
        user_agent: gate::user_agent(ctx),
        device: ctx.site_cookie(DEVICE_COOKIE).map(str::to_owned),
        zone: None,
    }
}

/// Goes on to `next` with a fresh session.
pub fn signed_in(ctx: &Ctx, fresh: SignedIn, next: &str) -> Response {
    let mut jar = ctx.with_site_cookie(ctx.cookies.clone(), SESSION_COOKIE, fresh.token, COOKIE_AGE);
    if let Some(device) = fresh.device {
        jar = ctx.with_site_cookie(jar, DEVICE_COOKIE, device, COOKIE_AGE);
    }
    (jar, Redirect::to(urls::safe_next(next))).into_response()
}

/// `answer`, after which this browser is known by the new password.
pub fn known(ctx: &Ctx, device: String, answer: impl IntoResponse) -> Response {
    (ctx.with_site_cookie(ctx.cookies.clone(), DEVICE_COOKIE, device, COOKIE_AGE), answer).into_response()
}

/// Goes on to `next` without the session. What pages the browser has kept is cleared.
pub fn signed_out(ctx: &Ctx, next: &str) -> Response {
    let jar = ctx.without_site_cookie(ctx.cookies.clone(), SESSION_COOKIE);
    let mut response = (jar, Redirect::to(next)).into_response();
    response.headers_mut().insert(CLEAR, HeaderValue::from_static("\"cache\""));
    response
}

/// A form may lead to pages of this server only, so that the way to the provider begins on a page of its own.
#[derive(Template)]
#[template(path = "identity/leaving.html")]
pub struct Onward {
    layout: Layout,
    text: String,
    there: String,
}

impl Onward {
    pub fn new(title: impl Into<String>, text: impl Into<String>, there: String) -> Self {
        Self { layout: Layout::plain(title).noindex(), text: text.into(), there }
    }
}

/// Where someone goes who signs out: to the provider, where they signed in with one, and from there to the front page.
async fn leaving(ctx: &Ctx) -> String {
    let home = "/".to_owned();
    let (Some(oidc), Some(account)) = (&ctx.outbound.oidc, &ctx.actor.account) else { return home };
    match stored::get_account(ctx.store.as_ref(), account.user_id).await {
        Ok(account) if account.provider.is_some() => {
            let there = oidc.logout_url(&ctx.url("/"), ctx.clock.now()).await;
            there.ok().flatten().unwrap_or(home)
        }
        _ => home,
    }
}

pub async fn sign_out(me: Result<Me, Problem>, ctx: Ctx) -> Result<Response, Problem> {
    if let Ok(me) = me
        && let Some(secret) = &me.secret
    {
        end_sessions::sign_out(&me, secret).await?;
    }
    let to = leaving(&ctx).await;
    if to.starts_with('/') {
        return Ok(signed_out(&ctx, &to));
    }
    let text = "You are signed out of Roundtable. To sign out of your sign-in provider as well, go on.";
    let page = Onward::new("Signed out", text, to);
    let mut response = Html(page).into_response();
    let session = signed_out(&ctx, "/");
    for name in [header::SET_COOKIE, CLEAR] {
        for value in session.headers().get_all(&name) {
            response.headers_mut().append(&name, value.clone());
        }
    }
    Ok(response)
}
