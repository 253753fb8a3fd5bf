//! The API's description from the code, and a page to browse it that needs nothing from the network.

use crate::compose;
use axum::{Router, response::IntoResponse, routing::get};
use http::header;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};
use web::App;

/// The description of what is served under `/api/v1`.
pub fn document() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Roundtable")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Groups of people decide and do things together. Errors are RFC 9457 problems."))
        .build();
    let mut document = OpenApiBuilder::new().info(info).build();
    for feature in compose::features() {
        document = document.nest("/api/v1", feature.api.into_openapi());
    }
    document
}

/// The checked-in form of [`document`].
pub fn document_text() -> String {
    serde_json::to_string_pretty(&document()).unwrap_or_default()
}

pub fn routes() -> Router<App> {
    let json = document_text();
    let send = move || async move { ([(header::CONTENT_TYPE, "application/json")], json).into_response() };
    Router::new().route("/api/openapi.json", get(send)).route("/api/docs", get(crate::home::api_docs))
}

/// The calls of one feature, ready to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    pub calls: Vec<Call>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub summary: String,
    pub description: String,
    /// The name of the body's schema, where there is a body.
    pub body: String,
    /// Statuses and what they mean.
    pub answers: Vec<(String, String)>,
}

/// The description grouped by feature, for the page.
pub fn groups() -> Vec<Group> {
    let document = serde_json::to_value(document()).unwrap_or_default();
    let mut groups: Vec<Group> = Vec::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, call) in methods.as_object().into_iter().flatten() {
            let name = call["tags"][0].as_str().unwrap_or("other").to_owned();
            let call = describe(path, method, call);
            match groups.iter_mut().find(|group| group.name == name) {
                Some(group) => group.calls.push(call),
                None => groups.push(Group { name, calls: vec![call] }),
            }
        }
    }
    groups
}

fn describe(path: &str, method: &str, call: &serde_json::Value) -> Call {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let schema = text(&call["requestBody"]["content"]["application/json"]["schema"]["$ref"]);
    let answers = call["responses"].as_object().into_iter().flatten();
    Call {
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&call["summary"]),
        description: text(&call["description"]),
        body: schema.rsplit('/').next().unwrap_or_default().to_owned(),
        answers: answers.map(|(status, answer)| (status.clone(), text(&answer["description"]))).collect(),
    }
}
