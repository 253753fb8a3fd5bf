//! One description made of those of all features: with names that do not clash, and with what any call may answer, which the shell
//! decides and no handler knows.

use crate::compose;
use serde_json::{Map, Value, json};
use web::api::BASE;

const SCHEMAS: &str = "#/components/schemas/";
const CREDENTIALS: &str =
    "A session token, an API token, the access token of a share, a poll's manage key or a voter's key.";

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
                complete(&path, method, call);
            }
            paths.insert(path, calls);
        }
        let named = entries(&mut described["components"]["schemas"]);
        schemas.extend(named.map(|(name, schema)| (format!("{}.{name}", feature.name), schema)));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Roundtable",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Groups of people decide and do things together. Errors are RFC 9457 problems.",
        },
        // Most calls can be made by anyone; those that cannot say so themselves.
        "security": [{}, { "bearer": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "description": CREDENTIALS } },
        },
    })
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

/// Adds to one call what holds for all: a name of its own, a word about every answer, and the failures that come from how the shell
/// reads requests.
fn complete(path: &str, method: &str, call: &mut Value) {
    call["operationId"] = operation_id(path, method).into();
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

/// `GET /api/v1/shareables/{shortId}/rsvps` as `getShareablesShortIdRsvps`: unlike handlers' names, no two are alike.
fn operation_id(path: &str, method: &str) -> String {
    let words = path.trim_start_matches(BASE).split(|c: char| !c.is_ascii_alphanumeric());
    let capitalised = words.filter_map(|word| {
        let (first, rest) = word.split_at_checked(1)?;
        Some(format!("{}{rest}", first.to_ascii_uppercase()))
    });
    std::iter::once(method.to_owned()).chain(capitalised).collect()
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
    use std::collections::HashSet;

    fn calls(document: &Value) -> impl Iterator<Item = &Value> {
        let paths = document["paths"].as_object().unwrap();
        paths.values().flat_map(|methods| methods.as_object().unwrap().values())
    }

    fn references<'d>(described: &'d Value, found: &mut HashSet<&'d str>) {
        match described {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(list) => list.iter().for_each(|one| references(one, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut found = HashSet::new();
        references(&document, &mut found);
        assert!(found.len() > 50, "{found:?}");
        for reference in found {
            assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
        }
    }

    #[test]
    fn two_features_may_use_one_name_for_different_things() {
        let document = document();
        let schema = |name: &str| &document["components"]["schemas"][name]["properties"];
        assert!(schema("identity.Export")["sessions"].is_object());
        assert!(schema("shareables.PollView")["questions"].is_object());
        assert!(schema("rankings.PollView")["candidates"].is_object());
    }

    #[test]
    fn every_call_has_a_name_of_its_own_and_a_word_about_every_answer() {
        let document = document();
        let mut names = HashSet::new();
        for call in calls(&document) {
            let name = call["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name} is there twice");
            for (status, answer) in call["responses"].as_object().unwrap() {
                assert!(answer["description"].is_string(), "{name} {status}");
                let failure = status.starts_with(['4', '5']);
                let problem = answer["content"]["application/problem+json"].is_object();
                assert_eq!(problem, failure, "{name} {status}");
            }
        }
        assert!(names.contains("getShareablesShortIdEventIcs"), "{names:?}");
    }
}
