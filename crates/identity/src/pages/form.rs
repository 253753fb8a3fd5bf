//! What becomes of a form that was sent: on it goes, or it comes back as it was typed, with what is wrong beside it.

use crate::error::Error;
use axum::response::{IntoResponse, Redirect, Response};
use http::{HeaderValue, StatusCode, header};
use kernel::{Class, Classify, FieldError};
use web::{Ctx, Errors, Html, Notice, Problem, SESSION_COOKIE};

/// Where people go when they were not on their way anywhere.
const HOME: &str = "/home";
/// Longer than any session sleeps: whether one is over, the server decides.
const COOKIE_AGE: jiff::SignedDuration = jiff::SignedDuration::from_hours(365 * 24);

/// What was wrong with a form: field by field, or with all of it.
#[derive(Debug, Clone, Default)]
pub struct Trouble {
    pub errors: Errors,
    pub notice: Option<Notice>,
    status: StatusCode,
    wait: Option<i64>,
}

impl Trouble {
    /// `title` says what did not happen. What is nobody's mistake is not shown in the form, but as a failure of its own.
    pub fn of(error: Error, title: &str) -> Result<Self, Problem> {
        let about =
            |field: &str| Errors(vec![FieldError { field: field.to_owned(), message: error.to_string() }]);
        let (errors, notice) = match &error {
            Error::Invalid(errors) => (Errors(errors.clone()), None),
            Error::WrongPassword => (about("password"), None),
            Error::EmailTaken => (about("email"), None),
            Error::NeedsSetUpCode => (about("setUpCode"), None),
            other => (Errors::default(), Some(Notice::bad(title).text(other))),
        };
        let wait = match error.class() {
            Class::TooMany(wait) => Some(wait.as_secs().max(1)),
            _ => None,
        };
        let problem = Problem::from(error);
        let status = problem.status();
        if status.is_server_error() { Err(problem) } else { Ok(Self { errors, notice, status, wait }) }
    }

    /// The page again, with the status of what went wrong.
    pub fn with<T: askama::Template>(&self, page: T) -> Response {
        let mut response = (self.status, Html(page)).into_response();
        if let Some(wait) = self.wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        response
    }
}

/// Where to go on to: only an address on this server, else home.
pub fn safe_next(next: &str) -> &str {
    // Browsers read a backslash as a slash and pass over control characters, so either could lead elsewhere.
    let ours = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains(|c: char| c == '\\' || c.is_control());
    if ours { next } else { HOME }
}

/// Goes on to `next` with a fresh session.
pub fn signed_in(ctx: &Ctx, token: String, next: &str) -> Response {
    let cookie = ctx.new_cookie(SESSION_COOKIE, token, "/", COOKIE_AGE);
    (ctx.cookies.clone().add(cookie), Redirect::to(safe_next(next))).into_response()
}

/// Goes on to `next` without the session.
pub fn signed_out(ctx: &Ctx, next: &str) -> Response {
    let cookie = ctx.dead_cookie(SESSION_COOKIE, "/");
    (ctx.cookies.clone().add(cookie), Redirect::to(next)).into_response()
}

/// The address of `path` that leads on to `next`.
pub fn leading_on(path: &str, next: &str) -> String {
    match serde_html_form::to_string([("next", next)]) {
        Ok(query) if !next.is_empty() => format!("{path}?{query}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_on_this_server_are_gone_on_to() {
        for next in ["/home", "/s/abc-def-12345?tab=1#x", "/"] {
            assert_eq!(safe_next(next), next);
        }
        for next in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "\\\\evil",
            "/\t/evil",
            "javascript:alert(1)",
        ] {
            assert_eq!(safe_next(next), HOME, "{next:?}");
        }
    }
}
