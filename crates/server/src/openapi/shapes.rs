//! Schemas in the shapes that client generators understand. Serde's `flatten` becomes `allOf`, which many generators cannot merge:
//! here every `allOf` becomes one object, and one over alternatives becomes a `oneOf` of named schemas with a discriminator.

use super::document::SCHEMAS;
use serde_json::{Map, Value, json};

/// Rewrites every schema, also those inside others.
pub fn flatten(schemas: &mut Map<String, Value>) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(schema) = schemas.get(&name).cloned() else { continue };
        let (mut flat, variants) = flat(&name, &schema, schemas);
        flatten_inside(&mut flat, schemas);
        schemas.insert(name, flat);
        schemas.extend(variants);
    }
}

/// Merges what stands inside properties and items. Alternatives there have no name of their own and stay as they are.
fn flatten_inside(schema: &mut Value, schemas: &Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            for member in members.values_mut() {
                if member.get("allOf").is_some()
                    && let Some(merged) = merged(member, schemas)
                {
                    *member = merged;
                }
                flatten_inside(member, schemas);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| flatten_inside(one, schemas)),
        _ => {}
    }
}

/// Returns the flat schema and the named alternatives it refers to.
fn flat(name: &str, schema: &Value, schemas: &Map<String, Value>) -> (Value, Vec<(String, Value)>) {
    if let Some(merged) = merged(schema, schemas) {
        return (merged, Vec::new());
    }
    let Some(parts) = schema["allOf"].as_array() else { return alternatives(name, schema, &[], schemas) };
    let (choices, others): (Vec<&Value>, Vec<&Value>) =
        parts.iter().partition(|part| resolved(part, schemas)["oneOf"].is_array());
    match choices[..] {
        [choice] => alternatives(name, resolved(choice, schemas), &others, schemas),
        _ => (schema.clone(), Vec::new()),
    }
}

/// Alternatives that are told apart by a constant: each becomes a schema of its own, with the members of `others`.
fn alternatives(
    name: &str,
    schema: &Value,
    others: &[&Value],
    schemas: &Map<String, Value>,
) -> (Value, Vec<(String, Value)>) {
    let unchanged = || (schema.clone(), Vec::new());
    let Some(choices) = schema["oneOf"].as_array() else { return unchanged() };
    let (mut named, mut mapping, mut tag) = (Vec::new(), Map::new(), String::new());
    for choice in choices {
        let parts: Vec<Value> = others.iter().copied().chain([choice]).cloned().collect();
        let Some(merged) = merged(&json!({ "allOf": parts }), schemas) else { return unchanged() };
        let Some((found, value)) = constant(&merged) else { return unchanged() };
        let variant = format!("{name}{}{}", value[..1].to_ascii_uppercase(), &value[1..]);
        mapping.insert(value, format!("{SCHEMAS}{variant}").into());
        tag = found;
        named.push((variant, merged));
    }
    let refs: Vec<Value> =
        named.iter().map(|(variant, _)| json!({ "$ref": format!("{SCHEMAS}{variant}") })).collect();
    let mut schema = json!({ "oneOf": refs, "discriminator": { "propertyName": tag, "mapping": mapping } });
    if let Some(description) = others.iter().find_map(|other| other.get("description")) {
        schema["description"] = description.clone();
    }
    (schema, named)
}

/// Returns the property that has a single value, and that value.
fn constant(schema: &Value) -> Option<(String, String)> {
    let properties = schema["properties"].as_object()?;
    properties.iter().find_map(|(name, property)| match property["enum"].as_array()?.as_slice() {
        [Value::String(value)] if !value.is_empty() => Some((name.clone(), value.clone())),
        _ => None,
    })
}

/// Returns one object with the members of all parts of an `allOf`, or `None` if a part is no object.
fn merged(schema: &Value, schemas: &Map<String, Value>) -> Option<Value> {
    let mut whole = schema.as_object()?.clone();
    let Value::Array(parts) = whole.remove("allOf")? else { return None };
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in &parts {
        let part = resolved(part, schemas);
        let part = match part.get("allOf") {
            Some(_) => &merged(part, schemas)?,
            None => part,
        };
        properties.extend(part["properties"].as_object()?.clone());
        for name in part["required"].as_array().into_iter().flatten() {
            if !required.contains(name) {
                required.push(name.clone());
            }
        }
    }
    whole.insert("type".into(), "object".into());
    whole.insert("properties".into(), properties.into());
    whole.insert("required".into(), required.into());
    Some(whole.into())
}

fn resolved<'s>(schema: &'s Value, schemas: &'s Map<String, Value>) -> &'s Value {
    let name = schema["$ref"].as_str().and_then(|target| target.strip_prefix(SCHEMAS));
    name.and_then(|name| schemas.get(name)).unwrap_or(schema)
}
