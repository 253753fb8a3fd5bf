//! Extractors whose failures are [`Problem`]s in the contract's words: 400 for what cannot be read, 422 for what can be read
//! and is not allowed.

mod objects;
mod words;

use crate::{NO_SUCH_PAGE, Problem};
use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use kernel::Class;
use objects::Objects;
use serde::{Serialize, de::DeserializeOwned};
use std::time::Duration;

/// How long a body may take to arrive: less than the handler's own time, so that whoever sends slowly is told what was wrong.
const BODY_TIME: Duration = Duration::from_secs(25);

/// The most fields of a form.
const MOST_FIELDS: usize = 2_000;

/// Most answers fit in here, and need not be moved while they are written.
const USUAL_ANSWER: usize = 2048;
static JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A JSON body, and a JSON answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// The fields of a posted form; a repeated name fills a `Vec`. Whatever is wrong with one is a 422.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form<T>(pub T);

/// The variable segments of the path; what does not parse names nothing, so it is a 404.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path<T>(pub T);

/// The query string; a repeated name fills a `Vec`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        must_be_json(request.headers())?;
        Self::read(&body(request, state).await?)
    }
}

impl<T: DeserializeOwned> Json<T> {
    /// The value in a body.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let value = serde_path_to_error::deserialize(Objects(&mut reader)).map_err(words::of_json)?;
        reader.end().map_err(|error| words::not_json(&error))?;
        Ok(Self(value))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = Problem;

    /// `Option<Json<T>>` is `None` where nothing was sent at all.
    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Problem> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            return <Self as FromRequest<S>>::from_request(request, state).await.map(Some);
        }
        if body(request, state).await?.is_empty() {
            return Ok(None);
        }
        Err(unsupported("Send the body as application/json."))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(USUAL_ANSWER);
        match serde_json::to_writer(&mut bytes, &self.0) {
            Ok(()) => {
                let mut response = Response::new(Body::from(bytes));
                response.headers_mut().insert(header::CONTENT_TYPE, JSON.clone());
                response
            }
            Err(error) => {
                Problem::internal(format!("an answer cannot be written as JSON: {error}")).into_response()
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = content_type(request.headers());
        let bytes = body(request, state).await?;
        // A form without a single field is sent by some clients without a type.
        let is_form = kind.as_deref() == Some("application/x-www-form-urlencoded");
        let nothing = kind.is_none() && bytes.is_empty();
        if !is_form && !nothing {
            return Err(unsupported("Send the form as application/x-www-form-urlencoded."));
        }
        Self::read(&bytes)
    }
}

impl<T: DeserializeOwned> Form<T> {
    /// The fields in a body.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Problem> {
        // Some readers compare every name with every other, so a form of very many would keep a core busy for a minute.
        if bytes.split(|byte| *byte == b'&').nth(MOST_FIELDS).is_some() {
            return Err(Problem::new(Class::TooLarge, "That form has more fields than we take."));
        }
        let reader = serde_html_form::Deserializer::from_bytes(bytes);
        serde_path_to_error::deserialize(reader).map(Self).map_err(words::of_form)
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(Problem::not_found(NO_SUCH_PAGE)),
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let reader = serde_html_form::Deserializer::from_bytes(query.as_bytes());
        serde_path_to_error::deserialize(reader).map(Self).map_err(words::of_query)
    }
}

pub(crate) async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    let late = |_| Problem::malformed("The body took too long to arrive. Try again.");
    let arrived = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await.map_err(late)?;
    arrived.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(Class::TooLarge, "That is more than we take in one go.")
        }
        _ => Problem::malformed("The body did not arrive whole. Try again."),
    })
}

/// The media type alone, in lower case.
pub(crate) fn content_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next().unwrap_or(value).trim().to_ascii_lowercase())
}

pub(crate) fn must_be_json(headers: &HeaderMap) -> Result<(), Problem> {
    if is_json(headers) { Ok(()) } else { Err(unsupported("Send the body as application/json.")) }
}

/// `application/json` and its kin, such as `application/merge-patch+json`.
fn is_json(headers: &HeaderMap) -> bool {
    content_type(headers).is_some_and(|kind| {
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
    })
}

fn unsupported(detail: &str) -> Problem {
    Problem::new(Class::UnsupportedMedia, detail)
}
