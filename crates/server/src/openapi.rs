//! The API's description from the code, and a page to browse it that needs nothing from the network.

mod docs;
mod document;
#[cfg(test)]
mod enums;
mod names;
mod shapes;

pub use document::document;

use axum::{Router, response::IntoResponse, routing::get};
use http::header;
use serde_json::Value;
use std::sync::LazyLock;
use web::App;

/// The checked-in form of [`document`].
pub fn document_text() -> String {
    serde_json::to_string_pretty(&document()).unwrap_or_default()
}

pub fn routes() -> Router<App> {
    static TEXT: LazyLock<String> = LazyLock::new(document_text);
    let send = async || ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str()).into_response();
    Router::new().route("/api/openapi.json", get(send)).route("/api/docs", get(docs::api_docs))
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
    /// The body's fields as `name: type`, optional ones with a question mark; empty where there is no body.
    pub body: Vec<String>,
    /// Statuses and what they mean.
    pub answers: Vec<(String, String)>,
}

/// The description grouped by feature, for the page; made when somebody first asks.
pub fn groups() -> &'static [Group] {
    static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(group);
    &GROUPS
}

fn group() -> Vec<Group> {
    let document = document();
    let mut groups: Vec<Group> = Vec::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, call) in methods.as_object().into_iter().flatten() {
            let name = call["tags"][0].as_str().unwrap_or("other").to_owned();
            let call = describe(&document, path, method, call);
            match groups.iter_mut().find(|group| group.name == name) {
                Some(group) => group.calls.push(call),
                None => groups.push(Group { name, calls: vec![call] }),
            }
        }
    }
    groups
}

fn describe(document: &Value, path: &str, method: &str, call: &Value) -> Call {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let answers = call["responses"].as_object().into_iter().flatten();
    Call {
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&call["summary"]),
        description: text(&call["description"]),
        body: fields(document, &call["requestBody"]["content"]["application/json"]["schema"]),
        answers: answers.map(|(status, answer)| (status.clone(), text(&answer["description"]))).collect(),
    }
}

/// The fields of a schema, through its reference.
fn fields(document: &Value, schema: &Value) -> Vec<String> {
    let schema = resolve(document, schema);
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let line = |(name, kind): (&String, &Value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", kind_of(kind))
    };
    properties.map(line).collect()
}

fn resolve<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let pointer = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
}

/// A type in a word: `string`, `[Item]`, `Poll`.
fn kind_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit(['/', '.']).next().unwrap_or_default().to_owned();
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return choices.iter().map(kind_of).filter(|kind| kind != "null").collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("[{}]", kind_of(&schema["items"])),
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .filter(|kind| *kind != "null")
            .collect::<Vec<_>>()
            .join(" or "),
        _ => "any".into(),
    }
}
