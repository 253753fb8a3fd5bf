//! Checklists: made, found by code, ticked by anyone, edited by the organiser, seen live.

use crate::support::{Share, Table};
use futures::StreamExt;
use http::Request;
use serde_json::{Value, json};
use std::time::Duration;

fn checked(answer: &crate::support::Answer) -> Vec<bool> {
    answer.json["items"].as_array().unwrap().iter().map(|item| item["checked"].as_bool().unwrap()).collect()
}

fn names(json: &Value) -> Vec<&str> {
    json["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

/// Opens a live stream and gives its events one by one.
pub async fn listen(
    table: &Table,
    path: &str,
    token: Option<&str>,
) -> impl AsyncFnMut() -> Option<String> + use<> {
    let mut request = Request::get(format!("/api/v1{path}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let response = table.raw(request.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body().into_data_stream();
    async move || {
        loop {
            let bytes = tokio::time::timeout(Duration::from_secs(5), body.next()).await.ok()??.ok()?;
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            if text.contains("event: changed") {
                return Some(text);
            }
        }
    }
}

on_both_engines! {
    async fn someone_makes_a_checklist_and_others_find_it_by_its_code_and_tick(table: Table) {
        let share: Share = table.make_checklist(&["Tent pegs", "Stove"]).await;
        let typed = share.id.shown().replace('-', "").to_lowercase();
        let found = table.get(&format!("/shareables/{typed}"), None).await.expect(200);
        assert_eq!(found.json["entity"], "checklist");
        assert_eq!((names(&found.json), checked(&found)), (vec!["Tent pegs", "Stove"], vec![false, false]));
        assert_eq!(found.json["role"], "view");

        let tick = share.at(&format!("/items/{}/tick", share.item(1)));
        let item = table.put(&tick, None, json!({ "by": " Bo " })).await.expect(200);
        assert_eq!((&item.json["checked"], &item.json["checkedBy"]), (&json!(true), &json!("Bo")));
        assert_eq!(item.json["checkedAt"], "2037-11-15T09:00:00.000Z");
        assert_eq!(checked(&table.get(&share.path, None).await), [false, true]);

        table.delete(&tick, None).await.expect(204);
        table.delete(&tick, None).await.expect(204);
        assert_eq!(checked(&table.get(&share.path, None).await), [false, false]);
    }

    async fn an_open_page_hears_of_a_tick(table: Table) {
        let share = table.make_checklist(&["Tent pegs"]).await;
        let mut next = listen(&table, &share.at("/live"), None).await;
        let tick = share.at(&format!("/items/{}/tick", share.item(0)));
        table.send(http::Method::PUT, &tick, None, None).await.expect(200);
        assert!(next().await.unwrap().contains("{\"rev\":"));
    }

    async fn the_organiser_adds_edits_orders_and_removes_items(table: Table) {
        let share = table.make_checklist(&["Tent"]).await;
        let added = table.post(&share.at("/items"), share.admin(), json!({ "name": "Stove", "note": "blue" })).await.expect(201);
        assert_eq!((&added.json["name"], &added.json["checked"]), (&json!("Stove"), &json!(false)));
        let pasted = json!({ "items": [{ "name": "Pan" }, { "name": "Rope" }] });
        let pasted = table.post(&share.at("/items"), share.admin(), pasted).await.expect(201);
        assert_eq!(names(&pasted.json), ["Pan", "Rope"]);

        let stove = added.text_at("checklistItemId");
        table.put(&share.at(&format!("/items/{stove}/tick")), None, json!({ "by": "Bo" })).await.expect(200);
        let edited = table.patch(&share.at(&format!("/items/{stove}")), share.admin(), json!({ "note": null })).await.expect(200);
        assert_eq!((&edited.json["note"], &edited.json["checkedBy"]), (&Value::Null, &json!("Bo")));

        let ids: Vec<String> = {
            let seen = table.get(&share.path, None).await;
            seen.json["items"].as_array().unwrap().iter().rev()
                .map(|item| item["checklistItemId"].as_str().unwrap().to_owned()).collect()
        };
        let ordered = table.put(&share.at("/items/order"), share.admin(), json!({ "ids": ids })).await.expect(200);
        assert_eq!(names(&ordered.json), ["Rope", "Pan", "Stove", "Tent"]);
        assert_eq!(ordered.json["items"][2]["checked"], true, "ticks stay with their items");
        for wrong in [json!([]), json!([ids[0]]), json!([ids[0], ids[0], ids[1], ids[2]])] {
            table.put(&share.at("/items/order"), share.admin(), json!({ "ids": wrong })).await.expect(422);
        }
        assert_eq!(names(&table.get(&share.path, None).await.json), ["Rope", "Pan", "Stove", "Tent"]);

        table.delete(&share.at(&format!("/items/{stove}")), share.admin()).await.expect(204);
        table.delete(&share.at(&format!("/items/{stove}")), share.admin()).await.expect(404);
        table.put(&share.at(&format!("/items/{stove}/tick")), None, json!({})).await.expect(404);
        let again = json!({ "items": [{ "checklistItemId": stove, "name": "Stove" }] });
        table.post(&share.at("/items"), share.admin(), again).await.expect(201);
        assert_eq!(checked(&table.get(&share.path, None).await), [false; 4], "its tick went with it");
    }

    async fn the_organiser_clears_ticks_and_removed_items_leave_none(table: Table) {
        let items: Vec<_> = (0..130).map(|n| n.to_string()).collect();
        let share = table.make_checklist(&items.iter().map(String::as_str).collect::<Vec<_>>()).await;
        for at in 0..130 {
            table.put(&share.at(&format!("/items/{}/tick", share.item(at))), None, json!({})).await.expect(200);
        }
        let kept = json!({ "items": [{ "checklistItemId": share.item(0), "name": "0" }] });
        let edited = table.patch(&share.path, share.admin(), kept).await.expect(200);
        assert_eq!(checked(&edited), [true]);
        table.delete(&share.at("/ticks"), share.admin()).await.expect(204);
        assert_eq!(checked(&table.get(&share.path, None).await), [false]);
        let left = store::query_all(table.services.store.as_ref(), shareables::keys::Part::Tick.all_of(&share.id)).await.unwrap();
        assert_eq!(left, []);
    }

    async fn one_item_is_sent_or_several_not_both(table: Table) {
        let share = table.make_checklist(&[]).await;
        let both = json!({ "name": "a", "items": [{ "name": "b" }] });
        table.post(&share.at("/items"), share.admin(), both).await.expect(422);
        let unnamed = table.post(&share.at("/items"), share.admin(), json!({ "note": "n" })).await.expect(422);
        assert_eq!(unnamed.wrong_fields(), ["name"]);
        table.post(&share.at("/items"), share.admin(), json!({ "items": [] })).await.expect(422);
        let there = table.post(&share.at("/items"), share.admin(), json!({ "name": "Tent" })).await.expect(201);
        let again = json!({ "items": [{ "checklistItemId": there.json["checklistItemId"], "name": " " }] });
        let refused = table.post(&share.at("/items"), share.admin(), again).await.expect(422);
        assert_eq!(refused.wrong_fields(), ["items[0].name", "items[0].checklistItemId"], "each by its place");
        table.post(&share.at("/items"), share.admin(), json!({ "nam": "b" })).await.expect(400);
    }

    async fn an_edit_of_what_somebody_else_changed_is_refused_when_asked(table: Table) {
        let share = table.make_checklist(&["Tent"]).await;
        let seen = table.get(&share.path, share.admin()).await;
        assert_eq!(seen.header("etag"), "\"1\"");
        let edit = |tag: &'static str, name: &'static str| {
            let request = Request::patch(format!("/api/v1{}", share.path))
                .header("authorization", format!("Bearer {}", share.admin))
                .header("content-type", "application/json")
                .header("if-match", tag)
                .body(json!({ "name": name }).to_string().into())
                .unwrap();
            async { table.raw(request).await }
        };
        let first = edit("\"1\"", "b").await;
        assert_eq!((first.status().as_u16(), first.headers()["etag"].to_str().unwrap()), (200, "\"2\""));
        assert_eq!(edit("\"1\"", "c").await.status(), 412);
        assert_eq!(edit("*", "d").await.status(), 200);
        table.put(&share.at(&format!("/items/{}/tick", share.item(0))), None, json!({})).await.expect(200);
        assert_eq!(table.get(&share.path, None).await.header("etag"), "\"3\"", "a tick is no edit");
    }
}
