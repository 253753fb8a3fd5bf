//! A Roundtable with shareables alone, and shares made by stories.

use serde_json::{Value, json};
use shareables::{feature, model::ShortId, stored::pool};
pub use stage::{Answer, Engine, Person, Stage};
use std::ops::Deref;
use web::Settings;

/// The server under test.
#[derive(Clone)]
pub struct Table(pub Stage);

impl Deref for Table {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.0
    }
}

impl Table {
    pub async fn on(engine: Engine) -> Self {
        Self(Stage::on(engine, || vec![feature()]).await)
    }

    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Settings)) -> Self {
        Self(Stage::with(engine, || vec![feature()], adjust).await)
    }

    pub async fn fill_pool(&self) {
        pool::refill(&self.services).await.unwrap();
    }

    /// Makes a share and gives it with its organiser's token.
    pub async fn make(&self, body: Value) -> Share {
        Share::of(&self.post("/shareables", None, body).await.expect(201))
    }

    pub async fn make_checklist(&self, items: &[&str]) -> Share {
        let items: Vec<_> = items.iter().map(|name| json!({ "name": name })).collect();
        self.make(json!({ "entity": "checklist", "name": "Lake weekend", "expiresAfter": 7, "items": items }))
            .await
    }

    pub async fn make_event(&self, more: Value) -> Share {
        let fields = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7,
            "startTime": "2037-11-20T18:30:00Z", "timeZone": "Europe/Lisbon" });
        self.make(merged(fields, &more)).await
    }

    /// A poll of two questions: a required single choice, and several of three.
    pub async fn make_poll(&self, more: Value) -> Share {
        let fields = json!({ "entity": "poll", "name": "Autumn weekend", "expiresAfter": 7, "questions": [
            { "title": "Which day?", "isRequired": true, "options": [{ "label": "Fri" }, { "label": "Sat" }] },
            { "title": "What to bring?", "isMultiple": true,
              "options": [{ "label": "Soup" }, { "label": "Pie" }, { "label": "Cake" }] },
        ]});
        self.make(merged(fields, &more)).await
    }
}

fn merged(mut fields: Value, more: &Value) -> Value {
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
    /// From what creating answered.
    pub fn of(answer: &Answer) -> Self {
        Self {
            path: format!("/shareables/{}", answer.text_at("shortId")),
            id: answer.text_at("shortId").parse().unwrap(),
            admin: answer.text_at("adminToken"),
            passcode: answer.text_at("adminPasscode"),
            made: answer.json["shareable"].clone(),
        }
    }

    pub fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    /// Its page.
    pub fn page(&self, rest: &str) -> String {
        format!("/s/{}{rest}", self.id)
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

    /// The same as a form's field sends it.
    pub fn chosen(&self, question: usize, option: usize) -> (String, String) {
        let answer = self.answer(question, &[option]);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (format!("q-{}", text(&answer["pollQuestionId"])), text(&answer["optionIds"][0]))
    }
}
