//! Calling a router without a socket, and its answers.

use axum::{Router, body::Body};
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// Where requests go in. Paths are those below `/api/v1`; a token is a bearer's.
#[derive(Clone)]
pub struct Door(pub Router);

impl Door {
    pub async fn raw(&self, request: Request<Body>) -> Response<Body> {
        self.0.clone().oneshot(request).await.unwrap()
    }

    pub async fn call(&self, request: http::request::Builder, body: impl Into<Body>) -> Answer {
        Answer::read(self.raw(request.body(body.into()).unwrap()).await).await
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        match body {
            Some(body) => {
                self.call(request.header(header::CONTENT_TYPE, "application/json"), body.to_string()).await
            }
            None => self.call(request, Body::empty()).await,
        }
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::GET, path, token, None).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(Method::POST, path, token, Some(&body)).await
    }

    /// A `POST` that takes no body.
    pub async fn act(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::POST, path, token, None).await
    }

    pub async fn put(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(Method::PUT, path, token, Some(&body)).await
    }

    pub async fn patch(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(Method::PATCH, path, token, Some(&body)).await
    }

    pub async fn delete(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::DELETE, path, token, None).await
    }
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    /// `null` where the body is no JSON.
    pub json: Value,
}

impl Answer {
    pub async fn read(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { status: parts.status, headers: parts.headers, text, json }
    }

    /// The answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    #[track_caller]
    pub fn text_at(&self, field: &str) -> String {
        self.json[field].as_str().unwrap_or_else(|| panic!("no text {field} in {}", self.text)).to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The fields that a 422 complains of.
    pub fn wrong_fields(&self) -> Vec<&str> {
        let errors = self.json["errors"].as_array().map_or(&[][..], Vec::as_slice);
        errors.iter().filter_map(|error| error["field"].as_str()).collect()
    }
}
