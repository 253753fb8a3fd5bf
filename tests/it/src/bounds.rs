//! The API's description names the bounds that are enforced: one more than it says is refused, as much as it says is not, and nothing
//! that a caller may send is without one.

mod document;
mod world;

use document::{Call, Document, Place, Step, calls};
use kit::{
    Answer, Engine, Method, TestApp,
    serde_json::{Value, json},
};
use std::{collections::BTreeSet, fmt::Write as _};
use world::World;

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

async fn document(app: &TestApp) -> Document {
    Document(app.anyone().page("/api/openapi.json").await.expect(200).json)
}

#[tokio::test]
async fn whatever_can_be_sent_has_a_bound_and_bodies_are_described() {
    let app = TestApp::start(Engine::Embedded).await;
    let document = document(&app).await;
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    for call in calls(&document) {
        for place in call.places(&document) {
            let excused = UNBOUNDED.iter().any(|(name, _)| *name == place.name());
            if excused {
                used.insert(place.name().to_owned());
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
                    let begins: String = body.to_string().chars().take(160).collect();
                    format!(
                        "{} {} {name}: {what}: {} {} for {begins}",
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
        let mut needed = String::new();
        for query in call.queries().filter(|query| query["required"] == true) {
            let name = query["name"].as_str().expect("a name");
            let sample = text(&document.sample(&query["schema"]));
            write!(needed, "{name}={sample}&").expect("a string takes everything");
        }
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
