//! Ranked polls on the one kit: what its stories make and vote in.

use serde_json::{Value, json};
use stage::Stage;
pub use stage::{Answer, Engine};
use std::{ops::Deref, sync::Arc};
use store::Store;
use web::{Feature, Settings};

/// A server with accounts and ranked polls.
#[derive(Clone)]
pub struct Table(Stage);

impl Deref for Table {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.0
    }
}

pub fn features() -> Vec<Feature> {
    vec![rankings::feature()]
}

impl Table {
    pub async fn on(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Settings)) -> Self {
        Self(Stage::with(engine, features, adjust).await)
    }

    /// Another server on the same data, or this one after a restart: what it held in memory is not there.
    pub async fn another_server(&self) -> Self {
        Self(self.0.another_server().await)
    }

    /// A server on the same data over whatever `wrap` makes of its store.
    pub async fn another_server_over(&self, wrap: impl FnOnce(Arc<dyn Store>) -> Arc<dyn Store>) -> Self {
        Self(self.0.over(wrap).await)
    }

    /// As an operator does.
    pub async fn takes_down(&self, id: &str) -> Result<(), web::Problem> {
        self.services.joined.take_down[0].run.take_down(&self.services, id).await
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
        Poll::of(&self.post("/ranked-polls", None, fields).await.expect(201))
    }

    /// Votes under a key; the answer may be anything.
    pub async fn vote(&self, poll: &Poll, key: &str, rankings: &[&str]) -> Answer {
        self.post(&poll.at("/votes"), None, json!({ "rankings": rankings, "voterKey": key })).await
    }

    /// Registers an account and gives its token.
    pub async fn account(&self, name: &str) -> String {
        self.registers(name).await.bearer().unwrap().to_owned()
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
    /// As creating one answers.
    pub fn of(answer: &Answer) -> Self {
        let id = answer.text_at("id");
        Self { path: format!("/ranked-polls/{id}"), id, key: answer.text_at("manageKey") }
    }

    pub fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// As calls take it.
    #[expect(clippy::unnecessary_wraps, reason = "a call takes a token or none")]
    pub fn key(&self) -> Option<&str> {
        Some(&self.key)
    }
}
