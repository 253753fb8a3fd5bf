//! What a use case is given: who is asking, what the request showed, and the services to act with.

use crate::{
    App, Credential, Problem, Quota, Services,
    address::Caller,
    auth::Authenticated,
    cookies::SiteCookie,
    quota::QuotaUsedUp,
    shell::{host, rest::Received},
};
use axum::extract::FromRequestParts;
use axum_extra::extract::CookieJar;
use http::{HeaderMap, Method, header, request::Parts, uri::PathAndQuery};
use jiff::Timestamp;
use kernel::{Account, Actor, Class, actor::Refused};
use std::{ops::Deref, sync::Arc};

/// The cookie that holds a browser's session.
pub const SESSION_COOKIE: SiteCookie = SiteCookie::new("session", "__Host-session");

/// The context of one request. Its services are reached directly: `ctx.store`, `ctx.clock`, `ctx.rng`, `ctx.live`.
#[derive(Clone)]
pub struct Ctx {
    pub actor: Actor,
    /// The bearer credential when it is none of identity's: a share's access token, a manage key, a voter key.
    pub bearer: Option<String>,
    /// Whether an API token asks, which may do less than its owner.
    pub by_token: bool,
    pub cookies: CookieJar,
    pub headers: HeaderMap,
    /// When the request came in: before anything was read, so what a page shows is at least this new.
    pub started: Timestamp,
    /// Whether this is a form that was sent.
    pub posted: bool,
    asked: PathAndQuery,
    /// The name that the server was called by.
    host: Option<String>,
    received: Received,
    services: Arc<Services>,
}

impl Deref for Ctx {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

impl Ctx {
    /// The services behind this request, for work that outlives it.
    pub fn services(&self) -> Arc<Services> {
        self.services.clone()
    }

    /// The address that was asked for: path and query.
    pub fn path(&self) -> &str {
        self.asked.as_str()
    }

    /// An absolute address on this server, for the caller alone; `path` begins with a slash.
    pub fn url(&self, path: &str) -> String {
        match self.host.as_deref().filter(|_| self.settings.follows_host) {
            Some(host) => format!("http://{host}{path}"),
            None => format!("{}{path}", self.settings.base_url),
        }
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(axum_extra::extract::cookie::Cookie::value)
    }

    /// What the request showed to say who is asking, to be asked about again.
    pub(crate) fn credential(&self) -> Option<Credential> {
        credential(bearer(&self.headers).ok().flatten(), &self.cookies, self.settings.https)
    }

    /// The account that is asking, signed in as a person: an API token is not enough for what decides over the account itself.
    pub fn in_person(&self) -> Result<&Account, Refused> {
        let account = self.actor.signed_in()?;
        if self.by_token { Err(Refused::ByToken) } else { Ok(account) }
    }

    /// Takes what this request sent from what participants at its address may write in an hour. Call it before an answer is stored.
    pub fn take_answer_bytes(&self) -> Result<(), QuotaUsedUp> {
        self.quotas.take_many(Quota::AnswerBytes, self.actor.address, self.received.bytes())
    }

    /// The version the caller believes is current (`If-Match`), if it said so. One that cannot be read is no version at all, which
    /// is not the same as saying nothing.
    pub fn if_match(&self) -> Option<&str> {
        self.headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default())
    }
}

impl FromRequestParts<App> for Ctx {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let started = app.clock.now();
        let cookies = CookieJar::from_headers(&parts.headers);
        let Ok(Caller(address)) = Caller::from_request_parts(parts, app).await;
        let bearer = bearer(&parts.headers)?;
        let credential = credential(bearer.clone(), &cookies, app.settings.https);
        let authenticated = match &credential {
            Some(credential) => app.authenticator.authenticate(credential).await?,
            None => Authenticated::NotOurs,
        };
        let by_token = matches!(authenticated, Authenticated::Token { .. });
        let (account, bearer) = match (authenticated, credential) {
            (Authenticated::Token { writes: false, .. }, _) if !parts.method.is_safe() => {
                return Err(Refused::OnlyReads.into());
            }
            (Authenticated::Account(account) | Authenticated::Token { account, .. }, _) => {
                (Some(account), None)
            }
            (Authenticated::Dead, Some(Credential::Bearer(_))) => {
                let problem = Problem::new(Class::Unauthenticated, "That token is not valid any more.");
                return Err(problem.wrong_secret());
            }
            // A browser whose session ended is simply signed out.
            (Authenticated::Dead, _) => (None, None),
            (Authenticated::NotOurs, _) => (None, bearer),
        };
        Ok(Self {
            actor: Actor { account, address },
            bearer,
            by_token,
            cookies,
            headers: parts.headers.clone(),
            posted: parts.method == Method::POST,
            asked: parts.uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/")),
            host: host::of(&parts.uri, &parts.headers).map(str::to_owned),
            received: parts.extensions.get().cloned().unwrap_or_default(),
            started,
            services: app.0.clone(),
        })
    }
}

fn credential(bearer: Option<String>, cookies: &CookieJar, https: bool) -> Option<Credential> {
    let cookie = || SESSION_COOKIE.read(cookies, https).map(|value| Credential::Cookie(value.to_owned()));
    bearer.map(Credential::Bearer).or_else(cookie)
}

fn bearer(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
    });
    token.map(Some).ok_or_else(|| {
        Problem::new(Class::Unauthenticated, "The Authorization header must be “Bearer” and a token.")
    })
}
