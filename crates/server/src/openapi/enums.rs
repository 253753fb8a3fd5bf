//! Other programs may store values that this one does not know, and answers show them as they are (rule 15 of the data model). So the
//! values of stored attributes are open in answers; a client that was generated from the description must not fail at a new one.

use super::{document, document::SCHEMAS};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Values that answers may list one by one, each with the reason why there are no others.
const CLOSED: [(&str, &str); 7] = [
    ("identity.Part", "which list of mine was asked for; never stored"),
    ("identity.State", "worked out when the list is made; never stored"),
    ("shareables.Role", "which passcode opened the share; never stored"),
    (
        "shareables.ShareableViewChecklist",
        "tells the three kinds of shares apart; a share of another kind is not shown",
    ),
    ("shareables.ShareableViewEvent", "as for checklists"),
    ("shareables.ShareableViewPoll", "as for checklists"),
    ("rankings.TieRule", "worked out when ballots are counted; never stored"),
];

/// Collects the schemas reached from `described` that list their values, by the name of the schema that the list stands in.
fn closed(described: &Value, within: &str, schemas: &Map<String, Value>, found: &mut BTreeMap<String, bool>) {
    match described {
        Value::Object(members) => {
            if members.contains_key("enum") || members.contains_key("const") {
                found.insert(within.to_owned(), true);
            }
            let target = members.get("$ref").and_then(Value::as_str);
            if let Some(name) = target.and_then(|target| target.strip_prefix(SCHEMAS))
                && !found.contains_key(name)
            {
                found.insert(name.to_owned(), false);
                closed(&schemas[name], name, schemas, found);
            }
            members.values().for_each(|member| closed(member, within, schemas, found));
        }
        Value::Array(list) => list.iter().for_each(|one| closed(one, within, schemas, found)),
        _ => {}
    }
}

#[test]
fn answers_list_the_values_of_nothing_that_is_stored() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut found = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let answers = call["responses"].as_object().unwrap();
            for (_, answer) in answers.iter().filter(|(status, _)| status.starts_with('2')) {
                closed(answer, &format!("{method} {path}"), schemas, &mut found);
            }
        }
    }
    let unexplained: Vec<_> = found
        .iter()
        .filter(|(name, is_closed)| **is_closed && !CLOSED.iter().any(|(closed, _)| closed == name))
        .map(|(name, _)| name)
        .collect();
    assert!(unexplained.is_empty(), "closed in answers: {unexplained:?}");
    assert!(found.len() > 50, "only {} schemas of answers", found.len());
}
