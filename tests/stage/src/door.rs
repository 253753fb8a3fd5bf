//! Calling a router without a socket: a path, a bearer token, a JSON body.

use crate::Answer;
use axum::{Router, body::Body};
use http::{HeaderValue, Method, Request, Response, header};
use serde_json::Value;
use tower::ServiceExt;

/// Where requests go in. Paths are those below `/api/v1`; a token is a bearer's.
#[derive(Clone)]
pub struct Door(pub Router);

impl Door {
    pub async fn raw(&self, mut request: Request<Body>) -> Response<Body> {
        request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost"));
        self.0.clone().oneshot(request).await.unwrap()
    }

    pub async fn call(&self, request: http::request::Builder, body: impl Into<Body>) -> Answer {
        let request = request.body(body.into()).unwrap();
        let asked = format!("{} {}", request.method(), request.uri());
        Answer::read(asked, self.raw(request).await).await
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", web::api::BASE));
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
