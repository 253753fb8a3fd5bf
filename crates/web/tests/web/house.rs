//! A server for a test: real services on the embedded engine in memory, with a clock that stands still.

use async_trait::async_trait;
use axum::{Router, body::Body, extract::ConnectInfo, response::Response};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use jiff::{SignedDuration, Timestamp};
use kernel::{Account, FakeClock, Role, UserId};
use std::{net::SocketAddr, sync::Arc};
use store::Store;
use store_embedded::EmbeddedStore;
use tower::ServiceExt;
use uuid::Uuid;
use web::{App, Authenticated, Authenticator, Credential, Settings, system::SYSTEM};

pub struct House {
    pub app: App,
    pub clock: Arc<FakeClock>,
}

impl House {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(adjust: impl FnOnce(&mut Settings)) -> Self {
        let clock = Arc::new(FakeClock::at("2026-11-15T09:00:00Z".parse::<Timestamp>().unwrap()));
        let store = Arc::new(EmbeddedStore::in_memory(vec![&SYSTEM], clock.clone()).unwrap());
        let mut settings = Settings { base_url: "http://table.example".into(), ..Settings::default() };
        adjust(&mut settings);
        Self::on(store, clock, settings)
    }

    /// Another process on the same store: what was only in memory is gone.
    pub fn reborn(&self) -> Self {
        Self::on(self.app.store.clone(), self.clock.clone(), self.app.settings.clone())
    }

    pub fn on(store: Arc<dyn Store>, clock: Arc<FakeClock>, settings: Settings) -> Self {
        let services = stage::services(store, clock.clone(), Arc::new(Names), settings);
        Self { app: App(Arc::new(services)), clock }
    }

    /// Sends a request through the shell around `routes`, as `192.0.2.1` unless the request says otherwise.
    pub async fn send(&self, routes: Router<App>, mut request: Request<Body>) -> Answer {
        if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none() {
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 4711))));
        }
        let response = web::shell(routes, self.app.clone()).oneshot(request).await.unwrap();
        Answer::read(response).await
    }

    pub fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
    }
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    /// How many bytes travelled.
    pub size: usize,
}

impl Answer {
    async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Self { status: parts.status, headers: parts.headers, text, size: bytes.len() }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    /// The fields that a problem names.
    pub fn fields(&self) -> Vec<String> {
        let errors = self.json()["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
    }
}

pub fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, "table.example").body(Body::empty()).unwrap()
}

pub fn post_json(path: &str, body: &str) -> Request<Body> {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    request.header(header::HOST, "table.example").body(Body::from(body.to_owned())).unwrap()
}

pub fn post_form(path: &str, body: &str) -> Request<Body> {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let request =
        request.header(header::HOST, "table.example").header(header::ORIGIN, "http://table.example");
    request.body(Body::from(body.to_owned())).unwrap()
}

pub fn with(mut request: Request<Body>, name: &'static str, value: &str) -> Request<Body> {
    request.headers_mut().insert(name, value.parse().unwrap());
    request
}

/// Knows one person, Ana, by name; calls `dead` dead; takes anything else for somebody else's credential.
struct Names;

#[async_trait]
impl Authenticator for Names {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated> {
        let (Credential::Bearer(name) | Credential::Cookie(name)) = credential;
        Ok(match name.as_str() {
            "ana" => Authenticated::Account(Account {
                user_id: UserId(Uuid::from_u128(1)),
                display_name: "Ana".into(),
                roles: vec![Role::Admin],
                time_zone: None,
            }),
            "dead" => Authenticated::Dead,
            _ => Authenticated::NotOurs,
        })
    }
}
