//! Someone who makes requests: anonymous, with a bearer token, or with a browser's cookies.

use crate::{Answer, jar::Jar};
use axum::{Router, body::Body, extract::ConnectInfo};
use futures::future::BoxFuture;
use http::{HeaderMap, HeaderValue, Method, Request, Response, header};
use serde_json::{Value, json};
use std::{
    borrow::Borrow,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
};
use tower::ServiceExt;

/// The password of everyone who registers in a test.
pub const PASSWORD: &str = "a long enough password";

/// The e-mail address of everyone who registers in a test.
pub fn email_of(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase())
}

/// How a request reaches the server: through its router, or over a socket.
pub trait Way: Send + Sync {
    fn send(&self, request: Request<Body>) -> BoxFuture<'_, Response<Body>>;
}

/// Straight into a router, as a caller from `address`.
struct Inside {
    router: Router,
    address: IpAddr,
}

impl Way for Inside {
    fn send(&self, mut request: Request<Body>) -> BoxFuture<'_, Response<Body>> {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(self.address, 4711)));
        Box::pin(async { self.router.clone().oneshot(request).await.unwrap() })
    }
}

/// A caller. Clones share one cookie jar, as tabs of a browser do.
#[derive(Clone)]
pub struct Person {
    /// Empty for whoever has not registered.
    pub user_id: String,
    pub email: String,
    way: Arc<dyn Way>,
    host: HeaderValue,
    bearer: Option<String>,
    headers: HeaderMap,
    jar: Arc<Mutex<Jar>>,
}

impl Person {
    /// Someone without an account, a cookie or a token. `base_url` is the server's.
    pub fn new(way: Arc<dyn Way>, base_url: &str) -> Self {
        let host = base_url.split_once("//").map_or(base_url, |(_, host)| host);
        Self {
            user_id: String::new(),
            email: String::new(),
            way,
            host: host.parse().expect("a host"),
            bearer: None,
            headers: HeaderMap::new(),
            jar: Arc::default(),
        }
    }

    /// The same for a router without a socket.
    pub fn at(router: Router, address: IpAddr, base_url: &str) -> Self {
        Self::new(Arc::new(Inside { router, address }), base_url)
    }

    /// The same person with another bearer credential.
    #[must_use]
    pub fn with_bearer(&self, token: impl Into<String>) -> Self {
        Self { bearer: Some(token.into()), ..self.clone() }
    }

    #[must_use]
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        let mut person = self.clone();
        person.headers.append(name, value.parse().expect("a header's value"));
        person
    }

    /// The same person holding one more cookie.
    #[must_use]
    pub fn with_cookie(&self, name: &str, value: &str) -> Self {
        self.jar.lock().unwrap().set(name, "/", value);
        self.clone()
    }

    /// The value of a cookie that this person holds.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.jar.lock().unwrap().find(name)
    }

    pub fn bearer(&self) -> Option<&str> {
        self.bearer.as_deref()
    }

    /// A `GET` below `/api/v1`.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.send(Method::POST, path, Some(body.borrow())).await
    }

    /// A `POST` that takes no body.
    pub async fn act(&self, path: &str) -> Answer {
        self.send(Method::POST, path, None).await
    }

    pub async fn put(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.send(Method::PUT, path, Some(body.borrow())).await
    }

    pub async fn patch(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.send(Method::PATCH, path, Some(body.borrow())).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// Any method below `/api/v1`, with a JSON body where there is one.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let path = format!("{}{path}", web::api::BASE);
        self.ask(method, &path, body.map(|body| ("application/json", body.to_string().into()))).await
    }

    /// A `PUT` of a file below `/api/v1`.
    pub async fn uploads(&self, path: &str, media_type: &str, file: Vec<u8>) -> Answer {
        let path = format!("{}{path}", web::api::BASE);
        self.ask(Method::PUT, &path, Some((media_type, file.into()))).await
    }

    /// A `GET` of any address, as a browser asks for a page.
    pub async fn page(&self, path: &str) -> Answer {
        self.as_browser().ask(Method::GET, path, None).await
    }

    /// Sends a form as a page of this server would.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.with_header("sec-fetch-site", "same-origin").submit_from_anywhere(path, fields).await
    }

    /// Sends a form and nothing that says from where.
    pub async fn submit_from_anywhere(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = serde_html_form::to_string(fields).unwrap();
        let body = Some(("application/x-www-form-urlencoded", body.into()));
        self.as_browser().ask(Method::POST, path, body).await
    }

    /// The answer while its body still comes: a stream of events.
    pub async fn opens(&self, path: &str) -> Response<Body> {
        self.way.send(self.request(Method::GET, path, None)).await
    }

    /// Registers through the API.
    pub async fn registers(&self, name: &str) -> Answer {
        let body = json!({ "email": email_of(name), "password": PASSWORD, "displayName": name });
        self.post("/auth/register", body).await
    }

    /// This person with a new account: their requests carry its token as bearer.
    pub async fn registered(&self, name: &str) -> Self {
        self.with_account(&self.registers(name).await.expect(201))
    }

    /// This person with a new account made on the page: their requests carry its cookie.
    pub async fn registered_in_a_browser(&self, name: &str) -> Self {
        let fields = [("email", &*email_of(name)), ("password", PASSWORD), ("displayName", name)];
        self.submit("/register", &fields).await.expect(303);
        let user_id = self.get("/me").await.expect(200).text_at("userId");
        Self { user_id, email: email_of(name), ..self.clone() }
    }

    pub async fn signs_in(&self, name: &str, password: &str) -> Answer {
        self.post("/auth/login", json!({ "email": email_of(name), "password": password })).await
    }

    /// The same person with the account that registering or signing in answered with.
    #[must_use]
    pub fn with_account(&self, answer: &Answer) -> Self {
        let (user_id, email) = (answer.text_at("/user/userId"), answer.text_at("/user/email"));
        Self { user_id, email, ..self.with_bearer(answer.text_at("token")) }
    }

    fn as_browser(&self) -> Self {
        self.with_header("accept", "text/html")
    }

    async fn ask(&self, method: Method, path: &str, body: Option<(&str, Body)>) -> Answer {
        let asked = format!("{method} {path}");
        let response = self.way.send(self.request(method, path, body)).await;
        self.jar.lock().unwrap().keep(response.headers());
        Answer::read(asked, response).await
    }

    fn request(&self, method: Method, path: &str, body: Option<(&str, Body)>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, self.host.clone());
        if let Some(token) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookies) = self.jar.lock().unwrap().header_for(path) {
            request = request.header(header::COOKIE, cookies);
        }
        if let Some((kind, _)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request.body(body.map(|(_, body)| body).unwrap_or_default()).unwrap()
    }
}
