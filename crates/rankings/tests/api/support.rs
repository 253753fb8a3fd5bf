//! A Roundtable with ranked polls and accounts: the real router, shell and storage, a clock that can be moved, and people who call it.

use axum::{Router, body::Body};
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use kernel::{Clock, FakeClock, Keyring, Rng};
use outbound::Outbound;
use serde_json::{Value, json};
use std::sync::Arc;
use store::{
    Store,
    decorators::{CountingStore, RetryStore},
};
use store_dynamodb::{DynamoStore, StaticCredentials};
use store_embedded::EmbeddedStore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use web::{App, Feature, Guesses, Live, Quotas, Services, Settings, system::SYSTEM, work::Runner};

/// Which storage a story runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Embedded,
    Dynamodb,
}

/// Writes each story once and runs it on both engines.
macro_rules! on_both_engines {
    ($($(#[$meta:meta])* async fn $name:ident($table:ident: Table) $body:block)*) => {
        mod embedded {
            use super::*;
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $table = Table::on($crate::support::Engine::Embedded).await;
                $body
            })*
        }
        mod dynamodb {
            use super::*;
            $($(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $table = Table::on($crate::support::Engine::Dynamodb).await;
                $body
            })*
        }
    };
}

/// The server under test.
#[derive(Clone)]
pub struct Table {
    pub clock: Arc<FakeClock>,
    pub storage: Arc<CountingStore>,
    pub services: Arc<Services>,
    store: Arc<dyn Store>,
    router: Router,
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub text: String,
    pub json: Value,
}

fn features() -> Vec<Feature> {
    vec![identity::feature(Vec::new()), rankings::feature()]
}

impl Table {
    pub async fn on(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Settings)) -> Self {
        // Well in the future: DynamoDB Local sweeps what has expired by a clock of its own.
        let clock = Arc::new(FakeClock::at("2033-11-15T09:00:00Z".parse().unwrap()));
        let tables: Vec<_> =
            features().into_iter().flat_map(|feature| feature.tables).chain([&SYSTEM]).collect();
        let store: Arc<dyn Store> = match engine {
            Engine::Embedded => Arc::new(EmbeddedStore::in_memory(tables, clock.clone()).unwrap()),
            Engine::Dynamodb => dynamodb(tables, clock.clone()).await,
        };
        Self::over(store, clock, 1, adjust)
    }

    /// A server over a store that is there already. Its key is always the same one.
    fn over(
        store: Arc<dyn Store>,
        clock: Arc<FakeClock>,
        seed: u64,
        adjust: impl FnOnce(&mut Settings),
    ) -> Self {
        let mut settings =
            Settings { creations_per_hour: 1_000_000, requests_per_second: 0, ..Settings::default() };
        adjust(&mut settings);
        let storage = Arc::new(CountingStore::new(store.clone()));
        let services = Arc::new(Services {
            store: storage.clone(),
            clock: clock.clone(),
            keys: Keyring::generate(&Rng::seeded(0)),
            rng: Rng::seeded(seed),
            outbound: Outbound::recorded(),
            live: Live::in_process(clock.clone(), CancellationToken::new()),
            work_bell: tokio::sync::Notify::new(),
            authenticator: Arc::new(identity::Sessions::new(storage.clone(), clock.clone())),
            guesses: Guesses::new(storage.clone(), clock.clone()),
            quotas: Quotas::new(&settings, clock.clone()),
            settings,
        });
        let router = features().into_iter().fold(Router::new(), |router, feature| {
            let (api, _) = feature.api.split_for_parts();
            router.nest("/api/v1", api).merge(feature.pages)
        });
        let router = web::shell(router, App(services.clone()));
        Self { clock, storage, services, store, router }
    }

    /// Another server on the same data, or this one after a restart: what it held in memory is not there.
    pub fn another_server(&self) -> Self {
        Self::over(self.store.clone(), self.clock.clone(), 2, |_| {})
    }

    /// A server on the same data over whatever `wrap` makes of its store.
    pub fn another_server_over(&self, wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>) -> Self {
        Self::over(wrap(self.store.clone()), self.clock.clone(), 3, |_| {})
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    pub fn in_an_hour(&self) -> String {
        (self.clock.now() + SignedDuration::from_hours(1)).to_string()
    }

    /// Does all background work that waits.
    pub async fn finish_work(&self) {
        let work = features().into_iter().flat_map(|feature| feature.work);
        Runner::new(self.services.clone(), work).run_until_idle().await.unwrap();
    }

    pub async fn raw(&self, request: Request<Body>) -> http::Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
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

    pub async fn act(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::POST, path, token, None).await
    }

    pub async fn patch(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(Method::PATCH, path, token, Some(&body)).await
    }

    pub async fn delete(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::DELETE, path, token, None).await
    }

    /// Makes a poll over Go, Rust and Zig.
    pub async fn make(&self) -> Poll {
        self.make_with(json!({})).await
    }

    pub async fn make_with(&self, more: Value) -> Poll {
        let mut fields = json!({ "title": "Best language?", "candidates": ["Go", "Rust", "Zig"] });
        for (name, value) in more.as_object().unwrap() {
            fields[name] = value.clone();
        }
        let answer = self.post("/ranked-polls", None, fields).await.expect(201);
        let id = answer.text_at("id");
        Poll { path: format!("/ranked-polls/{id}"), id, key: answer.text_at("manageKey") }
    }

    /// Votes under a key; the answer may be anything.
    pub async fn vote(&self, poll: &Poll, key: &str, rankings: &[&str]) -> Answer {
        self.post(&poll.at("/votes"), None, json!({ "rankings": rankings, "voterKey": key })).await
    }

    /// Registers an account and gives its token.
    pub async fn account(&self, name: &str) -> String {
        let body = json!({ "email": format!("{name}@example.org"), "password": "a long enough password", "displayName": name });
        self.post("/auth/register", None, body).await.expect(201).text_at("token")
    }

    pub async fn total(&self, poll: &Poll) -> Value {
        self.get(&poll.path, None).await.expect(200).json["totalVotes"].clone()
    }

    pub async fn results(&self, poll: &Poll) -> Value {
        self.get(&poll.at("/results"), None).await.expect(200).json
    }
}

/// A voter key with somebody's name on it.
pub fn key(name: impl std::fmt::Display) -> String {
    format!("{name}-and-so-on-and-so-forth")
}

async fn dynamodb(tables: Vec<&'static store::Table>, clock: Arc<dyn Clock>) -> Arc<dyn Store> {
    let rng = Rng::system().unwrap();
    let store = DynamoStore::connect(store_dynamodb::Options {
        endpoint: Some(dynamodb_local::endpoint()),
        region: Some(dynamodb_local::REGION.into()),
        credentials: Some(StaticCredentials {
            access_key: dynamodb_local::ACCESS_KEY.into(),
            secret_key: dynamodb_local::SECRET_KEY.into(),
        }),
        table_prefix: format!("r{}-", rng.text(b"abcdefghijklmnopqrstuvwxyz", 16)),
        ..store_dynamodb::Options::new(tables, clock)
    })
    .await
    .unwrap();
    store.create_tables(&mut |_| {}).await.unwrap();
    Arc::new(RetryStore::new(Arc::new(store), rng))
}

/// A poll made by a story.
#[derive(Debug, Clone)]
pub struct Poll {
    pub path: String,
    pub id: String,
    /// The manage key.
    pub key: String,
}

impl Poll {
    pub fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// As calls take it.
    #[expect(clippy::unnecessary_wraps, reason = "a call takes a token or none")]
    pub fn key(&self) -> Option<&str> {
        Some(&self.key)
    }
}

impl Answer {
    pub async fn read(response: http::Response<Body>) -> Self {
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
