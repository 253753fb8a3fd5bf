//! How a failure looks: RFC 9457 JSON under `/api`, a page with a way back everywhere else. Nothing else decides this.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::{Class, Classify, FieldError};

/// A failure on its way to the caller. [`render`] turns it into JSON or a page, depending on what was asked for.
#[derive(Debug, Clone)]
pub struct Problem {
    pub class: Class,
    pub detail: String,
}

impl Problem {
    pub fn new(class: Class, detail: impl Into<String>) -> Self {
        Self { class, detail: detail.into() }
    }

    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(Class::NotFound, detail)
    }

    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = errors.first().map_or_else(String::new, |first| format!("{}: {}", first.field, first.message));
        Self::new(Class::Invalid(errors), detail)
    }

    pub fn status(&self) -> StatusCode {
        match self.class {
            Class::Malformed => StatusCode::BAD_REQUEST,
            Class::Unauthenticated => StatusCode::UNAUTHORIZED,
            Class::Forbidden => StatusCode::FORBIDDEN,
            Class::NotFound => StatusCode::NOT_FOUND,
            Class::Conflict => StatusCode::CONFLICT,
            Class::Gone => StatusCode::GONE,
            Class::Stale => StatusCode::PRECONDITION_FAILED,
            Class::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Class::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Class::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Class::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Class::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Class::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl<E: Classify> From<E> for Problem {
    fn from(error: E) -> Self {
        Self::new(error.class(), error.to_string())
    }
}

impl IntoResponse for Problem {
    /// Carries the problem in the response's extensions; the middleware draws it.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}
