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
        assert_eq!(item.json["checkedAt"], "2026-11-15T09:00:00.000Z");
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
}
