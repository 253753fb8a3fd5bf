//! Plays a script: requests as programs send them, one after the other, answered by the real router.

use super::{
    names::{Names, part},
    times::{Calendar, Evenings},
};
use crate::cli::Failure;
use axum::{
    Router,
    body::{Body, to_bytes},
};
use http::{Request, header};
use kernel::{Clock, FakeClock, UserId};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{collections::HashMap, sync::Arc};
use tower::ServiceExt;

/// A script is a list of these: steps, each played once or, where there are `rows`, once for each of them.
#[derive(Deserialize)]
struct Written {
    #[serde(default = "once")]
    rows: Vec<Vec<Value>>,
    /// A [`Step`], with [`Names`] in braces.
    #[serde(flatten)]
    step: Map<String, Value>,
}

fn once() -> Vec<Vec<Value>> {
    vec![Vec::new()]
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Step {
    /// This and what follows happens so many days ago.
    days_ago: Option<i64>,
    /// Who asks; without it somebody who has no account.
    #[serde(rename = "as")]
    by: Option<String>,
    /// What is asked of the API: `POST /shareables`.
    call: Option<String>,
    #[serde(default)]
    headers: HashMap<String, String>,
    body: Option<Value>,
    /// Names for parts of the answer, to be used in the rest of the script.
    #[serde(default)]
    keep: HashMap<String, String>,
    show: Option<Sight>,
}

/// Something worth opening, for whoever filled the instance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
    pub title: String,
    pub path: String,
}

pub struct Player {
    pub sights: Vec<Sight>,
    pub evenings: Evenings,
    router: Router,
    people: Names,
    /// What each person is known by to the API.
    tokens: HashMap<String, String>,
    /// What this script can name, and the day that it has come to.
    names: Names,
    days_ago: Option<i64>,
}

impl Player {
    /// `clock` is the one that the router goes by; it stands at the present.
    pub fn new(router: Router, clock: Arc<FakeClock>) -> Self {
        let names = Names::new(Calendar::around(clock.now()));
        Self {
            sights: Vec::new(),
            evenings: Evenings::of(clock),
            router,
            people: names.clone(),
            tokens: HashMap::new(),
            names,
            days_ago: None,
        }
    }

    pub fn meets(&mut self, name: &str, user: UserId, token: String) {
        self.people.give(name, user.to_string().into());
        self.tokens.insert(name.to_owned(), token);
    }

    /// Plays the whole script, or says which step was refused and why. Of other scripts it knows nothing but the people.
    pub async fn play(&mut self, file: &str, script: &str) -> Result<(), Failure> {
        let steps: Vec<Written> =
            serde_json::from_str(script).map_err(|error| Failure(format!("{file}: {error}.")))?;
        (self.names, self.days_ago) = (self.people.clone(), None);
        for (at, Written { rows, step }) in (1..).zip(steps) {
            for (place, row) in (1..).zip(&rows) {
                let row_of_many = if rows.len() > 1 { format!(", row {place}") } else { String::new() };
                let played = self.step(&step, row).await;
                played.map_err(|why| Failure(format!("{file}, step {at}{row_of_many}: {why}")))?;
            }
        }
        Ok(())
    }

    async fn step(&mut self, step: &Map<String, Value>, row: &[Value]) -> Result<(), String> {
        let row = row.iter().map(|value| self.names.fill(value, &[])).collect::<Result<Vec<_>, _>>()?;
        let step = Value::Object(self.names.fields(step, &row)?);
        let step: Step = serde_json::from_value(step).map_err(|error| format!("{error}."))?;
        self.days_ago = step.days_ago.or(self.days_ago);
        if let Some(call) = &step.call {
            match self.days_ago {
                Some(days) => self.evenings.next(days),
                None => self.evenings.are_over(),
            }
            let answer = self.ask(call, &step).await?;
            for (name, place) in step.keep {
                let kept = part(&answer, &place).ok_or_else(|| format!("{call} answers no {place}."))?;
                self.names.give(name, kept.clone());
            }
        }
        self.sights.extend(step.show);
        Ok(())
    }

    async fn ask(&self, call: &str, step: &Step) -> Result<Value, String> {
        let request = self.request(call, step)?;
        let Ok(answer) = self.router.clone().oneshot(request).await;
        let status = answer.status();
        let sent = to_bytes(answer.into_body(), usize::MAX).await.map_err(|error| format!("{error}."))?;
        let answer: Value = serde_json::from_slice(&sent).unwrap_or_default();
        if status.is_success() {
            return Ok(answer);
        }
        let why = answer["detail"].as_str().unwrap_or_default();
        Err(format!("{call} was answered with {}: {why}", status.as_u16()))
    }

    fn request(&self, call: &str, step: &Step) -> Result<Request<Body>, String> {
        let (method, path) = call.split_once(' ').unwrap_or((call, ""));
        let mut request = Request::builder().method(method).uri(format!("{}{path}", web::api::BASE));
        if let Some(name) = &step.by {
            let token = self.tokens.get(name).ok_or_else(|| format!("Nobody is called {name}."))?;
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &step.headers {
            request = request.header(name, value);
        }
        let request = match &step.body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(body.to_string().into())
            }
            None => request.body(Body::empty()),
        };
        request.map_err(|error| format!("{call}: {error}."))
    }
}
