//! Draws failures: as JSON for programs, as a page with a way back for people.

use super::record::Record;
use crate::{
    App, Authenticated, Credential, Html, Layout, NO_SUCH_PAGE, Problem, SESSION_COOKIE, components::Seats,
    page,
};
use askama::Template;
use axum::{
    body::HttpBody,
    extract::Request,
    response::{IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use http::{HeaderValue, Method, StatusCode, Uri, header};
use jiff::SignedDuration;
use kernel::{Class, FieldError};
use serde::Serialize;

/// What is remembered of a request to draw its failure.
pub struct Asked {
    uri: Uri,
    method: Method,
    referer: Option<HeaderValue>,
    host: Option<HeaderValue>,
    session: Option<Credential>,
    accepts_pages: bool,
}

/// The part of the API that browsers open: signing in with a provider leads through it.
const OPENED_BY_BROWSERS: &str = "/api/v1/auth/oidc/";

impl Asked {
    pub fn of(request: &Request, https: bool) -> Self {
        let header = |name| request.headers().get(name).cloned();
        Self {
            uri: request.uri().clone(),
            method: request.method().clone(),
            referer: header(header::REFERER),
            host: header(header::HOST),
            session: SESSION_COOKIE
                .read(&CookieJar::from_headers(request.headers()), https)
                .map(|value| Credential::Cookie(value.to_owned())),
            accepts_pages: header(header::ACCEPT)
                .is_some_and(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html"))),
        }
    }

    /// The layout for a failure's page: of whoever is signed in, unless they ask too often or it is the server that fails.
    async fn layout(&self, app: &App, failure: &Failure) -> Layout {
        let may_ask = failure.status.is_client_error() && failure.status != StatusCode::TOO_MANY_REQUESTS;
        let account = match self.session.as_ref().filter(|_| may_ask) {
            Some(session) => match app.authenticator.authenticate(session).await {
                Ok(Authenticated::Account(account)) => Some(account),
                _ => None,
            },
            None => None,
        };
        Layout::for_account(app, account.as_ref(), failure.title).noindex()
    }

    pub fn path(&self) -> &str {
        self.uri.path()
    }

    fn by_program(&self) -> bool {
        let in_api = self.path() == "/api" || self.path().starts_with("/api/");
        in_api && !(self.accepts_pages && self.path().starts_with(OPENED_BY_BROWSERS))
    }

    /// The page the person came from, if it is one of ours and not this one again.
    fn way_back(&self) -> Option<String> {
        let from: Uri = self.referer.as_ref()?.to_str().ok()?.parse().ok()?;
        let ours = from.authority()?.as_str() == self.host.as_ref()?.to_str().ok()?;
        let here = self.method == Method::GET && from.path() == self.path();
        let back = from.path_and_query()?.as_str();
        // An address that begins with two slashes leads elsewhere.
        (ours && !here && !back.starts_with("//")).then(|| back.to_owned())
    }
}

/// Draws `answer` if it is a failure that nobody drew yet.
pub async fn draw(mut answer: Response, app: &App, asked: &Asked, record: &Record) -> Response {
    let status = answer.status();
    let failure = match answer.extensions_mut().remove::<Problem>() {
        Some(problem) if problem.page().is_some() && !asked.by_program() => {
            return own_page(answer, &problem, record);
        }
        Some(problem) => Failure::of(problem, record),
        None if is_bare(&answer) => Failure::bare(status, record),
        None => return answer,
    };
    let mut drawn = if asked.by_program() {
        failure.as_json(record)
    } else {
        failure.as_page(asked.layout(app, &failure).await, asked, record)
    };
    // What the answer already said, such as which methods are allowed, still holds.
    for (name, value) in answer.headers() {
        if name != header::CONTENT_LENGTH && name != header::CONTENT_TYPE {
            drawn.headers_mut().append(name, value.clone());
        }
    }
    if let Some(wait) = failure.wait {
        let seconds = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
        drawn.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
    }
    drawn
}

/// A failure that says itself how it looks.
fn own_page(answer: Response, problem: &Problem, record: &Record) -> Response {
    if answer.status().is_server_error() {
        record.failed(&problem.detail);
    }
    let html = problem.page().unwrap_or_default().to_owned();
    let mut drawn =
        (answer.status(), [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    if let Class::TooMany(wait) | Class::Unavailable(wait) = &problem.class {
        drawn.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
    }
    drawn
}

/// A failure from outside our handlers: no such method, out of time.
fn is_bare(answer: &Response) -> bool {
    let failed = answer.status().is_client_error() || answer.status().is_server_error();
    failed && answer.body().size_hint().exact() == Some(0)
}

struct Failure {
    status: StatusCode,
    title: &'static str,
    detail: String,
    errors: Vec<FieldError>,
    wait: Option<SignedDuration>,
}

impl Failure {
    fn of(problem: Problem, record: &Record) -> Self {
        let status = problem.status();
        let wait = match &problem.class {
            Class::TooMany(wait) | Class::Unavailable(wait) | Class::Full(wait) => Some(*wait),
            _ => None,
        };
        let detail = if status.is_server_error() && !matches!(problem.class, Class::Full(_)) {
            record.failed(&problem.detail);
            our_fault(status).into()
        } else {
            problem.detail
        };
        Self { status, title: title(status), detail, errors: problem.errors, wait }
    }

    fn bare(status: StatusCode, record: &Record) -> Self {
        let detail = match status {
            _ if status.is_server_error() => {
                record.failed("the handler did not answer");
                our_fault(status)
            }
            StatusCode::METHOD_NOT_ALLOWED => "This address does not take that method.",
            StatusCode::NOT_FOUND => NO_SUCH_PAGE,
            _ => "That request could not be answered.",
        };
        let wait = (status == StatusCode::SERVICE_UNAVAILABLE).then(|| SignedDuration::from_secs(5));
        Self { status, title: title(status), detail: detail.into(), errors: Vec::new(), wait }
    }

    fn as_json(&self, record: &Record) -> Response {
        let body = Body {
            kind: "about:blank",
            title: self.title,
            status: self.status.as_u16(),
            detail: &self.detail,
            errors: &self.errors,
            reference: record.reference.as_str(),
        };
        let bytes = serde_json::to_vec(&body).unwrap_or_default();
        let mut response =
            (self.status, [(header::CONTENT_TYPE, "application/problem+json")], bytes).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    fn as_page(&self, layout: Layout, asked: &Asked, record: &Record) -> Response {
        if self.status == StatusCode::UNAUTHORIZED {
            let next = asked.uri.path_and_query().filter(|_| asked.method == Method::GET);
            return Redirect::to(&page::sign_in(next.map_or("", http::uri::PathAndQuery::as_str)))
                .into_response();
        }
        let missing = self.status == StatusCode::NOT_FOUND;
        let page = ErrorPage {
            layout: if missing { layout.with_code_box() } else { layout },
            seats: Seats::empty(),
            title: self.title,
            detail: &self.detail,
            errors: &self.errors,
            back: asked.way_back(),
            missing,
            reference: record.reference.as_str(),
        };
        (self.status, Html(page)).into_response()
    }
}

/// RFC 9457.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [FieldError],
    reference: &'a str,
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: Layout,
    seats: Seats,
    title: &'static str,
    detail: &'a str,
    errors: &'a [FieldError],
    back: Option<String>,
    /// Nothing is there, so a code is asked for and no reference is of use.
    missing: bool,
    reference: &'a str,
}

fn our_fault(status: StatusCode) -> &'static str {
    if status == StatusCode::SERVICE_UNAVAILABLE {
        "Stored data cannot be reached right now. Try again in a moment."
    } else {
        "This is a fault of the server. Try again; if it happens again, tell the people who run it."
    }
}

fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "That could not be read",
        StatusCode::UNAUTHORIZED => "Sign in first",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::NOT_FOUND => "Page not found",
        StatusCode::METHOD_NOT_ALLOWED => "That is not possible here",
        StatusCode::MISDIRECTED_REQUEST => "Unknown address",
        StatusCode::CONFLICT => "That is no longer possible",
        StatusCode::GONE => "This has expired",
        StatusCode::PRECONDITION_FAILED => "Someone changed this first",
        StatusCode::PAYLOAD_TOO_LARGE => "That is too large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "This type of file is not accepted",
        StatusCode::UNPROCESSABLE_ENTITY => "Something needs changing",
        StatusCode::TOO_MANY_REQUESTS => "Too many tries",
        StatusCode::SERVICE_UNAVAILABLE => "Not available right now",
        _ if status.is_server_error() => "Something went wrong",
        _ => "That did not work",
    }
}
