//! A Roundtable with shareables alone: the real router, shell and storage, a clock that can be moved, and people who call it.

use axum::{Router, body::Body};
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use kernel::{Account, Clock, FakeClock, Keyring, Rng, UserId};
use outbound::Outbound;
use serde_json::{Value, json};
use shareables::{feature, model::ShortId, pool};
use std::sync::Arc;
use store::{
    Store,
    decorators::{CountingStore, RetryStore},
};
use store_dynamodb::{DynamoStore, StaticCredentials};
use store_embedded::EmbeddedStore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;
use web::{
    App, Authenticated, Authenticator, Credential, Guesses, Live, Quotas, Services, Settings, system::SYSTEM,
    work::Runner,
};

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

/// The bearer of the one account there is.
pub const ACCOUNT: &str = "account-of-ana";

struct OneAccount;

#[async_trait::async_trait]
impl Authenticator for OneAccount {
    async fn authenticate(&self, credential: &Credential) -> store::Result<Authenticated> {
        Ok(match credential {
            Credential::Bearer(token) if token == ACCOUNT => Authenticated::Account(Account {
                user_id: UserId(uuid::Uuid::nil()),
                display_name: "Ana".into(),
                roles: Vec::new(),
            }),
            _ => Authenticated::NotOurs,
        })
    }
}

impl Table {
    pub async fn on(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Settings)) -> Self {
        let clock = Arc::new(FakeClock::at("2026-11-15T09:00:00Z".parse().unwrap()));
        let tables: Vec<_> = feature().tables.into_iter().chain([&SYSTEM]).collect();
        let store: Arc<dyn Store> = match engine {
            Engine::Embedded => Arc::new(EmbeddedStore::in_memory(tables, clock.clone()).unwrap()),
            Engine::Dynamodb => dynamodb(tables, clock.clone()).await,
        };
        Self::over(store, clock, adjust)
    }

    /// A server over a store that is there already.
    pub fn over(store: Arc<dyn Store>, clock: Arc<FakeClock>, adjust: impl FnOnce(&mut Settings)) -> Self {
        Self::assemble(store, clock, Keyring::generate(&Rng::seeded(0)), adjust)
    }

    /// The same data under other keys.
    pub fn with_keys(&self, keys: Keyring) -> Self {
        Self::assemble(self.storage.clone(), self.clock.clone(), keys, |_| {})
    }

    fn assemble(
        store: Arc<dyn Store>,
        clock: Arc<FakeClock>,
        keys: Keyring,
        adjust: impl FnOnce(&mut Settings),
    ) -> Self {
        let mut settings =
            Settings { creations_per_hour: 1_000_000, requests_per_second: 0, ..Settings::default() };
        adjust(&mut settings);
        let storage = Arc::new(CountingStore::new(store));
        let services = Arc::new(Services {
            store: storage.clone(),
            clock: clock.clone(),
            keys,
            rng: Rng::seeded(1),
            outbound: Outbound::recorded(),
            live: Live::in_process(clock.clone(), CancellationToken::new()),
            work_bell: tokio::sync::Notify::new(),
            authenticator: Arc::new(OneAccount),
            guesses: Guesses::new(storage.clone(), clock.clone()),
            quotas: Quotas::new(&settings, clock.clone()),
            settings,
        });
        let shareables = feature();
        let (api, _) = shareables.api.split_for_parts();
        let router = Router::new().nest("/api/v1", api).merge(shareables.pages);
        let router = web::shell(router, App(services.clone()));
        Self { clock, storage, services, router }
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    pub fn in_an_hour(&self) -> String {
        (self.clock.now() + SignedDuration::from_hours(1)).to_string()
    }

    /// Does all background work that waits.
    pub async fn finish_work(&self) {
        Runner::new(self.services.clone(), feature().work).run_until_idle().await.unwrap();
    }

    pub async fn fill_pool(&self) {
        pool::refill(&self.services).await.unwrap();
    }

    pub async fn raw(&self, request: Request<Body>) -> http::Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
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
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        Answer::read(self.raw(request.body(body).unwrap()).await).await
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.send(Method::GET, path, token, None).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(Method::POST, path, token, Some(&body)).await
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

    /// Makes a share and gives it with its organiser's token.
    pub async fn make(&self, body: Value) -> Share {
        let answer = self.post("/shareables", None, body).await.expect(201);
        Share {
            path: format!("/shareables/{}", answer.text_at("shortId")),
            id: answer.text_at("shortId").parse().unwrap(),
            admin: answer.text_at("adminToken"),
            passcode: answer.text_at("adminPasscode"),
            made: answer.json["shareable"].clone(),
        }
    }

    pub async fn make_checklist(&self, items: &[&str]) -> Share {
        let items: Vec<_> = items.iter().map(|name| json!({ "name": name })).collect();
        self.make(json!({ "entity": "checklist", "name": "Lake weekend", "expiresAfter": 7, "items": items }))
            .await
    }

    pub async fn make_event(&self, more: Value) -> Share {
        let fields = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7,
            "startTime": "2026-11-20T18:30:00Z", "timeZone": "Europe/Lisbon" });
        self.make(merged(fields, more)).await
    }

    /// A poll of two questions: a required single choice, and several of three.
    pub async fn make_poll(&self, more: Value) -> Share {
        let fields = json!({ "entity": "poll", "name": "Autumn weekend", "expiresAfter": 7, "questions": [
            { "title": "Which day?", "isRequired": true, "options": [{ "label": "Fri" }, { "label": "Sat" }] },
            { "title": "What to bring?", "isMultiple": true,
              "options": [{ "label": "Soup" }, { "label": "Pie" }, { "label": "Cake" }] },
        ]});
        self.make(merged(fields, more)).await
    }
}

fn merged(mut fields: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        fields[name] = value.clone();
    }
    fields
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
        table_prefix: format!("s{}-", rng.text(b"abcdefghijklmnopqrstuvwxyz", 16)),
        ..store_dynamodb::Options::new(tables, clock)
    })
    .await
    .unwrap();
    store.create_tables(&mut |_| {}).await.unwrap();
    Arc::new(RetryStore::new(Arc::new(store), rng))
}

/// A share made by a story.
#[derive(Debug, Clone)]
pub struct Share {
    pub path: String,
    pub id: ShortId,
    /// The organiser's token.
    pub admin: String,
    /// The organiser's passcode.
    pub passcode: String,
    /// As it was told when it was made.
    pub made: Value,
}

impl Share {
    pub fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// The organiser's token, as calls take it.
    #[expect(clippy::unnecessary_wraps, reason = "stands beside the None of those who have no token")]
    pub fn admin(&self) -> Option<&str> {
        Some(&self.admin)
    }

    pub fn item(&self, at: usize) -> String {
        self.made["items"][at]["checklistItemId"].as_str().unwrap().to_owned()
    }

    /// An answer to one question by the places of question and options.
    pub fn answer(&self, question: usize, options: &[usize]) -> Value {
        let question = &self.made["questions"][question];
        let ids: Vec<_> =
            options.iter().map(|at| question["options"][*at]["pollQuestionOptionId"].clone()).collect();
        json!({ "pollQuestionId": question["pollQuestionId"], "optionIds": ids })
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
