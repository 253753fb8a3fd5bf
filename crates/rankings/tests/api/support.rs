//! A Roundtable with ranked polls and accounts: the real router, shell and storage, a clock that can be moved, and people who call it.

use axum::Router;
use jiff::SignedDuration;
use kernel::{Clock, FakeClock, Rng};
use serde_json::{Value, json};
pub use stage::{Answer, Door, Engine};
use std::sync::Arc;
use store::{Store, decorators::CountingStore};
use web::{App, CalendarSources, Feature, Services, Settings, system::SYSTEM, work::Runner};

/// The server under test.
#[derive(Clone)]
pub struct Table {
    pub clock: Arc<FakeClock>,
    pub storage: Arc<CountingStore>,
    pub services: Arc<Services>,
    store: Arc<dyn Store>,
    door: Door,
}

impl std::ops::Deref for Table {
    type Target = Door;

    fn deref(&self) -> &Door {
        &self.door
    }
}

fn features() -> Vec<Feature> {
    vec![identity::feature(Vec::new(), CalendarSources::default()), rankings::feature()]
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
        let store = stage::fresh_store(engine, tables, clock.clone()).await;
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
        let accounts = Arc::new(identity::Sessions::new(storage.clone(), clock.clone()));
        let services = stage::services(storage.clone(), clock.clone(), accounts, settings);
        let services = Arc::new(Services { rng: Rng::seeded(seed), ..services });
        let router = features().into_iter().fold(Router::new(), |router, feature| {
            router.merge(feature.api.into_router()).merge(feature.pages)
        });
        let router = web::shell(router, App(services.clone()));
        Self { clock, storage, services, store, door: Door(router) }
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
