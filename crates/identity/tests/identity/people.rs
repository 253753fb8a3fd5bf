//! People who make requests: with a bearer token, or with a browser's cookies.

use axum::{body::Body, extract::ConnectInfo};
use http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
};
use tower::ServiceExt;

pub const PASSWORD: &str = "a long enough password";

pub fn email_of(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase())
}

#[derive(Clone)]
pub struct Person {
    router: axum::Router,
    address: IpAddr,
    bearer: Option<String>,
    headers: Vec<(&'static str, String)>,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// `null` where the body is no JSON.
    pub json: Value,
    asked: String,
}

impl Person {
    pub fn new(router: axum::Router, address: IpAddr) -> Self {
        Self { router, address, bearer: None, headers: Vec::new(), cookies: Arc::default() }
    }

    pub fn with_bearer(&self, token: impl Into<String>) -> Self {
        Self { bearer: Some(token.into()), ..self.clone() }
    }

    pub fn with_header(&self, name: &'static str, value: impl Into<String>) -> Self {
        let mut person = self.clone();
        person.headers.push((name, value.into()));
        person
    }

    pub fn with_cookie(&self, name: &str, value: impl Into<String>) -> Self {
        self.cookies.lock().unwrap().insert(name.into(), value.into());
        self.clone()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    pub async fn registers(&self, name: &str) -> Answer {
        let body = json!({ "email": email_of(name), "password": PASSWORD, "displayName": name });
        self.post("/api/v1/auth/register", body).await
    }

    pub async fn signs_in(&self, name: &str, password: &str) -> Answer {
        self.post("/api/v1/auth/login", json!({ "email": email_of(name), "password": password })).await
    }

    pub async fn user_id(&self) -> String {
        self.get("/api/v1/me").await.expect(200).text_at("/userId")
    }

    /// Sends a form as our own page would.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.with_header("sec-fetch-site", "same-origin").submit_from_anywhere(path, fields).await
    }

    pub async fn submit_from_anywhere(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = serde_html_form::to_string(fields).unwrap();
        self.ask(Method::POST, path, Some(("application/x-www-form-urlencoded", body))).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.ask(method, path, body.map(|body| ("application/json", body.to_string()))).await
    }

    async fn ask(&self, method: Method, path: &str, body: Option<(&str, String)>) -> Answer {
        let asked = format!("{method} {path}");
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "table.example");
        if let Some(token) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let jar = self
            .cookies
            .lock()
            .unwrap()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>();
        if !jar.is_empty() {
            request = request.header(header::COOKIE, jar.join("; "));
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some((kind, _)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind);
        }
        request = request.extension(ConnectInfo(SocketAddr::new(self.address, 4711)));
        let request = request.body(Body::from(body.map(|(_, body)| body).unwrap_or_default())).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        self.keep_cookies(&parts.headers);
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status: parts.status.as_u16(), headers: parts.headers, text, json, asked }
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        for line in headers.get_all(header::SET_COOKIE) {
            let (pair, rest) = line.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut jar = self.cookies.lock().unwrap();
            if rest.contains("Max-Age=0") {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

impl Answer {
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{} answered {}: {}", self.asked, self.status, self.text);
        self
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    #[track_caller]
    pub fn text_at(&self, pointer: &str) -> String {
        let found = self.json.pointer(pointer).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{} has no text at {pointer}: {}", self.asked, self.text)).to_owned()
    }

    /// The fields that something is wrong with.
    pub fn wrong_fields(&self) -> Vec<&str> {
        let errors = self.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        errors.iter().filter_map(|error| error["field"].as_str()).collect()
    }

    #[track_caller]
    pub fn shows(&self, part: &str) {
        assert!(self.text.contains(part), "{} does not show {part:?}: {}", self.asked, self.text);
    }
}
