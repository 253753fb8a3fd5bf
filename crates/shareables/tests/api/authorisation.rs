//! Every call by every kind of caller, one status a cell.

use crate::support::{Share, Table};
use http::{Method, Request, header};
use jiff::SignedDuration;
use serde_json::{Value, json};

const CALLERS: [&str; 8] = [
    "anyone, open share",
    "anyone, locked share",
    "viewer",
    "organiser",
    "organiser of another share",
    "viewer, expired",
    "organiser, expired",
    "organiser, deleted",
];

/// What each caller gets from calls of one kind, in the order of [`CALLERS`].
const READ: [u16; 8] = [200, 401, 200, 200, 401, 410, 200, 404];
const ORGANISE: [u16; 8] = [401, 401, 403, 200, 401, 403, 200, 404];
const EDIT: [u16; 8] = [401, 401, 403, 200, 401, 403, 410, 404];
const ANSWER: [u16; 8] = [200, 401, 200, 200, 401, 410, 410, 404];

/// The same with another status for success.
fn done(expected: [u16; 8], success: u16) -> [u16; 8] {
    expected.map(|status| if status == 200 { success } else { status })
}

/// A share of one kind, an answer in it, and the code of that answer.
struct Scene {
    share: Share,
    code: String,
    token: Option<String>,
}

struct Row {
    entity: &'static str,
    method: Method,
    path: fn(&Scene) -> String,
    body: fn(&Scene) -> Option<Value>,
    expected: [u16; 8],
}

fn nothing(_: &Scene) -> Option<Value> {
    None
}

fn row(
    entity: &'static str,
    method: Method,
    path: fn(&Scene) -> String,
    body: fn(&Scene) -> Option<Value>,
    expected: [u16; 8],
) -> Row {
    Row { entity, method, path, body, expected }
}

fn common() -> Vec<Row> {
    let here: fn(&Scene) -> String = |scene| scene.share.path.clone();
    vec![
        row("poll", Method::GET, here, nothing, READ),
        row("poll", Method::PATCH, here, |_| Some(json!({ "name": "b" })), EDIT),
        row("poll", Method::DELETE, here, nothing, done(ORGANISE, 204)),
        row(
            "poll",
            Method::POST,
            |s| s.share.at("/access"),
            |s| Some(json!({ "passcode": s.share.passcode })),
            [200, 200, 200, 200, 200, 200, 200, 404],
        ),
        row(
            "poll",
            Method::POST,
            |s| s.share.at("/clone"),
            |_| Some(json!({ "expiresAfter": 1 })),
            done(ORGANISE, 201),
        ),
        row("poll", Method::GET, |s| s.share.at("/passcodes"), nothing, ORGANISE),
        row(
            "poll",
            Method::PUT,
            |s| s.share.at("/passcodes"),
            |_| Some(json!({ "viewPasscode": "another" })),
            EDIT,
        ),
        row("poll", Method::GET, |s| s.share.at("/export.csv"), nothing, ORGANISE),
        row("poll", Method::GET, |s| s.share.at("/export.json"), nothing, ORGANISE),
        row("poll", Method::GET, |s| s.share.at("/live"), nothing, READ),
    ]
}

fn checklists() -> Vec<Row> {
    let item: fn(&Scene) -> String = |s| s.share.at(&format!("/items/{}", s.share.item(0)));
    let tick: fn(&Scene) -> String = |s| s.share.at(&format!("/items/{}/tick", s.share.item(0)));
    vec![
        row(
            "checklist",
            Method::POST,
            |s| s.share.at("/items"),
            |_| Some(json!({ "name": "Milk" })),
            done(EDIT, 201),
        ),
        row(
            "checklist",
            Method::PUT,
            |s| s.share.at("/items/order"),
            |s| Some(json!({ "ids": [s.share.item(0)] })),
            EDIT,
        ),
        row("checklist", Method::PATCH, item, |_| Some(json!({ "name": "Oat milk" })), EDIT),
        row("checklist", Method::DELETE, item, nothing, done(EDIT, 204)),
        row("checklist", Method::PUT, tick, |_| Some(json!({ "by": "Bo" })), ANSWER),
        row("checklist", Method::DELETE, tick, nothing, done(ANSWER, 204)),
        row("checklist", Method::DELETE, |s| s.share.at("/ticks"), nothing, done(EDIT, 204)),
        row("checklist", Method::GET, |s| s.share.at("/export.csv"), nothing, ORGANISE),
    ]
}

fn events() -> Vec<Row> {
    let rsvps: fn(&Scene) -> String = |s| s.share.at("/rsvps");
    let own: fn(&Scene) -> String = |s| s.share.at(&format!("/rsvps/{}", s.code));
    let body: fn(&Scene) -> Option<Value> =
        |_| Some(json!({ "name": "Bo", "response": "maybe", "guestCount": 1 }));
    vec![
        row("event", Method::POST, rsvps, body, done(ANSWER, 201)),
        row("event", Method::GET, rsvps, nothing, READ),
        row("event", Method::GET, own, nothing, READ),
        row("event", Method::PUT, own, body, ANSWER),
        row("event", Method::DELETE, own, nothing, done(ANSWER, 204)),
        row("event", Method::GET, |s| s.share.at("/event.ics"), nothing, READ),
        row("event", Method::GET, |s| s.share.at("/export.csv"), nothing, ORGANISE),
        row("event", Method::GET, |s| s.share.at("/live"), nothing, READ),
    ]
}

fn polls() -> Vec<Row> {
    let votes: fn(&Scene) -> String = |s| s.share.at("/votes");
    let own: fn(&Scene) -> String = |s| s.share.at(&format!("/votes/{}", s.code));
    let body: fn(&Scene) -> Option<Value> = |s| Some(json!({ "answers": [s.share.answer(0, &[1])] }));
    vec![
        row("poll", Method::POST, votes, body, done(ANSWER, 201)),
        row("poll", Method::GET, votes, nothing, ORGANISE),
        row("poll", Method::GET, own, nothing, READ),
        row("poll", Method::PUT, own, body, ANSWER),
        row("poll", Method::DELETE, own, nothing, done(ANSWER, 204)),
        row("poll", Method::GET, |s| s.share.at("/results"), nothing, READ),
        row("poll", Method::POST, |s| s.share.at("/close"), nothing, EDIT),
        row("poll", Method::POST, |s| s.share.at("/reopen"), nothing, EDIT),
    ]
}

/// A fresh share as `caller` finds it: each cell starts from the same state, whatever the one before did.
async fn scene(table: &Table, entity: &str, caller: usize, other: &Share) -> Scene {
    let lock = if caller == 0 { Value::Null } else { json!("velvet pond") };
    let more = json!({ "viewPasscode": lock, "expiresAfter": 1 });
    let share = match entity {
        "checklist" => {
            let items = json!([{ "name": "Tent" }]);
            table.make(json!({ "entity": "checklist", "name": "a", "expiresAfter": 1, "viewPasscode": lock, "items": items })).await
        }
        "event" => table.make_event(more).await,
        _ => table.make_poll(more).await,
    };
    let answered = match entity {
        "event" => {
            table
                .post(&share.at("/rsvps"), share.admin(), json!({ "name": "Ana", "response": "going" }))
                .await
        }
        "poll" => {
            table
                .post(&share.at("/votes"), share.admin(), json!({ "answers": [share.answer(0, &[0])] }))
                .await
        }
        _ => table.get(&share.path, share.admin()).await,
    };
    let code = answered.json["code"].as_str().unwrap_or_default().to_owned();
    let token = match CALLERS[caller] {
        who if who.starts_with("viewer") => {
            let entered = table.post(&share.at("/access"), None, json!({ "passcode": "velvet pond" })).await;
            Some(entered.text_at("token"))
        }
        "organiser of another share" => Some(other.admin.clone()),
        who if who.starts_with("organiser") => Some(share.admin.clone()),
        _ => None,
    };
    match CALLERS[caller] {
        who if who.ends_with("expired") => table.advance(SignedDuration::from_hours(25)),
        who if who.ends_with("deleted") => {
            table.delete(&share.path, share.admin()).await.expect(204);
        }
        _ => {}
    }
    Scene { share, code, token }
}

async fn status(table: &Table, row: &Row, scene: &Scene) -> u16 {
    let mut request =
        Request::builder().method(row.method.clone()).uri(format!("/api/v1{}", (row.path)(scene)));
    if let Some(token) = &scene.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = (row.body)(scene);
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    table.raw(request.body(body.into()).unwrap()).await.status().as_u16()
}

async fn check(table: &Table, rows: Vec<Row>) {
    let other = table.make_checklist(&[]).await;
    let mut wrong = Vec::new();
    for row in &rows {
        for (caller, expected) in row.expected.into_iter().enumerate() {
            let scene = scene(table, row.entity, caller, &other).await;
            let got = status(table, row, &scene).await;
            if got != expected {
                let path = (row.path)(&scene).replace(&scene.share.path, "");
                wrong.push(format!(
                    "{} {}{path} as {}: {got}, not {expected}",
                    row.method, row.entity, CALLERS[caller]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

on_both_engines! {
    async fn every_common_call_checks_who_is_asking(table: Table) {
        check(&table, common()).await;
    }

    async fn every_call_about_checklists_checks_who_is_asking(table: Table) {
        check(&table, checklists()).await;
    }

    async fn every_call_about_events_checks_who_is_asking(table: Table) {
        check(&table, events()).await;
    }

    async fn every_call_about_polls_checks_who_is_asking(table: Table) {
        check(&table, polls()).await;
    }

    async fn calls_of_one_kind_find_nothing_in_another(table: Table) {
        let list = table.make_checklist(&["a"]).await;
        table.get(&list.at("/results"), list.admin()).await.expect(404);
        table.get(&list.at("/rsvps"), list.admin()).await.expect(404);
        table.post(&list.at("/close"), list.admin(), json!({})).await.expect(404);
        let poll = table.make_poll(json!({})).await;
        table.delete(&poll.at("/ticks"), poll.admin()).await.expect(404);
        table.get(&poll.at("/event.ics"), poll.admin()).await.expect(404);
        for code in ["not-a-code", "abc-def-99999"] {
            table.get(&format!("/shareables/{code}"), None).await.expect(404);
        }
    }

    async fn the_cookie_of_a_share_opens_its_json_too(table: Table) {
        let share = table.make(json!({ "entity": "checklist", "name": "a", "expiresAfter": 1, "viewPasscode": "velvet" })).await;
        let uri = format!("/api/v1{}", share.path);
        let with = |cookie: String| Request::get(&uri).header("cookie", cookie).body(axum::body::Body::empty()).unwrap();
        assert_eq!(table.raw(with(format!("share={}", share.admin))).await.status(), 200);
        assert_eq!(table.raw(with("share=rubbish".into())).await.status(), 401);
        let post = |site: &str| Request::delete(&uri).header("cookie", format!("share={}", share.admin))
            .header("sec-fetch-site", site).body(axum::body::Body::empty()).unwrap();
        assert_eq!(table.raw(post("cross-site")).await.status(), 403);
        assert_eq!(table.raw(post("same-origin")).await.status(), 204);
    }
}
