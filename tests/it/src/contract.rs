//! Careless and hostile requests to every call that the API describes: whatever comes, the answer is one that the description names,
//! a failure is a problem that says its own status, and nothing is ever the server's fault.

use kit::{
    Answer, Engine, Method, Person, Setup, TestApp,
    serde_json::{Value, json},
};
use std::sync::atomic::{AtomicU32, Ordering};

/// One call of the description.
struct Call {
    method: Method,
    path: String,
    described: Value,
    /// The fields of its body with their schemas; `None` where it takes no body.
    fields: Option<Vec<(String, Value)>>,
}

/// Somebody who calls, and what the variable parts of paths are for them.
struct Caller {
    who: &'static str,
    person: Person,
    parts: Vec<(&'static str, String)>,
}

async fn start() -> TestApp {
    // Whoever calls may say from where.
    TestApp::with(Setup {
        settings: |settings| settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()],
        ..Setup::on(Engine::Embedded)
    })
    .await
}

/// The same person from an address that nobody has called from, so that no limit hides what would be answered.
fn from_elsewhere(person: &Person) -> Person {
    static CALLS: AtomicU32 = AtomicU32::new(1);
    let [_, a, b, c] = CALLS.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    person.with_header("x-forwarded-for", &format!("10.{a}.{b}.{c}"))
}

/// What stands in braces in the API's paths.
const PARTS: [&str; 11] = [
    "shortId",
    "id",
    "code",
    "voteId",
    "userId",
    "commentId",
    "inviteId",
    "memberId",
    "name",
    "tmdbMovieId",
    "token",
];

async fn calls(app: &TestApp) -> Vec<Call> {
    let document = app.anyone().page("/api/openapi.json").await.expect(200).json;
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, described) in methods.as_object().expect("methods") {
            let method = method.to_uppercase().parse().expect("a method");
            let body =
                described.get("requestBody").filter(|body| body["content"]["application/json"].is_object());
            let fields = body.map(|body| fields(&document, body));
            let path = path.strip_prefix("/api/v1").expect("a path of the API").to_owned();
            calls.push(Call { method, path, described: described.clone(), fields });
        }
    }
    calls
}

fn fields(document: &Value, body: &Value) -> Vec<(String, Value)> {
    let schema = &body["content"]["application/json"]["schema"];
    // A body that may be left out is described as one of itself and null.
    let reference = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str()).expect("a named body");
    let schema = document.pointer(reference.trim_start_matches('#')).expect("a schema");
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, schema)| (name.clone(), schema.clone())).collect()
}

/// Everyone who may have something to do with a path, each with things of their own to lose.
async fn callers(app: &TestApp, path: &str) -> Vec<Caller> {
    let nobody = from_elsewhere(&app.anyone());
    let uuid = "0199f3a0-0000-7000-8000-00000000000a";
    let mut callers: Vec<Caller> = Vec::new();
    let junk = ["%00", "..%2f", "%ff", "x", "'%20or%201=1", uuid, "abc-def-12345"];
    for part in junk.map(str::to_owned).into_iter().chain([uuid.repeat(200)]) {
        let parts = PARTS.map(|name| (name, part.clone())).to_vec();
        callers.push(Caller { who: "nobody", person: nobody.clone(), parts });
    }
    if path.contains("/shareables") {
        for share in [checklist(), event(), poll()] {
            callers.push(organiser(&nobody, &share).await);
        }
    } else if path.contains("/ranked-polls") {
        let made = nobody
            .post("/ranked-polls", &json!({ "title": "R", "candidates": ["A", "B"] }))
            .await
            .expect(201);
        let parts = vec![("id", made.text_at("/id")), ("voteId", uuid.to_owned())];
        callers.push(Caller {
            who: "a poll's maker",
            person: nobody.with_bearer(made.text_at("/manageKey")),
            parts,
        });
    } else {
        callers.push(account(&nobody).await);
    }
    callers
}

fn checklist() -> Value {
    json!({ "entity": "checklist", "name": "C", "expiresAfter": 1, "items": [{ "name": "a" }] })
}

fn event() -> Value {
    json!({ "entity": "event", "name": "E", "expiresAfter": 1, "startTime": "2037-12-01T10:00:00Z" })
}

fn poll() -> Value {
    let question = json!({ "title": "Q", "options": [{ "label": "x" }, { "label": "y" }] });
    json!({ "entity": "poll", "name": "P", "expiresAfter": 1, "questions": [question] })
}

async fn organiser(nobody: &Person, share: &Value) -> Caller {
    let made = nobody.post("/shareables", share).await.expect(201);
    let item = made.json.pointer("/shareable/items/0/checklistItemId").and_then(Value::as_str);
    let parts = vec![
        ("shortId", made.text_at("/shortId")),
        ("id", item.unwrap_or("0199f3a0-0000-7000-8000-00000000000a").to_owned()),
        ("code", "k7m2q9xw".to_owned()),
    ];
    Caller { who: "an organiser", person: nobody.with_bearer(made.text_at("/adminToken")), parts }
}

async fn account(nobody: &Person) -> Caller {
    static ACCOUNTS: AtomicU32 = AtomicU32::new(0);
    let email = format!("p{}@example.org", ACCOUNTS.fetch_add(1, Ordering::Relaxed));
    let body = json!({ "email": email, "password": "a long enough password", "displayName": "P" });
    let made = nobody.post("/auth/register", &body).await.expect(201);
    let own = made.text_at("/user/userId");
    let parts = PARTS.iter().map(|name| (*name, own.clone())).collect();
    Caller { who: "an account", person: nobody.with_bearer(made.text_at("/token")), parts }
}

impl Call {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn at(&self, parts: &[(&str, String)]) -> String {
        parts
            .iter()
            .fold(self.path.clone(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value))
    }

    /// Bodies that cannot be read: every one of them is a 400 where the path leads somewhere.
    fn unreadable(&self) -> Vec<Value> {
        let Some(fields) = &self.fields else { return Vec::new() };
        let wrong = |(name, schema): &(String, Value)| {
            let is_list = schema["type"] == "array";
            json!({ name: if is_list { json!("text") } else { json!([[1]]) } })
        };
        let whole = [json!([]), json!(["a", "b", 1]), json!("text"), json!(1), json!({ "noSuchField": 1 })];
        whole.into_iter().chain(fields.iter().map(wrong)).collect()
    }

    /// Bodies that can be read, and of which something or other will be wrong.
    fn odd(&self) -> Vec<Value> {
        let Some(fields) = &self.fields else { return Vec::new() };
        let all =
            |value: &Value| fields.iter().map(|(name, _)| (name.clone(), value.clone())).collect::<Value>();
        let values =
            [json!("x".repeat(20_000)), json!("\u{0}\u{202e}"), json!(i64::MAX), json!(1e300), Value::Null];
        values.iter().map(all).chain([json!({})]).collect()
    }

    fn check(&self, who: &str, sent: &str, answer: &Answer) -> Result<(), String> {
        let told = |what: &str| {
            Err(format!("{} as {who} with {sent}: {what}: {} {}", self.name(), answer.status, answer.text))
        };
        if self.described["responses"].get(answer.status.as_str()).is_none() {
            return told("not described");
        }
        if !answer.status.is_client_error() && !answer.status.is_server_error() {
            return Ok(());
        }
        if answer.header("content-type") != "application/problem+json"
            || answer.json["status"] != answer.status.as_u16()
        {
            return told("not a problem");
        }
        if answer.status.is_server_error() { told("a fault of the server") } else { Ok(()) }
    }

    async fn try_as(&self, caller: &Caller) -> Vec<String> {
        let (path, mut wrong) = (self.at(&caller.parts), Vec::new());
        let leads_somewhere = caller.who != "nobody" || !self.path.contains('{');
        let unreadable = self.unreadable().into_iter().map(|body| (Some(body), leads_somewhere));
        let odd = self.odd().into_iter().map(|body| (Some(body), false));
        for (body, must_be_400) in unreadable.chain(odd).chain([(None, false)]) {
            let person = from_elsewhere(&caller.person);
            let answer = person.send(self.method.clone(), &path, body.as_ref()).await;
            let sent: String =
                body.map_or_else(|| "nothing".into(), |body| body.to_string()).chars().take(100).collect();
            wrong.extend(self.check(caller.who, &sent, &answer).err());
            // Whoever may not make the call at all may be told that first.
            let told_first = matches!(caller.who, "nobody" | "an account")
                && [401, 403, 404].contains(&answer.status.as_u16());
            if must_be_400 && answer.status != 400 && !told_first {
                wrong.push(format!(
                    "{} as {} with {sent}: {} instead of 400",
                    self.name(),
                    caller.who,
                    answer.status
                ));
            }
        }
        wrong
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_sent_the_answer_is_one_that_the_description_names() {
    let app = start().await;
    // Somebody is SuperAdmin already, so that everyone below is nobody special.
    app.registers("Root").await;
    let (calls, mut wrong) = (calls(&app).await, Vec::new());
    assert!(calls.len() > 60, "the description is whole");
    // A stream that is answered does not end.
    for call in calls.iter().filter(|call| !call.path.ends_with("/live")) {
        for caller in callers(&app, &call.path).await {
            wrong.extend(call.try_as(&caller).await);
        }
    }
    assert!(wrong.is_empty(), "{} answers are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_method_that_an_address_does_not_take_is_405_and_says_which_it_takes() {
    let app = start().await;
    for path in ["/auth/login", "/shareables", "/me"] {
        let answer = app.anyone().send(Method::PUT, path, None).await.expect(405);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}");
        assert!(!answer.header("allow").is_empty(), "{path}");
    }
}
