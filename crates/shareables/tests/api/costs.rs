//! What each access pattern costs in storage calls, as `docs/design/shareables.md` writes it.

use crate::support::{Answer, Engine, Table};
use serde_json::json;
use store::decorators::Operation::{self, BatchGet, Get, Query, Transact, Write};

/// Does one thing and checks which calls it made of storage, in the order of the enum.
async fn costs(
    table: &Table,
    what: &str,
    expected: &[(Operation, usize)],
    work: impl Future<Output = Answer>,
) -> Answer {
    let (answer, counts) = table.storage.during(work).await;
    assert!(answer.status.is_success(), "{what}: {}", answer.text);
    for (operation, calls) in expected {
        assert_eq!(counts.calls_of(*operation), *calls, "{what}\n{counts}");
    }
    let all: usize = expected.iter().map(|(_, calls)| calls).sum();
    assert_eq!(counts.calls(), all, "{what}\n{counts}");
    answer
}

/// On one machine. On DynamoDB an answer is one transaction instead of one write: its mark goes with it.
#[tokio::test]
async fn every_access_pattern_costs_what_the_design_says() {
    let table = Table::on(Engine::Embedded).await;
    table.fill_pool().await;
    let body =
        json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "items": [{ "name": "Tent" }] });
    costs(&table, "create", &[(Query, 1), (Transact, 1)], table.post("/shareables", None, body)).await;

    let list = table.make_checklist(&["Tent"]).await;
    let tick = list.at(&format!("/items/{}/tick", list.item(0)));
    costs(&table, "look at a checklist", &[(Get, 1), (Query, 3)], table.get(&list.path, None)).await;
    costs(&table, "tick", &[(Get, 1), (Write, 1)], table.put(&tick, None, json!({}))).await;
    costs(&table, "untick", &[(Get, 1), (Write, 1)], table.delete(&tick, None)).await;
    let items = list.at("/items");
    costs(
        &table,
        "add an item",
        &[(Get, 2), (Write, 1)],
        table.post(&items, list.admin(), json!({ "name": "Pan" })),
    )
    .await;
    let item = list.at(&format!("/items/{}", list.item(0)));
    costs(&table, "remove an item", &[(Get, 1), (Transact, 1)], table.delete(&item, list.admin())).await;
    let access = list.at("/access");
    costs(
        &table,
        "enter as organiser, which clears the counters",
        &[(Get, 1), (BatchGet, 2)],
        table.post(&access, None, json!({ "passcode": list.passcode })),
    )
    .await;

    let poll = table.make_poll(json!({ "resultsVisibility": "afterSubmit" })).await;
    let vote = json!({ "answers": [poll.answer(0, &[0])] });
    costs(&table, "look at a poll", &[(Get, 1)], table.get(&poll.path, None)).await;
    let voted =
        costs(&table, "vote", &[(Get, 1), (Write, 1)], table.post(&poll.at("/votes"), None, vote)).await;
    let own = poll.at(&format!("/votes/{}", voted.text_at("code")));
    let other = json!({ "answers": [poll.answer(0, &[1])] });
    costs(&table, "change a vote", &[(Get, 2), (Write, 1)], table.put(&own, None, other)).await;
    let results = poll.at("/results");
    costs(&table, "results", &[(Get, 1), (Query, 1)], table.get(&results, poll.admin())).await;
    let by_code = format!("{results}?code={}", voted.text_at("code"));
    costs(&table, "results by code", &[(Get, 2)], table.get(&by_code, None)).await;
    costs(
        &table,
        "edit",
        &[(Get, 1), (Write, 1)],
        table.patch(&poll.path, poll.admin(), json!({ "name": "b" })),
    )
    .await;
    costs(&table, "close", &[(Get, 1), (Write, 1)], table.post(&poll.at("/close"), poll.admin(), json!({})))
        .await;
    costs(
        &table,
        "extend",
        &[(Get, 1), (Transact, 1)],
        table.patch(&poll.path, poll.admin(), json!({ "expiresAfter": 30 })),
    )
    .await;
    costs(
        &table,
        "copy",
        &[(Get, 1), (Query, 1), (Transact, 1)],
        table.post(&poll.at("/clone"), poll.admin(), json!({ "expiresAfter": 1 })),
    )
    .await;
    costs(&table, "delete", &[(Get, 1), (Transact, 1)], table.delete(&poll.path, poll.admin())).await;

    let event = table.make_event(json!({})).await;
    let rsvp = json!({ "name": "Ana", "response": "going" });
    costs(&table, "answer", &[(Get, 1), (Write, 1)], table.post(&event.at("/rsvps"), None, rsvp)).await;
    costs(&table, "who is coming", &[(Get, 1), (Query, 1)], table.get(&event.at("/rsvps"), None)).await;
    costs(&table, "calendar", &[(Get, 1)], table.get(&event.at("/event.ics"), None)).await;
}
