//! One description made of those of all features: with names that do not clash, and with what any call may answer, which the shell
//! decides and no handler knows.

use super::{names::operation_id, shapes};
use crate::compose;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use web::api::BASE;

pub const SCHEMAS: &str = "#/components/schemas/";
const PICTURES: [&str; 3] = ["image/jpeg", "image/png", "image/webp"];
const CREDENTIALS: &str =
    "A session token, an API token, the access token of a share, a poll's manage key or a voter's key.";

/// What the calls of a tag are about.
const TAGS: [(&str, &str); 7] = [
    ("identity", "Accounts, sessions, API tokens, roles, and messages."),
    ("front", "Short codes."),
    ("hangouts", "Groups, hangouts, and everything coming up."),
    ("movies", "Movie night for a household."),
    ("club", "The club: links, ratings, comments, role groups, profiles and squash."),
    ("rankings", "Ranked-choice polls."),
    ("shareables", "Checklists, events and polls, shared by a short code."),
];

/// The description of what is served under `/api/v1`.
pub fn document() -> Value {
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    schemas.insert("Problem".into(), problem());
    for feature in compose::features() {
        let mut described = serde_json::to_value(feature.api.make().into_openapi()).unwrap_or_default();
        qualify(&mut described, feature.name);
        for (path, mut calls) in entries(&mut described["paths"]) {
            let path = format!("{BASE}{path}");
            for (method, call) in calls.as_object_mut().into_iter().flatten() {
                if feature.name == "movies" {
                    add_acting_header(call);
                }
                complete(&path, method, call);
            }
            paths.insert(path, calls);
        }
        let named = entries(&mut described["components"]["schemas"]);
        schemas.extend(named.map(|(name, schema)| (format!("{}.{name}", feature.name), schema)));
    }
    shapes::flatten(&mut schemas);
    let mut used = HashSet::new();
    references(&paths.values().cloned().collect(), &schemas, &mut used);
    schemas.retain(|name, _| used.contains(name));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Roundtable",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Groups of people decide and do things together.",
            "description": "Groups of people decide and do things together. Errors are RFC 9457 problems.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The server that sent this description." }],
        "tags": TAGS.map(|(name, description)| json!({ "name": name, "description": description })),
        // Most calls can be made by anyone; those that cannot say so themselves.
        "security": [{}, { "bearer": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "description": CREDENTIALS } },
        },
    })
}

/// Movie night's access check reads this header for every call, so no handler names it.
fn add_acting_header(call: &mut Value) {
    let header = json!({
        "name": "X-Acting-Member", "in": "header", "required": false,
        "description": "The managed member in whose place a parent acts: a user id.",
        "schema": { "type": "string" },
    });
    match &mut call["parameters"] {
        Value::Array(parameters) => parameters.push(header),
        absent => *absent = json!([header]),
    }
}

/// A picture is its bytes, sent in any of the formats that are taken.
fn describe_pictures(call: &mut Value) {
    let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
    let is_picture = |content: &Map<String, Value>| content.keys().any(|kind| kind.starts_with("image/"));
    if let Some(sent) = call.pointer_mut("/requestBody/content").and_then(Value::as_object_mut)
        && is_picture(sent)
    {
        sent.extend(PICTURES.map(|kind| (kind.to_owned(), bytes.clone())));
    }
    for answer in call["responses"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Some(content) = answer.get_mut("content").and_then(Value::as_object_mut)
            && is_picture(content)
        {
            content.values_mut().for_each(|content| *content = bytes.clone());
        }
    }
}

fn entries(object: &mut Value) -> impl Iterator<Item = (String, Value)> + use<> {
    object.as_object_mut().map(std::mem::take).unwrap_or_default().into_iter()
}

/// Two features may call different things by one name, so references go to names that begin with their feature's.
fn qualify(described: &mut Value, feature: &str) {
    match described {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get_mut("$ref")
                && let Some(name) = target.strip_prefix(SCHEMAS)
            {
                *target = format!("{SCHEMAS}{feature}.{name}");
            }
            members.values_mut().for_each(|member| qualify(member, feature));
        }
        Value::Array(list) => list.iter_mut().for_each(|one| qualify(one, feature)),
        _ => {}
    }
}

/// Collects the names of schemas that are reached from here.
fn references(described: &Value, schemas: &Map<String, Value>, found: &mut HashSet<String>) {
    match described {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            if let Some(name) = target.and_then(|target| target.strip_prefix(SCHEMAS))
                && found.insert(name.to_owned())
                && let Some(schema) = schemas.get(name)
            {
                references(schema, schemas, found);
            }
            members.values().for_each(|member| references(member, schemas, found));
        }
        Value::Array(list) => list.iter().for_each(|one| references(one, schemas, found)),
        _ => {}
    }
}

/// Adds to one call what holds for all: a name of its own, a word about every answer, and the failures that come from how the shell
/// reads requests.
fn complete(path: &str, method: &str, call: &mut Value) {
    call["operationId"] = operation_id(path, method).into();
    call["description"] = described(call).into();
    describe_pictures(call);
    let takes = |place: &str| {
        call["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["in"] == place))
    };
    let (names_one, asks) = (takes("path"), takes("query"));
    // Calls that create read their body together with its key, which their handlers' types do not show.
    let has_body = call.get("requestBody").is_some() || matches!(method, "post" | "put" | "patch");
    let failures = [
        ("400", has_body || asks, "The request cannot be read."),
        ("401", true, "The credential shown is not good, or one is needed."),
        ("403", method != "get", "Sent by a browser on behalf of another site."),
        ("404", names_one, "Not there."),
        ("413", has_body, "Too large."),
        ("415", has_body, "Not JSON."),
        ("422", has_body || asks, "Readable, and not allowed."),
        ("429", true, "Too much at once, or too many tries; `Retry-After` says when to come back."),
        ("503", true, "Storage is not there right now; `Retry-After` says when to come back."),
    ];
    let Some(answers) = call["responses"].as_object_mut() else { return };
    for (status, _, words) in failures.into_iter().filter(|(_, may, _)| *may) {
        answers.entry(status).or_insert_with(|| json!({ "description": words }));
    }
    for (status, answer) in answers {
        if status.starts_with(['4', '5']) {
            answer["content"] =
                json!({ "application/problem+json": { "schema": { "$ref": format!("{SCHEMAS}Problem") } } });
        } else if answer.get("description").is_none() {
            answer["description"] = if status == "201" { "Made." } else { "Done." }.into();
        }
    }
}

/// Adds the sentences that follow from what a call takes, so that every call has a description.
fn described(call: &Value) -> String {
    let text = |name: &str| call[name].as_str().unwrap_or_default();
    let takes = |name: &str| {
        call["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == name))
    };
    let first = if text("description").is_empty() { text("summary") } else { text("description") };
    let needs_bearer =
        call["security"].as_array().is_some_and(|ways| ways.iter().all(|way| way.get("bearer").is_some()));
    let more = [
        (needs_bearer, "Needs a credential as `Authorization: Bearer`."),
        (takes("cursor"), "Paged: send `nextCursor` back as `cursor` for the next page."),
        (takes("Idempotency-Key"), "With an `Idempotency-Key` it can be sent again without doing it twice."),
    ];
    let more = more.iter().filter(|(holds, _)| *holds).map(|(_, sentence)| *sentence);
    std::iter::once(first).chain(more).collect::<Vec<_>>().join(" ")
}

/// RFC 9457, as the shell draws it.
fn problem() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "description": "What went wrong, for a person to read.",
        "required": ["type", "title", "status", "detail", "reference"],
        "properties": {
            "type": text,
            "title": text,
            "status": { "type": "integer" },
            "detail": text,
            "errors": {
                "type": "array",
                "description": "What is wrong with the input, field by field.",
                "items": {
                    "type": "object",
                    "required": ["field", "message"],
                    "properties": { "field": text, "message": text },
                },
            },
            "reference": { "type": "string", "description": "By which the server's log knows this request." },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(document: &Value) -> impl Iterator<Item = &Value> {
        let paths = document["paths"].as_object().unwrap();
        paths.values().flat_map(|methods| methods.as_object().unwrap().values())
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let mut found = HashSet::new();
        references(&document, schemas, &mut found);
        assert!(found.len() > 50, "{found:?}");
        for name in found {
            assert!(schemas.contains_key(&name), "{name}");
        }
    }

    #[test]
    fn two_features_may_use_one_name_for_different_things() {
        let document = document();
        let schema = |name: &str| &document["components"]["schemas"][name]["properties"];
        assert!(schema("identity.Export")["sessions"].is_object());
        assert!(schema("shareables.ShareableViewPoll")["questions"].is_object());
        assert_eq!(
            document["components"]["schemas"]["shareables.ShareableView"]["oneOf"].as_array().unwrap().len(),
            3
        );
        assert!(schema("rankings.PollView")["candidates"].is_object());
    }

    #[test]
    fn every_call_has_a_name_of_its_own_and_a_word_about_every_answer() {
        let document = document();
        let mut names = HashSet::new();
        for call in calls(&document) {
            let name = call["operationId"].as_str().unwrap();
            let tags = document["tags"].as_array().unwrap();
            assert!(tags.iter().any(|tag| tag["name"] == call["tags"][0]), "{name}: {}", call["tags"]);
            for text in ["summary", "description"] {
                assert!(!call[text].as_str().unwrap_or_default().is_empty(), "{name} has no {text}");
            }
            assert!(names.insert(name.to_owned()), "{name} is there twice");
            for (status, answer) in call["responses"].as_object().unwrap() {
                assert!(answer["description"].is_string(), "{name} {status}");
                let failure = status.starts_with(['4', '5']);
                let problem = answer["content"]["application/problem+json"].is_object();
                assert_eq!(problem, failure, "{name} {status}");
            }
        }
        assert!(names.contains("getShareableEventIcs"), "{names:?}");
    }
}
