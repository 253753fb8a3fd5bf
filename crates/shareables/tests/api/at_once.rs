//! Changes of one row at the same moment: nothing is put back over, and what stopped half-way goes on.

use crate::support::{Engine, Share, Table};
use jiff::SignedDuration;
use serde_json::{Value, json};
use shareables::tables::SHAREABLES;
use stage::Person;
use std::sync::{Arc, Mutex};
use store::decorators::{FailingStore, Fault};

const KEY: &str = "a-key-of-twenty-two-characters";

/// A checklist on which everyone adds items.
async fn open_list(table: &Table) -> Share {
    table.make(json!({ "entity": "checklist", "name": "Kit", "expiresAfter": 7, "viewersAdd": true })).await
}

fn names(list: &Value) -> Vec<String> {
    list["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

/// Somebody with an account who replied to an event.
async fn replied(table: &Table) -> (Person, Share, String) {
    table.registers("Root").await;
    let (ana, event) = (table.registers("Ana").await, table.make_event(json!({})).await);
    let reply = json!({ "name": "Ana", "response": "going", "guestCount": 1, "note": "Ana's cake" });
    let code = ana.post(&event.at("/rsvps"), reply).await.expect(201).text_at("code");
    (ana, event, code)
}

on_both_engines! {
    async fn two_edits_of_an_item_that_a_viewer_added_are_both_kept(table: Table) {
        let list = open_list(&table).await;
        let item = table.anyone().post(&list.at("/items"), json!({ "name": "Tent" })).await.expect(201).text_at("checklistItemId");
        let place = list.at(&format!("/items/{item}"));
        let (racing, meanwhile) = table.racing().await;
        let other = table.anyone().with_bearer(&list.admin);
        meanwhile.plan(&SHAREABLES, 0, {
            let place = place.clone();
            async move { other.patch(&place, json!({ "note": "The large one" })).await.expect(200); }
        });
        let edited = racing.anyone().with_bearer(&list.admin).patch(&place, json!({ "name": "Big tent" })).await.expect(200);
        assert_eq!((edited.text_at("name"), edited.text_at("note")), ("Big tent".into(), "The large one".into()));
        let seen = table.get(&list.path, list.admin()).await.expect(200).json["items"][0].clone();
        assert_eq!((&seen["name"], &seen["note"]), (&json!("Big tent"), &json!("The large one")));
    }

    async fn a_reply_that_is_changed_while_its_account_goes_stays_changed(table: Table) {
        let (ana, event, code) = replied(&table).await;
        ana.delete("/me").await.expect(204);
        let (racing, meanwhile) = table.racing().await;
        let (other, place) = (table.anyone(), event.at(&format!("/rsvps?code={code}")));
        meanwhile.plan(&SHAREABLES, 0, async move {
            let reply = json!({ "name": "Ana", "response": "maybe", "guestCount": 3 });
            other.post(&place, reply).await.expect(200);
        });
        for _ in 0..2 {
            racing.finish_work().await;
            table.advance(SignedDuration::from_secs(6));
        }
        let rsvps = table.get(&event.at("/rsvps"), event.admin()).await.expect(200);
        let left = &rsvps.json["items"][0];
        assert_eq!((&left["name"], &left["response"], &left["guestCount"]), (&json!("Former member"), &json!("maybe"), &json!(3)), "{}", rsvps.text);
        assert!(!rsvps.text.contains("cake"), "{}", rsvps.text);
    }

    async fn a_name_that_was_taken_off_is_not_put_back_by_a_change_of_the_reply(table: Table) {
        let (ana, event, code) = replied(&table).await;
        ana.delete("/me").await.expect(204);
        let (racing, meanwhile) = table.racing().await;
        let worker = table.clone();
        meanwhile.plan(&SHAREABLES, 0, async move { worker.finish_work().await });
        let reply = json!({ "name": "Ana", "response": "maybe", "guestCount": 1 });
        racing.anyone().post(&event.at(&format!("/rsvps?code={code}")), reply).await.expect(200);
        let rsvps = table.get(&event.at("/rsvps"), event.admin()).await.expect(200);
        let left = &rsvps.json["items"][0];
        assert_eq!((&left["name"], &left["response"]), (&json!("Former member"), &json!("maybe")), "{}", rsvps.text);
    }

    async fn items_beyond_one_transaction_go_on_where_they_stopped(table: Table) {
        let list = open_list(&table).await;
        let items: Vec<_> = (0..150).map(|at| json!({ "name": format!("Item {at}") })).collect();
        let body = json!({ "items": items });
        // Storage fails after the first part.
        let failing: Arc<Mutex<Option<Arc<FailingStore>>>> = Arc::default();
        let kept = failing.clone();
        let shaky = table.over(move |store| kept.lock().unwrap().insert(Arc::new(FailingStore::new(store))).clone()).await;
        let failing = failing.lock().unwrap().clone().unwrap();
        let (racing, meanwhile) = shaky.racing().await;
        let stops = failing.clone();
        meanwhile.plan(&SHAREABLES, 1, async move { stops.always(Fault::Before) });
        racing.anyone().with_header("idempotency-key", KEY).post(&list.at("/items"), &body).await.expect(503);
        failing.heal();
        let stopped = table.get(&list.path, None).await.json["items"].as_array().unwrap().len();
        assert!(stopped > 0 && stopped < 150, "{stopped}");

        let ana = table.anyone().with_header("idempotency-key", KEY);
        let other: Vec<_> = (0..149).map(|at| json!({ "name": format!("Item {at}") })).collect();
        ana.post(&list.at("/items"), json!({ "items": other })).await.expect(422);
        let first = ana.post(&list.at("/items"), &body).await.expect(201);
        assert_eq!(names(&first.json), (0..150).map(|at| format!("Item {at}")).collect::<Vec<_>>());
        let mut seen = names(&table.get(&list.path, None).await.json);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 150);
        assert_eq!(ana.post(&list.at("/items"), &body).await.expect(201).json, first.json);
        assert_eq!(table.get(&list.path, None).await.json["items"].as_array().unwrap().len(), 150);
    }

    async fn a_long_list_sent_twice_at_once_is_added_once(table: Table) {
        let list = open_list(&table).await;
        let items: Vec<_> = (0..150).map(|at| json!({ "name": format!("Item {at}") })).collect();
        let body = json!({ "items": items });
        let (racing, meanwhile) = table.racing().await;
        let (other, place, same) = (table.anyone().with_header("idempotency-key", KEY), list.at("/items"), body.clone());
        meanwhile.plan(&SHAREABLES, 1, async move { other.post(&place, &same).await.expect(201); });
        racing.anyone().with_header("idempotency-key", KEY).post(&list.at("/items"), &body).await.expect(201);
        assert_eq!(table.get(&list.path, None).await.json["items"].as_array().unwrap().len(), 150);
    }
}

/// Servers share storage on DynamoDB alone.
#[tokio::test]
async fn another_server_that_holds_replies_learns_that_an_account_went() {
    let table = Table::on(Engine::Dynamodb).await;
    let (ana, event, _) = replied(&table).await;
    let other = table.another_server().await;
    let rsvps = async || other.anyone().with_bearer(&event.admin).get(&event.at("/rsvps")).await.expect(200);
    assert!(rsvps().await.text.contains("cake"));
    let page = async || other.anyone().page(&event.page("")).await.expect(200);
    page().await.shows("Ana");
    ana.delete("/me").await.expect(204);
    table.finish_work().await;
    table.advance(SignedDuration::from_secs(1));
    page().await.shows("Former member");
}
