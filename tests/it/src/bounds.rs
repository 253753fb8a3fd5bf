//! The API's description names the bounds that are enforced: one more than it says is refused, as much as it says is not, and nothing
//! that a caller may send is without one.

use kit::{
    Answer, Engine, Method, Person, TestApp,
    serde_json::{Value, json},
};
use std::collections::BTreeMap;

/// What has no bound of its own, and why. A request is at most a megabyte.
const UNBOUNDED: [(&str, &str); 10] = [
    ("attendees", "people of the household, each counted once"),
    ("genreLikes", "genres that we know, each counted once"),
    ("genreDislikes", "genres that we know, each counted once"),
    ("permissions", "choices out of two, each counted once"),
    ("roles", "choices out of three, each counted once"),
    ("tmdbMovieId", "a film by its number; one that nobody knows is not there"),
    ("expirationTime", "sent by browsers and not read"),
    ("tag", "one that no link can have finds none"),
    ("html", "a file of bookmarks, bounded by what a request may be"),
    ("png", "a picture, bounded by what its route takes"),
];

/// What is refused, and not said field by field: secrets and places in lists, which are compared and never kept; options of a question
/// that the poll does not have.
const NOT_NAMED: [&str; 10] = [
    "passcode",
    "password",
    "currentPassword",
    "token",
    "invite",
    "setUpCode",
    "cursor",
    "code",
    "endpoint",
    "optionIds",
];

/// What fits, and is refused for another reason that speaks of numbers: no such zone, no such candidate, a list that holds some already.
const REFUSED_OTHERWISE: [&str; 3] = ["timeZone", "rankings", "items"];

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Field(String),
    Item,
}

/// A place in a body or a query, and what is said of it.
#[derive(Debug, Clone)]
struct Place {
    path: Vec<Step>,
    schema: Value,
}

impl Place {
    /// The field by its own name.
    fn name(&self) -> &str {
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
        self.schema[bound].as_i64().or_else(|| self.schema[bound].as_f64().map(|number| number as i64))
    }

    fn is_bounded(&self) -> bool {
        let says = |bound: &str| !self.schema[bound].is_null();
        let text = says("maxLength") || says("pattern") || says("enum") || says("const") || says("format");
        let list = says("maxItems");
        let number = says("minimum") && says("maximum");
        (!self.is("string") || text)
            && (!self.is("array") || list)
            && (!(self.is("integer") || self.is("number")) || number)
    }

    /// Values beyond the bounds, and those that just keep them.
    fn beyond(&self, document: &Document) -> Vec<(Value, Value)> {
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

struct Document(Value);

impl Document {
    fn resolve<'d>(&'d self, schema: &'d Value) -> &'d Value {
        let Some(reference) = schema["$ref"].as_str() else { return schema };
        self.resolve(self.0.pointer(reference.trim_start_matches('#')).expect("a schema"))
    }

    /// Every place in a schema that holds a value, lists included.
    fn places(&self, schema: &Value, path: &[Step], found: &mut Vec<Place>) {
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
    fn body(&self, schema: &Value, path: &[Step], value: &Value) -> Value {
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
    fn sample(&self, schema: &Value) -> Value {
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
struct Call<'d> {
    method: Method,
    path: &'d str,
    described: &'d Value,
}

fn calls(document: &Document) -> Vec<Call<'_>> {
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
    fn body(&self) -> Option<&'d Value> {
        let body = &self.described["requestBody"]["content"]["application/json"]["schema"];
        (!body.is_null()).then_some(body)
    }

    fn queries(&self) -> impl Iterator<Item = &'d Value> {
        let parameters = self.described["parameters"].as_array().into_iter().flatten();
        parameters.filter(|one| one["in"] == "query")
    }

    fn places(&self, document: &Document) -> Vec<Place> {
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

async fn document(app: &TestApp) -> Document {
    Document(app.anyone().page("/api/openapi.json").await.expect(200).json)
}

#[tokio::test]
async fn whatever_can_be_sent_has_a_bound_and_bodies_are_described() {
    let app = TestApp::start(Engine::Embedded).await;
    let document = document(&app).await;
    let (mut wrong, mut used) = (Vec::new(), BTreeMap::new());
    for call in calls(&document) {
        for place in call.places(&document) {
            let excused = UNBOUNDED.iter().any(|(name, _)| *name == place.name());
            if excused {
                used.insert(place.name().to_owned(), ());
            } else if !place.is_bounded() {
                wrong.push(format!("{} {}: {:?}", call.method, call.path, place.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{} without a bound:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(used.len(), UNBOUNDED.len(), "an excuse that nobody needs: {used:?}");
}

/// What has to be said beside a field so that it is looked at: which kind of thing has it.
fn beside(call: &Call, place: &Place) -> Value {
    let Some(Step::Field(first)) = place.path.first() else { return json!({}) };
    let mut said = kind_with(call, first);
    if let Some(said) = said.as_object_mut() {
        said.remove(first);
    }
    said
}

/// The least that makes a thing of the kind that has this field.
fn kind_with(call: &Call, first: &str) -> Value {
    if call.path == "/shareables" {
        let kind = match first {
            "timeZone" | "location" | "description" => {
                json!({ "entity": "event", "startTime": "2037-12-01T10:00:00Z" })
            }
            "questions" => json!({ "entity": "poll" }),
            _ => json!({ "entity": "checklist" }),
        };
        return joined(json!({ "name": "N", "expiresAfter": 7 }), &kind);
    }
    if call.path.ends_with("/outcome") {
        let kind = match first {
            "items" => "checklist",
            "groupIds" => "hangout",
            _ => "event",
        };
        return json!({ "kind": kind, "title": "T", "startTime": "2037-12-01T10:00:00Z" });
    }
    json!({})
}

/// One object with the members of both; those of `over` count.
fn joined(mut body: Value, over: &Value) -> Value {
    if let (Some(body), Some(over)) = (body.as_object_mut(), over.as_object()) {
        body.extend(over.clone());
    }
    body
}

/// What only some kinds of share have, which are not the one that is edited here; who adds an item, which is not asked of its organiser.
fn is_of_another(call: &Call, place: &Place) -> bool {
    let nested = place.path.len() > 1;
    let edits = call.method == Method::PATCH && call.path == "/shareables/{shortId}";
    (edits && nested && place.path[0] == Step::Field("questions".into()))
        || (call.path == "/shareables/{shortId}/items" && place.name() == "by")
}

/// Somebody who may do everything, and the things that paths lead to.
struct World {
    root: Person,
    parts: Vec<(&'static str, Vec<(&'static str, String)>)>,
}

impl World {
    async fn of(app: &TestApp) -> Self {
        let root = app.registers("Root").await;
        let made =
            async |path: &str, body: Value, id: &str| root.post(path, body).await.expect(201).text_at(id);
        let list = json!({ "entity": "checklist", "name": "C", "expiresAfter": 1, "items": [{ "name": "a" }], "viewersAdd": true });
        let edited = made("/shareables", list.clone(), "shortId").await;
        let list = root.post("/shareables", list).await.expect(201);
        let event =
            json!({ "entity": "event", "name": "E", "expiresAfter": 1, "startTime": "2037-12-01T10:00:00Z" });
        let event = made("/shareables", event, "shortId").await;
        let question = json!({ "title": "Q", "options": [{ "label": "x" }, { "label": "y" }] });
        let poll = json!({ "entity": "poll", "name": "P", "expiresAfter": 1, "questions": [question] });
        let open = made("/shareables", poll.clone(), "shortId").await;
        let closed = made("/shareables", poll, "shortId").await;
        root.act(&format!("/shareables/{closed}/close")).await.expect(200);
        let ranked = json!({ "title": "R", "candidates": ["A", "B"] });
        let ranking = made("/ranked-polls", ranked.clone(), "id").await;
        let decided = made("/ranked-polls", ranked, "id").await;
        root.act(&format!("/ranked-polls/{decided}/close")).await.expect(200);
        let group = made("/groups", json!({ "name": "G" }), "groupId").await;
        let hangout = json!({ "title": "H", "groupIds": [group] });
        let hangout = made("/hangouts", hangout, "hangoutId").await;
        let site = json!({ "url": "https://club.example/", "title": "Club", "description": "Ours" });
        let site = made("/sites", site, "id").await;
        let comment = made(&format!("/sites/{site}/comments"), json!({ "body": "b" }), "commentId").await;
        let player = made("/squash/players", json!({ "name": "Nora" }), "playerId").await;
        let other = made("/squash/players", json!({ "name": "Leo" }), "playerId").await;
        let game = json!({ "date": "2037-11-01", "teamAPlayer1Id": player, "teamBPlayer1Id": other,
            "winningTeam": "A", "teamAGames": 3, "teamBGames": 1 });
        let game = made("/squash/matches", game, "matchId").await;
        made("/rbac/groups", json!({ "name": "Keepers" }), "name").await;
        let item = list.text_at("/shareable/items/0/checklistItemId");
        let list = list.text_at("shortId");
        let own = root.user_id.clone();
        let share =
            |id: &str| vec![("shortId", id.to_owned()), ("id", item.clone()), ("code", "k7m2q9xw".into())];
        let id =
            |id: &str| vec![("id", id.to_owned()), ("userId", own.clone()), ("commentId", comment.clone())];
        let parts = vec![
            ("/shareables/{shortId}/votes", share(&open)),
            ("/shareables/{shortId}/answers", share(&open)),
            ("/shareables/{shortId}/results", share(&open)),
            ("/shareables/{shortId}/outcome", share(&closed)),
            ("/shareables/{shortId}/rsvps", share(&event)),
            ("/shareables/{shortId}/items", share(&list)),
            ("/shareables", share(&edited)),
            ("/ranked-polls/{id}/outcome", id(&decided)),
            ("/ranked-polls", id(&ranking)),
            ("/groups", id(&group)),
            ("/hangouts", id(&hangout)),
            ("/sites", id(&site)),
            ("/squash/matches", id(&game)),
            ("/squash", id(&player)),
            ("/rbac", vec![("name", "Keepers".into()), ("userId", own.clone())]),
            ("/households/mine/preferences", vec![("memberId", own.clone())]),
            ("/users", id(&own)),
        ];
        Self { root, parts }
    }

    /// Whoever may make this call, and the whole path; nobody where only rounds of films have it.
    fn path(&self, call: &Call) -> Option<String> {
        if !call.path.contains('{') {
            return Some(call.path.to_owned());
        }
        let (_, parts) = self.parts.iter().find(|(begins, _)| call.path.starts_with(begins))?;
        let path = parts
            .iter()
            .fold(call.path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        (!path.contains('{')).then_some(path)
    }
}

/// What an answer says about a field, by its own name.
fn said(answer: &Answer, name: &str) -> Vec<String> {
    let errors = answer.json["errors"].as_array().into_iter().flatten();
    let about = errors.filter(|error| {
        let field = error["field"].as_str().unwrap_or_default();
        let last = field.rsplit('.').next().unwrap_or(field);
        last.split('[').next() == Some(name)
    });
    about.filter_map(|error| error["message"].as_str().map(str::to_owned)).collect()
}

/// Whether a message is about how long or how large something is.
fn is_about_size(message: &str) -> bool {
    ["At most", "at most", "too long", "outside what is allowed", "characters", "from 1 to"]
        .iter()
        .any(|words| message.contains(words))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_more_than_the_description_says_is_refused_and_as_much_as_it_says_is_not() {
    let app = TestApp::start(Engine::Embedded).await;
    let (document, world) = (document(&app).await, World::of(&app).await);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    // Those at the end end an account, a household or what others are tried on.
    let ends = |call: &Call| {
        call.method == Method::DELETE || call.path == "/auth/register" || call.path == "/me/password"
    };
    for call in calls(&document).iter().filter(|call| !ends(call)) {
        let (Some(path), Some(schema)) = (world.path(call), call.body()) else { continue };
        let mut places = Vec::new();
        document.places(schema, &[], &mut places);
        for place in places.into_iter().filter(|place| !is_of_another(call, place)) {
            let name = place.name().to_owned();
            for (beyond, within) in place.beyond(&document) {
                tried += 1;
                let send = async |value: &Value| {
                    let body = joined(document.body(schema, &place.path, value), &beside(call, &place));
                    (world.root.send(call.method.clone(), &path, Some(&body)).await, body)
                };
                let told = |answer: &Answer, body: &Value, what: &str| {
                    let sent: String = body.to_string().chars().take(160).collect();
                    format!(
                        "{} {} {name}: {what}: {} {} for {sent}",
                        call.method, call.path, answer.status, answer.text
                    )
                };
                let (answer, body) = send(&beyond).await;
                let detail = answer.json["detail"].as_str().unwrap_or_default();
                let named = !said(&answer, &name).is_empty() || detail.contains(&name);
                // What is made of a decision is judged by whatever would be made, under its own names.
                let excused = NOT_NAMED.contains(&name.as_str()) || call.path.ends_with("/outcome");
                if !answer.status.is_client_error() || !(named || excused) {
                    wrong.push(told(&answer, &body, "not refused for it"));
                }
                let (answer, body) = send(&within).await;
                let complaint = said(&answer, &name).into_iter().find(|message| is_about_size(message));
                if complaint.is_some() && !REFUSED_OTHERWISE.contains(&name.as_str()) {
                    wrong.push(told(&answer, &body, "refused though it fits"));
                }
            }
        }
    }
    assert!(tried > 120, "{tried} bounds were tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_keep_to_what_the_description_says_too() {
    let app = TestApp::start(Engine::Embedded).await;
    let (document, world) = (document(&app).await, World::of(&app).await);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    let gets = calls(&document);
    for call in gets.iter().filter(|call| call.method == Method::GET && !call.path.ends_with("/live")) {
        let Some(path) = world.path(call) else { continue };
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let needed: String = call
            .queries()
            .filter(|query| query["required"] == true)
            .map(|query| {
                format!(
                    "{}={}&",
                    query["name"].as_str().expect("a name"),
                    text(&document.sample(&query["schema"]))
                )
            })
            .collect();
        for query in call.queries() {
            let name = query["name"].as_str().expect("a name");
            let place = Place {
                path: vec![Step::Field(name.to_owned())],
                schema: document.resolve(&query["schema"]).clone(),
            };
            if name == "code" {
                continue; // One that nobody has shows what everyone sees.
            }
            for (beyond, within) in place.beyond(&document) {
                tried += 1;
                let rest: String =
                    needed.split_inclusive('&').filter(|one| !one.starts_with(&format!("{name}="))).collect();
                let ask = async |value: &Value| {
                    world.root.get(&format!("{path}?{rest}{name}={}", text(value))).await
                };
                let answer = ask(&beyond).await;
                if !answer.status.is_client_error() {
                    wrong.push(format!("{} {name} beyond: {}", call.path, answer.status));
                }
                let answer = ask(&within).await;
                if said(&answer, name).iter().any(|message| is_about_size(message)) {
                    wrong.push(format!("{} {name} within: {} {}", call.path, answer.status, answer.text));
                }
            }
        }
    }
    assert!(tried > 30, "{tried} bounds were tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
