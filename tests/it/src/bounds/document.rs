//! The API's description: its calls, the places in them that hold a value, and values that keep or break what is said of each.

use kit::{
    Method,
    serde_json::{Value, json},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Field(String),
    Item,
}

/// A place in a body or a query, and what is said of it.
#[derive(Debug, Clone)]
pub struct Place {
    pub path: Vec<Step>,
    pub schema: Value,
}

impl Place {
    /// The field by its own name.
    pub fn name(&self) -> &str {
        let named = self.path.iter().rev().find_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Item => None,
        });
        named.unwrap_or("png")
    }

    fn is(&self, kind: &str) -> bool {
        let kinds = &self.schema["type"];
        kinds == kind || kinds.as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    }

    fn number(&self, bound: &str) -> Option<i64> {
        let number = &self.schema[bound];
        // Derive macros write whole numbers as fractions: 30.0.
        number.as_i64().or_else(|| format!("{:.0}", number.as_f64()?).parse().ok())
    }

    pub fn is_bounded(&self) -> bool {
        let says = |bound: &str| !self.schema[bound].is_null();
        let text = says("maxLength") || says("pattern") || says("enum") || says("const") || says("format");
        let list = says("maxItems");
        let number = says("minimum") && says("maximum");
        (!self.is("string") || text)
            && (!self.is("array") || list)
            && (!(self.is("integer") || self.is("number")) || number)
    }

    /// Values beyond the bounds, and those that just keep them.
    pub fn beyond(&self, document: &Document) -> Vec<(Value, Value)> {
        let list = |long: i64| {
            (0..long).map(|at| document.one_of_many(&self.schema["items"], at)).collect::<Value>()
        };
        let text = |long: i64| json!("x".repeat(usize::try_from(long).expect("a length")));
        let mut tried = Vec::new();
        tried.extend(self.number("maxLength").map(|most| (text(most + 1), text(most))));
        tried.extend(
            self.number("minLength").filter(|least| *least > 1).map(|least| (text(least - 1), text(least))),
        );
        tried.extend(self.number("maxItems").map(|most| (list(most + 1), list(most))));
        tried.extend(
            self.number("minItems").filter(|least| *least > 0).map(|least| (list(least - 1), list(least))),
        );
        tried.extend(self.number("maximum").map(|most| (json!(most + 1), json!(most))));
        tried.extend(self.number("minimum").map(|least| (json!(least - 1), json!(least))));
        tried
    }
}

pub struct Document(pub Value);

impl Document {
    pub fn resolve<'d>(&'d self, schema: &'d Value) -> &'d Value {
        let Some(reference) = schema["$ref"].as_str() else { return schema };
        self.resolve(self.0.pointer(reference.trim_start_matches('#')).expect("a schema"))
    }

    /// Every place in a schema that holds a value, lists included.
    pub fn places(&self, schema: &Value, path: &[Step], found: &mut Vec<Place>) {
        let schema = self.resolve(schema);
        for several in ["oneOf", "anyOf", "allOf"] {
            for one in schema[several].as_array().into_iter().flatten() {
                self.places(one, path, found);
            }
        }
        found.push(Place { path: path.to_vec(), schema: schema.clone() });
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            self.places(property, &[path, &[Step::Field(name.clone())]].concat(), found);
        }
        if schema["items"].is_object() {
            self.places(&schema["items"], &[path, &[Step::Item]].concat(), found);
        }
    }

    /// A body in which `path` leads to `value`, and all else that is needed is there.
    pub fn body(&self, schema: &Value, path: &[Step], value: &Value) -> Value {
        let schema = self.resolve(schema);
        let choice = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).or(schema["allOf"].as_array());
        if let Some(choice) = choice {
            let fits = choice
                .iter()
                .find(|one| !self.resolve(one)["type"].is_null() && self.resolve(one)["type"] != "null");
            return self.body(fits.expect("something to choose"), path, value);
        }
        match path.split_first() {
            None if !value.is_null() => value.clone(),
            None => self.sample(schema),
            Some((Step::Item, rest)) => {
                let least = usize::try_from(schema["minItems"].as_u64().unwrap_or(1)).expect("a number");
                let mut list = vec![self.body(&schema["items"], rest, value)];
                list.extend((1..least).map(|_| self.sample(&schema["items"])));
                json!(list)
            }
            Some((Step::Field(name), rest)) => {
                let mut body = self.sample(schema);
                body[name] = self.body(&schema["properties"][name], rest, value);
                body
            }
        }
    }

    /// The same with something of its own, so that no two are alike.
    fn one_of_many(&self, schema: &Value, at: i64) -> Value {
        fn differ(value: Value, at: i64) -> Value {
            match value {
                Value::String(text) if text.starts_with("0199f3a0-") => {
                    json!(format!("0199f3a0-0000-7000-8000-{at:012x}"))
                }
                Value::String(text) if !text.starts_with("2037-") => json!(format!("{text}{at}")),
                Value::Array(list) => {
                    let several = list.into_iter().zip(0..);
                    several.map(|(one, inner)| differ(one, at * 100 + inner)).collect()
                }
                Value::Object(members) => {
                    members.into_iter().map(|(name, member)| (name, differ(member, at))).collect()
                }
                other => other,
            }
        }
        differ(self.sample(schema), at)
    }

    /// Something of this kind that may well be right.
    pub fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        if let Some(choice) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            return self.sample(choice.iter().find(|one| one["type"] != "null").expect("a choice"));
        }
        if let Some(first) = schema["enum"].get(0) {
            return first.clone();
        }
        let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or("object");
        match (kind, schema["format"].as_str()) {
            ("string", Some("date-time")) => json!("2037-12-01T10:00:00Z"),
            ("string", Some("date")) => json!("2037-12-01"),
            ("string", Some("uuid")) => json!("0199f3a0-0000-7000-8000-00000000000a"),
            ("string", _) => {
                let pattern = schema["pattern"].as_str().unwrap_or_default();
                let first =
                    pattern.trim_start_matches(['^', '(']).split(['|', ')', '$']).next().unwrap_or_default();
                let least = usize::try_from(schema["minLength"].as_u64().unwrap_or(1)).expect("a length");
                json!(if first.is_empty() { "y".repeat(least.max(1)) } else { first.to_owned() })
            }
            ("integer" | "number", _) => schema["minimum"].as_i64().map_or(json!(1), |least| json!(least)),
            ("boolean", _) => json!(false),
            ("array", _) => {
                let least = schema["minItems"].as_u64().unwrap_or(0);
                (0..least).map(|_| self.sample(&schema["items"])).collect()
            }
            _ => {
                let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                needed.map(|name| (name.to_owned(), self.sample(&schema["properties"][name]))).collect()
            }
        }
    }
}

/// A call of the description.
pub struct Call<'d> {
    pub method: Method,
    pub path: &'d str,
    described: &'d Value,
}

pub fn calls(document: &Document) -> Vec<Call<'_>> {
    let paths = document.0["paths"].as_object().expect("paths").iter();
    let calls = paths.flat_map(|(path, methods)| {
        methods.as_object().expect("methods").iter().map(move |(method, described)| Call {
            method: method.to_uppercase().parse().expect("a method"),
            path: path.strip_prefix("/api/v1").expect("a path of the API"),
            described,
        })
    });
    calls.collect()
}

impl<'d> Call<'d> {
    pub fn body(&self) -> Option<&'d Value> {
        let body = &self.described["requestBody"]["content"]["application/json"]["schema"];
        (!body.is_null()).then_some(body)
    }

    pub fn queries(&self) -> impl Iterator<Item = &'d Value> {
        let parameters = self.described["parameters"].as_array().into_iter().flatten();
        parameters.filter(|one| one["in"] == "query")
    }

    pub fn places(&self, document: &Document) -> Vec<Place> {
        let mut found = Vec::new();
        for content in
            self.described["requestBody"]["content"].as_object().into_iter().flat_map(|all| all.values())
        {
            document.places(&content["schema"], &[], &mut found);
        }
        for query in self.queries() {
            let name = query["name"].as_str().expect("a name").to_owned();
            document.places(&query["schema"], &[Step::Field(name)], &mut found);
        }
        found
    }
}
