//! A Roundtable with shareables alone: the real router, shell and storage, a clock that can be moved, and people who call it.

use jiff::SignedDuration;
use kernel::{Account, Clock, FakeClock, Keyring, Rng, UserId};
use serde_json::{Value, json};
use shareables::{feature, model::ShortId, pool};
pub use stage::{Answer, Door, Engine};
use std::sync::Arc;
use store::{Store, decorators::CountingStore};
use web::{App, Authenticated, Authenticator, Credential, Services, Settings, system::SYSTEM, work::Runner};

/// The server under test.
#[derive(Clone)]
pub struct Table {
    pub clock: Arc<FakeClock>,
    pub storage: Arc<CountingStore>,
    pub services: Arc<Services>,
    door: Door,
}

impl std::ops::Deref for Table {
    type Target = Door;

    fn deref(&self) -> &Door {
        &self.door
    }
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
        let clock = Arc::new(FakeClock::at("2037-11-15T09:00:00Z".parse().unwrap()));
        let tables: Vec<_> = feature().tables.into_iter().chain([&SYSTEM]).collect();
        let store = stage::fresh_store(engine, tables, clock.clone()).await;
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
        let services = stage::services(storage.clone(), clock.clone(), Arc::new(OneAccount), settings);
        let services = Arc::new(Services { keys, ..services });
        let shareables = feature();
        let router = shareables.api.into_router().merge(shareables.pages);
        let router = web::shell(router, App(services.clone()));
        Self { clock, storage, services, door: Door(router) }
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
            "startTime": "2037-11-20T18:30:00Z", "timeZone": "Europe/Lisbon" });
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
