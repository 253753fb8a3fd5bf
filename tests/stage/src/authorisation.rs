//! Authorisation tables: endpoints down, callers across, one status a cell. A table must name every call that its features'
//! OpenAPI describes, so that nobody forgets to say who may make it.

use crate::{Answer, Person};
use http::Method;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use web::Feature;

/// The caller of one cell, and what stands for the `{parts}` of paths and bodies.
pub struct Scene {
    pub by: Person,
    pub parts: Vec<(&'static str, String)>,
}

impl Scene {
    pub fn new(by: &Person) -> Self {
        Self { by: by.clone(), parts: Vec::new() }
    }

    /// Puts `value` wherever a path or a body of the table says `{name}`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.parts.push((name, value.into()));
        self
    }

    fn fill(&self, text: &str) -> String {
        self.parts
            .iter()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    fn fill_json(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.fill(text)),
            Value::Array(items) => items.iter().map(|item| self.fill_json(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.fill_json(value))).collect()
            }
            other => other.clone(),
        }
    }
}

/// One endpoint and what each caller gets from it.
pub struct Row {
    /// What the feature's test sets up for it: the name that stands before the rows of a group.
    pub scene: &'static str,
    /// An HTTP method below `/api/v1`, or `PAGE` and `FORM` for a page and what it posts.
    pub method: &'static str,
    pub path: &'static str,
    pub body: Option<Value>,
    pub expected: Vec<u16>,
}

impl Row {
    fn described_as(&self) -> (String, String) {
        (self.method.to_owned(), self.path.split('?').next().unwrap_or_default().to_owned())
    }

    /// Whether a call that was answered so was only a look, or came to nothing.
    fn leaves_unchanged(&self, answer: &Answer) -> bool {
        let refused = answer.status.is_client_error() || answer.header("location").starts_with("/sign-in");
        refused || ["GET", "PAGE"].contains(&self.method)
    }

    async fn ask(&self, scene: &Scene) -> Answer {
        let path = scene.fill(self.path);
        assert!(!path.contains('{'), "{path}: the scene says nothing of a part");
        let body = self.body.as_ref().map(|body| scene.fill_json(body));
        match self.method {
            "PAGE" => scene.by.page(&path).await,
            "FORM" => {
                let body = body.unwrap_or_default();
                let fields = body.as_object().into_iter().flatten();
                let fields: Vec<_> = fields
                    .map(|(name, value)| (name.as_str(), value.as_str().expect("a form's text")))
                    .collect();
                scene.by.submit(&path, &fields).await
            }
            method => {
                let method = Method::from_bytes(method.as_bytes()).expect("a method");
                scene.by.send(method, &path, body.as_ref()).await
            }
        }
    }
}

/// Every endpoint × every caller. Made by [`authorisation_table!`](crate::authorisation_table).
pub struct AuthorisationTable {
    pub callers: Vec<&'static str>,
    pub rows: Vec<Row>,
}

impl AuthorisationTable {
    /// Fails when a call that these features describe is missing, or a row is about none of them.
    #[track_caller]
    pub fn covers(&self, features: Vec<Feature>) {
        let wrong = self.gaps(features);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn gaps(&self, features: Vec<Feature>) -> Vec<String> {
        let rows = self.rows.iter().filter(|row| !["PAGE", "FORM"].contains(&row.method));
        let tested: BTreeSet<_> = rows.map(Row::described_as).collect();
        let described: BTreeSet<_> = features.into_iter().flat_map(described).collect();
        let forgotten =
            described.difference(&tested).map(|(method, path)| format!("{method} {path} is in no row"));
        let unknown = tested
            .difference(&described)
            .map(|(method, path)| format!("no feature describes {method} {path}"));
        forgotten.chain(unknown).collect()
    }

    /// Makes every call as every caller, each in a scene of its own (the group's name, the caller), and lists all cells that
    /// are not as expected.
    pub async fn check(&self, scene: impl AsyncFn(&'static str, &'static str) -> Scene) {
        self.check_each(scene, false).await;
    }

    /// The same where a new scene leaves the earlier ones as they are: each serves until a call has changed it, because making one takes
    /// longer than any call in it.
    pub async fn check_side_by_side(&self, scene: impl AsyncFn(&'static str, &'static str) -> Scene) {
        self.check_each(scene, true).await;
    }

    async fn check_each(&self, scene: impl AsyncFn(&'static str, &'static str) -> Scene, scenes_last: bool) {
        let mut wrong = Vec::new();
        let mut unchanged: HashMap<(&str, &str), Scene> = HashMap::new();
        for row in &self.rows {
            assert_eq!(
                row.expected.len(),
                self.callers.len(),
                "{} {}: one status a caller",
                row.method,
                row.path
            );
            for (caller, expected) in self.callers.iter().zip(&row.expected) {
                let place = (row.scene, *caller);
                let here = match unchanged.remove(&place) {
                    Some(here) => here,
                    None => scene(row.scene, caller).await,
                };
                let answer = row.ask(&here).await;
                if scenes_last && row.leaves_unchanged(&answer) {
                    unchanged.insert(place, here);
                }
                if answer.status != *expected {
                    let got = answer.status.as_u16();
                    wrong.push(format!(
                        "{} {} ({}) by {caller}: {got} instead of {expected}: {:.200}",
                        row.method, row.path, row.scene, answer.text
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// The calls of a feature's OpenAPI: method and path below `/api/v1`.
fn described(feature: Feature) -> Vec<(String, String)> {
    let document = serde_json::to_value(feature.api.make().into_openapi()).expect("a description");
    let paths: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_value(document["paths"].clone()).expect("paths");
    let calls = paths.into_iter().flat_map(|(path, methods)| {
        methods.into_keys().map(move |method| (method.to_uppercase(), path.clone()))
    });
    calls.filter(|(method, _)| method.parse::<Method>().is_ok()).collect()
}

/// Writes an authorisation table. Paths are those of the OpenAPI; `{parts}` in paths and in bodies are filled in by each cell's
/// [`Scene`](crate::Scene). What is expected is an array with one status a caller, in brackets or by name.
///
/// ```ignore
/// const MEMBERS: [u16; 3] = [401, 404, 200];
/// let table = authorisation_table! {
///     callers: "anyone", "a stranger", "a member";
///     group {
///         GET "/groups/{id}" => MEMBERS;
///         PATCH "/groups/{id}", { "name": "Rowing" } => [401, 404, 403];
///         PAGE "/groups/{id}" => [303, 404, 200];
///     }
/// };
/// table.covers(features());
/// table.check(async |scene, caller| Scene::new(&people[caller]).with("id", id.clone())).await;
/// ```
#[macro_export]
macro_rules! authorisation_table {
    (callers: $($caller:literal),+ $(,)?; $($scene:ident { $($method:ident $path:literal $(, { $($body:tt)* })? => $expected:expr;)+ })+) => {
        $crate::AuthorisationTable {
            callers: vec![$($caller),+],
            rows: vec![$($($crate::Row {
                scene: stringify!($scene),
                method: stringify!($method),
                path: $path,
                body: $crate::authorisation_table!(@body $({ $($body)* })?),
                expected: $expected.to_vec(),
            }),+),+],
        }
    };
    (@body) => { None };
    (@body { $($body:tt)* }) => { Some($crate::serde_json::json!({ $($body)* })) };
}
