//! Making shares: what is asked for, what is refused, and who may.

use crate::support::{Engine, Table};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::json;
use shareables::model::ShortId;

on_both_engines! {
    async fn a_new_share_tells_its_code_address_passcode_and_token(table: Table) {
        let body = json!({ "entity": "poll", "name": " Friday? ", "expiresAfter": 1, "note": "Quick one",
            "questions": [{ "title": "When?", "options": [{ "label": "18:00" }, { "label": "19:00" }] }] });
        let made = table.post("/shareables", None, body).await.expect(201);
        let id: ShortId = made.text_at("shortId").parse().unwrap();
        assert_eq!(made.text_at("shortId"), id.to_string(), "lower case with dashes");
        assert_eq!(made.text_at("url"), format!("http://127.0.0.1:8080/s/{id}"));
        assert_eq!(made.text_at("adminPasscode").split('-').count(), 4, "a readable passcode");
        assert_eq!(made.header("location"), format!("/api/v1/shareables/{id}"));
        assert_eq!(made.header("set-cookie"), "", "JSON answers set no cookies");
        let share = &made.json["shareable"];
        assert_eq!((&share["name"], &share["role"]), (&json!("Friday?"), &json!("admin")));
        assert_eq!(share["expiresAt"], "2037-11-16T09:00:00.000Z");
        assert_eq!((&share["resultsVisibility"], &share["isClosed"]), (&json!("always"), &json!(false)));
        assert_eq!(share["questions"][0]["isMultiple"], false);
    }

    async fn everything_wrong_is_told_at_once_by_field(table: Table) {
        let body = json!({ "entity": "event", "name": "", "expiresAfter": 3, "endTime": "2020-01-01T00:00:00Z",
            "timeZone": "Mars/Base", "adminPasscode": "abc", "rsvpDeadline": "2020-01-01T00:00:00Z", "items": [] });
        let refused = table.post("/shareables", None, body).await.expect(422);
        assert_eq!(
            refused.wrong_fields(),
            ["name", "expiresAfter", "startTime", "items", "timeZone", "rsvpDeadline", "adminPasscode"]
        );
    }

    async fn what_cannot_be_read_is_400_and_what_is_not_allowed_422(table: Table) {
        for (body, status) in [
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "colour": "red" }), 400),
            (json!({ "entity": "checklist", "name": 5, "expiresAfter": 7 }), 400),
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": "week" }), 400),
            (json!("a checklist"), 400),
            (json!(["checklist", "a", 7]), 400),
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "items": [[null, "b", null]] }), 400),
            (json!({ "entity": "banana", "name": "a", "expiresAfter": 7 }), 422),
            (json!({ "name": "a", "expiresAfter": 7 }), 422),
            (json!({ "entity": "checklist", "expiresAfter": 7 }), 422),
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": -1 }), 422),
            (json!({ "entity": "checklist", "name": "a".repeat(201), "expiresAfter": 7 }), 422),
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "items": vec![json!({ "name": "i" }); 301] }), 422),
            (json!({ "entity": "poll", "name": "a", "expiresAfter": 7 }), 422),
            (json!({ "entity": "event", "name": "a", "expiresAfter": 7, "startTime": "tomorrow" }), 422),
            (json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "viewPasscode": "same", "adminPasscode": "same" }), 422),
        ] {
            table.post("/shareables", None, body).await.expect(status);
        }
        let plain = Request::post("/api/v1/shareables").header("content-type", "application/xml").body("{}".into()).unwrap();
        assert_eq!(table.raw(plain).await.status(), 415);
    }

    async fn a_name_is_one_line_that_can_be_seen(table: Table) {
        for name in ["\u{200b}", "\u{feff}\u{202e}", "a\nb", "a\u{0}b", "\u{1b}[2J"] {
            let body = json!({ "entity": "checklist", "name": name, "expiresAfter": 7, "items": [{ "name": name }] });
            let refused = table.post("/shareables", None, body).await.expect(422);
            assert_eq!(refused.wrong_fields(), ["name", "items[0].name"], "{name:?}");
        }
        let body = json!({ "entity": "checklist", "name": "نورا\u{200c} 👩\u{200d}👧", "expiresAfter": 7, "note": "two\r\nlines\r" });
        let made = table.post("/shareables", None, body).await.expect(201);
        assert_eq!(made.json["shareable"]["note"], "two\nlines");
    }

    async fn ids_may_be_given_and_are_kept(table: Table) {
        let item = "0199f3a0-0000-7000-8000-00000000000a";
        let share = table.make(json!({ "entity": "checklist", "name": "a", "expiresAfter": 7,
            "items": [{ "checklistItemId": item, "name": "Milk", "note": " 2 l " }] })).await;
        assert_eq!(share.made["items"][0]["checklistItemId"], item);
        assert_eq!(share.made["items"][0]["note"], "2 l");
    }

    async fn a_share_too_large_to_store_is_413(table: Table) {
        let note = "漢".repeat(300);
        let items: Vec<_> = (0..300).map(|n| json!({ "name": format!("{n}{}", "漢".repeat(190)), "note": note })).collect();
        let body = json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "items": items });
        table.post("/shareables", None, body).await.expect(413);
    }

    async fn an_empty_pool_never_fails_a_create_and_a_full_one_is_used(table: Table) {
        table.make_checklist(&[]).await;
        table.fill_pool().await;
        assert_eq!(shareables::stored::pool::refill(&table.services).await.unwrap(), 0, "it is full");
        let share = table.make_checklist(&[]).await;
        let pooled = store::query_all(table.services.store.as_ref(), shareables::keys::available_in(0, 10)).await.unwrap();
        assert_eq!(pooled[0].get("sk").unwrap().as_str(), Some("available#01"));
        assert!(pooled[0].get("id").unwrap().as_str().unwrap().parse::<ShortId>().is_ok());
        assert_eq!(shareables::stored::pool::refill(&table.services).await.unwrap(), 1, "one id was taken");
        table.get(&share.path, None).await.expect(200);
    }
}

#[tokio::test]
async fn where_creating_needs_an_account_nobody_else_creates() {
    let table = Table::with(Engine::Embedded, |settings| settings.anonymous_creation = false).await;
    let body = json!({ "entity": "checklist", "name": "a", "expiresAfter": 7 });
    table.post("/shareables", None, body.clone()).await.expect(401);
    table.registers("Ana").await.post("/shareables", body).await.expect(201);
}

#[tokio::test]
async fn an_address_creates_only_so_many_an_hour() {
    let table = Table::with(Engine::Embedded, |settings| settings.creations_per_hour = 3).await;
    let body = json!({ "entity": "checklist", "name": "a", "expiresAfter": 7 });
    table.post("/shareables", None, json!({ "entity": "checklist" })).await.expect(422);
    let first = table.make(body.clone()).await;
    table.make(body.clone()).await;
    table.post(&first.at("/clone"), first.admin(), json!({ "expiresAfter": 7 })).await.expect(201);
    let refused = table.post("/shareables", None, body.clone()).await.expect(429);
    assert_eq!(refused.header("retry-after"), "1200");
    table.registers("Ana").await.post("/shareables", &body).await.expect(201);
    table.advance(SignedDuration::from_mins(20));
    table.send(Method::POST, "/shareables", None, Some(&body)).await.expect(201);
}
