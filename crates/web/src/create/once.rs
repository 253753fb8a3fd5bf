//! The key of a creation, as it comes with a request.

use crate::{App, Ctx, Form, Json, Problem, extract};
use askama::Template;
use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use serde::{Deserialize, de::DeserializeOwned};

/// The header that programs send.
const HEADER: &str = "idempotency-key";
/// The hidden field that forms send.
const FIELD: &str = "once";
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// What tells one request to create from another: a key, the address it was sent to, and what was sent.
#[derive(Debug, Clone, Default)]
pub struct Once {
    key: Option<String>,
    path: String,
    body: Vec<u8>,
    /// Whether a form sent it.
    is_form: bool,
}

impl Once {
    /// Without a key: every request makes something new.
    pub fn none() -> Self {
        Self::default()
    }

    /// A key for what is done inside the program, such as filling an instance with examples.
    pub fn with_key(key: impl Into<String>, path: impl Into<String>) -> Self {
        Self { key: Some(key.into()), path: path.into(), ..Self::default() }
    }

    /// The same with what was sent along.
    #[must_use]
    pub fn with_body(self, body: &[u8]) -> Self {
        Self { body: blake3::hash(body).as_bytes().to_vec(), ..self }
    }

    fn read(key: Option<&str>, path: &str, body: &[u8]) -> Result<Self, Problem> {
        let Some(key) = key else { return Ok(Self::none()) };
        let readable = LENGTHS.contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        if !readable {
            return Err(crate::Fault::BadKey.into());
        }
        let body = blake3::hash(body).as_bytes().to_vec();
        Ok(Self { key: Some(key.to_owned()), path: path.to_owned(), body, is_form: false })
    }

    /// Of a call whose body is read elsewhere, or that has none.
    pub fn of(headers: &HeaderMap, path: &str) -> Result<Self, Problem> {
        Self::read(key_in(headers), path, &[])
    }

    pub(super) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns whether a page's form sent it.
    pub fn is_form(&self) -> bool {
        self.is_form
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// What is remembered of the body: enough to know it again, nothing to read it by.
    pub(super) fn body_mac(&self, ctx: &Ctx) -> String {
        ctx.keys.mac_text("creation body", &[&self.body])
    }
}

fn key_in(headers: &HeaderMap) -> Option<&str> {
    headers.get(HEADER).map(|value| value.to_str().unwrap_or_default())
}

impl Ctx {
    /// A key for a form's hidden field ([`OnceField`]).
    pub fn new_once(&self) -> String {
        self.rng.token()
    }
}

/// The hidden field of a form that creates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Template)]
#[template(source = r#"<input type="hidden" name="once" value="{{ self.0 }}">"#, ext = "html")]
pub struct OnceField(pub String);

impl askama::filters::HtmlSafe for OnceField {}

/// The JSON body of a call that creates, and its key.
#[derive(Debug, Clone)]
pub struct Creating<T> {
    pub once: Once,
    pub body: T,
}

impl<T: DeserializeOwned> FromRequest<App> for Creating<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (path, key) = (request.uri().path().to_owned(), key_in(request.headers()).map(str::to_owned));
        extract::must_be_json(request.headers())?;
        let bytes = extract::body(request, app).await?;
        let once = Once::read(key.as_deref(), &path, &bytes)?;
        let Json(body) = Json::read(&bytes)?;
        Ok(Self { once, body })
    }
}

/// The fields of a form that creates, and its key.
#[derive(Debug, Clone)]
pub struct CreatingForm<T> {
    pub once: Once,
    /// The key as it came, to be sent again with what was typed.
    pub field: OnceField,
    pub form: T,
}

/// Of a form that creates without anything to fill in.
#[derive(Debug, Clone, Deserialize)]
pub struct NoFields {}

impl<T: DeserializeOwned> FromRequest<App> for CreatingForm<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let path = request.uri().path().to_owned();
        let Form(mut fields) = Form::<Vec<(String, String)>>::from_request(request, app).await?;
        let key = fields.iter().position(|(name, _)| name == FIELD).map(|at| fields.remove(at).1);
        let key = key.filter(|key| !key.is_empty());
        let rest =
            serde_html_form::to_string(&fields).map_err(|error| Problem::internal(error.to_string()))?;
        let once = Once { is_form: true, ..Once::read(key.as_deref(), &path, rest.as_bytes())? };
        let Form(form) = Form::read(rest.as_bytes())?;
        Ok(Self { once, field: OnceField(key.unwrap_or_default()), form })
    }
}
