//! A form as it stands on a page: what is typed in, and what is wrong with it. A form that failed is drawn by the same function as
//! one that is new, at the page's own address.

use crate::{CarriesFault, Ctx, Errors, Fault, Html, Notice, OnceField, Problem};
use askama::Template;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use kernel::{Class, FieldError};
use std::str::FromStr;

const MARKED: &str = "What you typed is still there. Change what is marked, then try again.";
const KEPT: &str = "What you typed is still there.";

/// A form's values and what was wrong with them.
#[derive(Debug, Clone, Default)]
pub struct Filled<F> {
    pub form: F,
    pub errors: Errors,
    /// What is said above the form.
    pub notice: Option<Notice>,
    status: StatusCode,
    /// Seconds to wait before another try.
    wait: Option<i64>,
}

impl<F> Filled<F> {
    /// A form that nobody has sent yet.
    pub fn fresh(form: F) -> Self {
        Self { form, errors: Errors::default(), notice: None, status: StatusCode::OK, wait: None }
    }

    /// A form that could not be carried out. `title` says what did not happen: “Your vote was not saved.” What no form can mend,
    /// such as a thing that is not there, stays a failure.
    pub fn refused(form: F, title: &str, error: impl Into<Problem>) -> Result<Self, Problem> {
        let problem = error.into();
        let status = problem.status();
        let wait = match &problem.class {
            Class::TooMany(wait) => Some(wait.as_secs().max(1)),
            _ => None,
        };
        let words = match &problem.class {
            Class::Invalid(errors) if !errors.is_empty() => MARKED.to_owned(),
            Class::Invalid(_) | Class::Conflict | Class::Stale | Class::TooLarge | Class::TooMany(_) => {
                format!("{} {KEPT}", problem.detail)
            }
            _ => return Err(problem),
        };
        let notice = Some(Notice::bad(title).text(words));
        Ok(Self { form, errors: Errors(problem.errors), notice, status, wait })
    }

    /// A form that could not be carried out for a reason that its page tells in words of its own.
    pub fn because(form: F, notice: Notice, status: StatusCode) -> Self {
        Self { notice: Some(notice), status, ..Self::fresh(form) }
    }

    /// A form that has created a `what`, found at `path`, and came again with other values. Its page carries a fresh key, so that it
    /// creates another when it is sent once more; its notice stands inside the form.
    pub fn already_created(form: F, what: impl std::fmt::Display, path: impl Into<String>) -> Self {
        Self { notice: Some(Notice::already_created(what, path)), ..Self::fresh(form) }
    }

    /// The same with what is wrong said of the fields that the page has.
    #[must_use]
    pub fn filed(mut self, rename: impl FnMut(FieldError) -> FieldError) -> Self {
        self.errors = Errors(self.errors.0.into_iter().map(rename).collect());
        self
    }

    /// The status of the answer that draws this form: `let status = filled.status(); status.with(page(filled))`.
    pub fn status(&self) -> Status {
        Status { status: self.status, wait: self.wait }
    }
}

/// A form that creates, in the words of its page.
#[derive(Debug, Clone, Copy)]
pub struct Creates {
    /// What it creates: “link”.
    pub what: &'static str,
    /// That it did not: “The link was not added.”
    pub refused: &'static str,
}

impl Creates {
    /// The form after it has failed, and the key that its page carries: its own for another try, and a new one where it has made
    /// something before, which is found at the address that `open` gives for its id.
    pub fn again<F, E: CarriesFault + Into<Problem>, I: FromStr>(
        &self,
        ctx: &Ctx,
        error: E,
        (form, once): (F, OnceField),
        open: impl FnOnce(I) -> String,
    ) -> Result<(Filled<F>, OnceField), Problem> {
        if let Some(Fault::KeyUsed { id, .. }) = error.fault() {
            let made = id.parse().map(open).unwrap_or_default();
            return Ok((Filled::already_created(form, self.what, made), OnceField(ctx.new_once())));
        }
        Ok((Filled::refused(form, self.refused, error)?, once))
    }
}

/// The status of an answer that draws a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status {
    status: StatusCode,
    wait: Option<i64>,
}

impl Status {
    /// The page as an answer.
    pub fn with(&self, page: impl Template) -> Response {
        let mut response = (self.status, Html(page)).into_response();
        if let Some(wait) = self.wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        response
    }
}
