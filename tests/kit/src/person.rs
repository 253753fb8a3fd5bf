//! A person as a client: anonymous, with a bearer token, or with a browser's cookies.

use reqwest::{Method, StatusCode, cookie::CookieStore, header};
use serde_json::Value;
use std::sync::Arc;

/// Someone who makes requests.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    pub cookies: Arc<reqwest::cookie::Jar>,
    base_url: String,
    bearer: Option<String>,
    headers: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: header::HeaderMap,
    pub text: String,
    /// The body as JSON; `null` where it is none.
    pub json: Value,
    pub request: String,
}

impl Person {
    pub fn new(base_url: &str) -> Self {
        // The client wants a provider even though nothing here speaks TLS; a second call changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let cookies = Arc::new(reqwest::cookie::Jar::default());
        let http = reqwest::Client::builder()
            .cookie_provider(cookies.clone())
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self { http, cookies, base_url: base_url.to_owned(), bearer: None, headers: Vec::new() }
    }

    /// The same person showing another credential.
    #[must_use]
    pub fn with_bearer(&self, token: impl Into<String>) -> Self {
        Self { bearer: Some(token.into()), ..self.clone() }
    }

    #[must_use]
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut person = self.clone();
        person.headers.push((name.to_owned(), value.to_owned()));
        person
    }

    /// The value of a cookie this person holds.
    pub fn cookie(&self, name: &str) -> Option<String> {
        let held = self.cookies.cookies(&self.base_url.parse().ok()?)?;
        let pairs = held.to_str().ok()?.split("; ").filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned()).next()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// Any method, with a JSON body where there is one.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.http.request(method.clone(), format!("{}{path}", self.base_url));
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body.to_string());
        }
        self.finish(request, format!("{method} {path}")).await
    }

    /// Sends a form as the page on this server would.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.with_header("origin", &self.base_url.clone()).submit_raw(path, fields).await
    }

    /// Sends a form and nothing that says where from.
    pub async fn submit_raw(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encode = |text: &str| url_encode(text);
        let body = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
            .collect::<Vec<_>>();
        let request = self
            .http
            .post(format!("{}{path}", self.base_url))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body.join("&"));
        self.finish(request, format!("POST {path}")).await
    }

    /// Opens a stream of server-sent events.
    pub async fn listen(&self, path: &str) -> reqwest::Response {
        let request = self.dress(self.http.get(format!("{}{path}", self.base_url)));
        request.send().await.expect("an answer")
    }

    fn dress(&self, mut request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        if let Some(token) = &self.bearer {
            request = request.bearer_auth(token);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request
    }

    async fn finish(&self, request: reqwest::RequestBuilder, what: String) -> Answer {
        let response = self.dress(request).send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.expect("a body");
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, headers, text, json, request: what }
    }
}

impl Answer {
    /// This answer, which must have the status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{} answered {}: {}", self.request, self.status, self.text);
        self
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn is_server_error(&self) -> bool {
        StatusCode::from_u16(self.status).is_ok_and(|status| status.is_server_error())
    }

    /// A string in the JSON body.
    #[track_caller]
    pub fn text_at(&self, pointer: &str) -> String {
        let found = self.json.pointer(pointer).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{} has no text at {pointer}: {}", self.request, self.text)).to_owned()
    }
}

fn url_encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
