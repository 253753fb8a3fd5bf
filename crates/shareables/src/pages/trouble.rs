//! What becomes of a form that could not be carried out: it comes back as it was typed, with what is wrong beside it.

use crate::Error;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kernel::{Class, Classify};
use web::{Errors, Html, Notice, Problem};

/// What was wrong with a form: field by field, and with all of it.
#[derive(Debug, Clone, Default)]
pub struct Trouble {
    pub errors: Errors,
    pub notice: Option<Notice>,
    status: StatusCode,
    wait: Option<i64>,
}

impl Trouble {
    /// `title` says what did not happen. What no form can mend, such as a share that is not there, stays a failure.
    pub fn of(error: Error, title: &str) -> Result<Self, Problem> {
        let wait = match error.class() {
            Class::TooMany(wait) => Some(wait.as_secs().max(1)),
            _ => None,
        };
        let (errors, notice) = match &error {
            Error::Invalid(errors) => (Errors(errors.clone()), Notice::bad(title).text(FIXABLE)),
            other => (Errors::default(), Notice::bad(title).text(other)),
        };
        let problem = Problem::from(error);
        match problem.class {
            Class::Invalid(_) | Class::Conflict | Class::Stale | Class::TooLarge | Class::TooMany(_) => {
                Ok(Self { errors, notice: Some(notice), status: problem.status(), wait })
            }
            _ => Err(problem),
        }
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

const FIXABLE: &str = "What you typed is still here. Change what is marked, then try again.";
