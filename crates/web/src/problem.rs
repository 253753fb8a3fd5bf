//! How a failure looks: RFC 9457 JSON under `/api`, a page with a way back everywhere else. Nothing else decides this.

use askama::Template;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::{Class, Classify, FieldError};

/// What is said where an address leads nowhere.
pub const NO_SUCH_PAGE: &str = "Check the address. It may be mistyped, or the page was deleted.";

/// A failure on its way to the caller. The shell turns it into JSON or a page, depending on what was asked for.
#[derive(Debug, Clone)]
pub struct Problem {
    pub class: Class,
    /// A sentence for the person who asked. Of our own faults ([`Class::Internal`], [`Class::Unavailable`]) it is the reason, which
    /// is logged and not shown.
    pub detail: String,
    /// What is wrong, field by field.
    pub errors: Vec<FieldError>,
    /// Whether a secret too long to guess was wrong, which counts as ten requests.
    pub is_wrong_secret: bool,
    /// How it looks to a person, where it is more than words: a prompt for a passcode, say.
    page: Option<String>,
}

impl Problem {
    pub fn new(class: Class, detail: impl Into<String>) -> Self {
        let errors = match &class {
            Class::Invalid(errors) => errors.clone(),
            _ => Vec::new(),
        };
        Self { class, detail: detail.into(), errors, is_wrong_secret: false, page: None }
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(Class::NotFound, detail)
    }

    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::new(Class::Malformed, detail)
    }

    pub fn internal(reason: impl Into<String>) -> Self {
        Self::new(Class::Internal, reason)
    }

    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let detail =
            errors.first().map_or_else(String::new, |first| format!("{}: {}", first.field, first.message));
        Self::new(Class::Invalid(errors), detail)
    }

    /// The same, about one field.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>, message: impl Into<String>) -> Self {
        self.errors.push(FieldError { field: field.into(), message: message.into() });
        self
    }

    /// The same, because a secret too long to guess was wrong.
    #[must_use]
    pub fn wrong_secret(self) -> Self {
        Self { is_wrong_secret: true, ..self }
    }

    /// The same, which on a page looks like `page`. Programs get JSON all the same.
    #[must_use]
    pub fn with_page(mut self, page: impl Template) -> Self {
        match page.render() {
            Ok(html) => self.page = Some(html),
            Err(error) => tracing::error!(%error, "a page cannot be drawn"),
        }
        self
    }

    /// How it looks to a person, if it says so itself.
    pub fn page(&self) -> Option<&str> {
        self.page.as_deref()
    }

    pub fn status(&self) -> StatusCode {
        match self.class {
            Class::Malformed => StatusCode::BAD_REQUEST,
            Class::Unauthenticated => StatusCode::UNAUTHORIZED,
            Class::Forbidden => StatusCode::FORBIDDEN,
            Class::NotFound => StatusCode::NOT_FOUND,
            Class::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Class::Conflict => StatusCode::CONFLICT,
            Class::Gone => StatusCode::GONE,
            Class::Stale => StatusCode::PRECONDITION_FAILED,
            Class::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Class::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Class::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Class::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Class::Unavailable(_) | Class::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            Class::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl<E: Classify> From<E> for Problem {
    fn from(error: E) -> Self {
        Self { is_wrong_secret: error.is_wrong_secret(), ..Self::new(error.class(), error.to_string()) }
    }
}

impl IntoResponse for Problem {
    /// Carries the problem in the response's extensions; the shell draws it.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
