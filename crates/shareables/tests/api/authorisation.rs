//! Every call by every kind of caller, one status a cell.

use crate::support::{Share, Table};
use http::Request;
use jiff::SignedDuration;
use serde_json::{Value, json};
use stage::{AuthorisationTable, Scene};

/// What each caller gets from calls of one kind.
const READ: [u16; 9] = [200, 401, 200, 200, 200, 401, 410, 200, 404];
const ORGANISE: [u16; 9] = [401, 401, 403, 200, 200, 401, 403, 200, 404];
const EDIT: [u16; 9] = [401, 401, 403, 200, 200, 401, 403, 410, 404];
const ANSWER: [u16; 9] = [200, 401, 200, 200, 200, 401, 410, 410, 404];

/// The same with another status for success.
fn done(expected: [u16; 9], success: u16) -> [u16; 9] {
    expected.map(|status| if status == 200 { success } else { status })
}

fn table() -> AuthorisationTable {
    authorisation_table! {
        callers: "anyone, open share", "anyone, locked share", "viewer", "organiser", "owner by account",
            "organiser of another share", "viewer, expired", "organiser, expired", "organiser, deleted";
        poll {
            POST "/shareables", { "entity": "checklist", "name": "a", "expiresAfter": 1 } => [201; 9];
            GET "/shareables/{shortId}" => READ;
            PATCH "/shareables/{shortId}", { "name": "b" } => EDIT;
            DELETE "/shareables/{shortId}" => done(ORGANISE, 204);
            POST "/shareables/{shortId}/access", { "passcode": "{passcode}" } => [200, 200, 200, 200, 200, 200, 200, 200, 404];
            POST "/shareables/{shortId}/clone", { "expiresAfter": 1 } => done(ORGANISE, 201);
            GET "/shareables/{shortId}/passcodes" => ORGANISE;
            PUT "/shareables/{shortId}/passcodes", { "viewPasscode": "another" } => EDIT;
            GET "/shareables/{shortId}/export.csv" => ORGANISE;
            GET "/shareables/{shortId}/export.json" => ORGANISE;
            POST "/shareables/{shortId}/votes", { "answers": [{ "pollQuestionId": "{question}", "optionIds": ["{option}"] }] } => done(ANSWER, 201);
            GET "/shareables/{shortId}/votes" => ORGANISE;
            GET "/shareables/{shortId}/votes/{code}" => READ;
            PUT "/shareables/{shortId}/votes/{code}", { "answers": [{ "pollQuestionId": "{question}", "optionIds": ["{option}"] }] } => ANSWER;
            DELETE "/shareables/{shortId}/votes/{code}" => done(ANSWER, 204);
            GET "/shareables/{shortId}/results" => READ;
            GET "/shareables/{shortId}/answers" => READ;
            POST "/shareables/{shortId}/close" => EDIT;
            POST "/shareables/{shortId}/reopen" => EDIT;
            // An open poll has decided nothing yet.
            POST "/shareables/{shortId}/outcome", { "kind": "checklist" } => [401, 401, 403, 409, 409, 401, 403, 201, 404];
            PAGE "/s/{shortId}" => READ;
            PAGE "/s/{shortId}/people" => READ;
            PAGE "/s/{shortId}/screen" => READ;
            PAGE "/s/{shortId}/poster" => READ;
            FORM "/s/{shortId}/withdraw", { "me": "{code}" } => done(ANSWER, 303);
        }
        checklist {
            POST "/shareables/{shortId}/items", { "name": "Milk" } => [401, 401, 403, 201, 201, 401, 410, 410, 404];
            PUT "/shareables/{shortId}/items/order", { "ids": ["{id}"] } => EDIT;
            PATCH "/shareables/{shortId}/items/{id}", { "name": "Rope" } => EDIT;
            DELETE "/shareables/{shortId}/items/{id}" => done(EDIT, 204);
            PUT "/shareables/{shortId}/items/{id}/tick", { "by": "Bo" } => ANSWER;
            DELETE "/shareables/{shortId}/items/{id}/tick" => done(ANSWER, 204);
            PUT "/shareables/{shortId}/items/{id}/claim", { "by": "Bo" } => ANSWER;
            DELETE "/shareables/{shortId}/items/{id}/claim" => done(ANSWER, 204);
            DELETE "/shareables/{shortId}/ticks" => done(EDIT, 204);
            FORM "/s/{shortId}", { "tick": "{id}" } => done(ANSWER, 303);
        }
        event {
            POST "/shareables/{shortId}/rsvps", { "name": "Bo", "response": "going" } => done(ANSWER, 201);
            GET "/shareables/{shortId}/rsvps" => READ;
            GET "/shareables/{shortId}/rsvps/{code}" => READ;
            PUT "/shareables/{shortId}/rsvps/{code}", { "name": "Bo", "response": "maybe" } => ANSWER;
            DELETE "/shareables/{shortId}/rsvps/{code}" => done(ANSWER, 204);
            GET "/shareables/{shortId}/event.ics" => READ;
            PAGE "/s/{shortId}" => READ;
            FORM "/s/{shortId}", { "name": "Bo", "response": "going" } => done(ANSWER, 303);
        }
        organiser {
            PAGE "/s/{shortId}/admin" => [401, 401, 401, 200, 200, 401, 401, 200, 404];
            PAGE "/s/{shortId}/admin/edit" => [401, 401, 401, 200, 200, 401, 401, 410, 404];
            FORM "/s/{shortId}/admin", { "do": "extend", "days": "7" } => [401, 401, 401, 303, 303, 401, 401, 410, 404];
            FORM "/s/{shortId}/admin", { "do": "close" } => [401, 401, 401, 303, 303, 401, 401, 410, 404];
            FORM "/s/{shortId}/admin", { "do": "view-new" } => [401, 401, 401, 303, 303, 401, 401, 410, 404];
            FORM "/s/{shortId}/admin", { "do": "copy", "name": "b", "expiresAfter": "1" } => [401, 401, 401, 303, 303, 401, 401, 303, 404];
            FORM "/s/{shortId}/admin", { "do": "remove", "code": "{code}" } => [401, 401, 401, 303, 303, 401, 401, 410, 404];
            FORM "/s/{shortId}/admin", { "do": "delete" } => [401, 401, 401, 303, 303, 401, 401, 303, 404];
        }
    }
}

/// A fresh share as `caller` finds it.
async fn scene(table: &Table, group: &str, caller: &str) -> Scene {
    let lock = if caller.ends_with("open share") { Value::Null } else { json!("velvet pond") };
    // Those that expire make days pass for the others.
    let days = if caller.ends_with("expired") { 1 } else { 30 };
    let more = json!({ "viewPasscode": lock, "expiresAfter": days });
    let mut body = match group {
        "checklist" => json!({ "entity": "checklist", "name": "a", "items": [{ "name": "Tent" }] }),
        "event" => json!({ "entity": "event", "name": "a", "startTime": "2037-11-15T10:00:00Z" }),
        _ => {
            json!({ "entity": "poll", "questions": [{ "title": "q", "options": [{ "label": "a" }, { "label": "b" }] }] })
        }
    };
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let maker = match caller {
        "owner by account" => table.registers(&format!("Owner{}", rand_seat())).await,
        _ => table.anyone(),
    };
    let share = Share::of(&maker.post("/shareables", &body).await.expect(201));
    let answered = match group {
        "event" => table
            .post(&share.at("/rsvps"), share.admin(), json!({ "name": "Ana", "response": "going" }))
            .await
            .text_at("code"),
        "checklist" => String::new(),
        _ => table
            .post(&share.at("/votes"), share.admin(), json!({ "answers": [share.answer(0, &[0])] }))
            .await
            .text_at("code"),
    };
    let by = match caller {
        "owner by account" => maker,
        "organiser of another share" => holding(table, &table.make_checklist(&[]).await.admin),
        who if who.starts_with("viewer") => {
            let entered = table.post(&share.at("/access"), None, json!({ "passcode": "velvet pond" })).await;
            holding(table, &entered.text_at("token"))
        }
        who if who.starts_with("organiser") => holding(table, &share.admin),
        _ => table.anyone(),
    };
    match caller {
        who if who.ends_with("expired") => table.advance(SignedDuration::from_hours(26)),
        who if who.ends_with("deleted") => drop(table.delete(&share.path, share.admin()).await.expect(204)),
        _ => {}
    }
    let id = |at: &str| share.made.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    Scene::new(&by)
        .with("shortId", share.id.to_string())
        .with("passcode", share.passcode.clone())
        .with("code", answered)
        .with("id", id("/items/0/checklistItemId"))
        .with("question", id("/questions/0/pollQuestionId"))
        .with("option", id("/questions/0/options/0/pollQuestionOptionId"))
}

/// Someone whose browser and programs hold a share's token.
fn holding(table: &Table, token: &str) -> stage::Person {
    table.anyone().with_cookie("share", token).with_header("sec-fetch-site", "same-origin")
}

/// Names of accounts that no other cell has.
fn rand_seat() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static SEAT: AtomicUsize = AtomicUsize::new(0);
    SEAT.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn the_authorisation_table_names_every_call() {
    let mut all = table();
    // A stream has no end, so the table does not wait for it; who may open one is tested beside it.
    all.rows.push(stage::Row {
        scene: "poll",
        method: "GET",
        path: "/shareables/{shortId}/live",
        body: None,
        expected: Vec::new(),
    });
    all.covers(vec![shareables::feature()]);
}

on_both_engines! {
    async fn every_call_checks_who_is_asking(table: Table) {
        self::table().check_side_by_side(async |group, caller| scene(&table, group, caller).await).await;
    }

    async fn a_stream_opens_for_those_who_may_view(table: Table) {
        let locked = table.make_poll(json!({ "viewPasscode": "velvet pond" })).await;
        let open = |person: stage::Person, path: String| async move { person.opens(&path).await.status().as_u16() };
        let path = format!("/api/v1{}/live", locked.path);
        assert_eq!(open(table.anyone(), path.clone()).await, 401);
        assert_eq!(open(table.anyone().with_bearer(&locked.admin), path).await, 200);
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
