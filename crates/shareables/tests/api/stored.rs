//! The stored format, held in place: what was written by an older server still reads, and what we write is what the design says.

use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use shareables::{
    model::{AddedItem, Ballot, Claim, Reply, Rsvp, Shareable, Tick, Vote},
    stored::{read_answer, read_mark, read_shareable},
};
use std::path::Path;
use store::{Item, Value, View, to_item};

/// An item as AWS tools print it.
fn to_json(value: View<'_>) -> Json {
    match value {
        View::S(text) => json!({ "S": text }),
        View::N(number) => json!({ "N": number.to_string() }),
        View::Bool(flag) => json!({ "BOOL": flag }),
        View::Null => json!({ "NULL": true }),
        View::L(list) => json!({ "L": list.iter().map(to_json).collect::<Vec<_>>() }),
        View::M(map) => {
            json!({ "M": map.iter().map(|(name, value)| (name.to_owned(), to_json(value))).collect::<Map<_, _>>() })
        }
        View::B(_) => panic!("shareables store no bytes"),
    }
}

fn from_json(json: &Json) -> Value {
    let (kind, held) = json.as_object().unwrap().iter().next().unwrap();
    match kind.as_str() {
        "S" => Value::S(held.as_str().unwrap().into()),
        "N" => Value::N(held.as_str().unwrap().parse().unwrap()),
        "BOOL" => Value::Bool(held.as_bool().unwrap()),
        "L" => Value::L(held.as_array().unwrap().iter().map(from_json).collect()),
        "M" => Value::M(
            held.as_object().unwrap().iter().map(|(name, value)| (name.into(), from_json(value))).collect(),
        ),
        other => panic!("{other} is not expected"),
    }
}

/// Reads the fixture with `read` and writes it again: the same attributes must come out.
fn golden<T: Serialize>(name: &str, read: impl Fn(Item) -> store::Result<T>) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let held: Map<String, Json> = serde_json::from_str(&text).unwrap();
    let item: Item = held.iter().map(|(name, value)| (name.into(), from_json(value))).collect();
    let entity = read(item).unwrap();
    let mut written: Map<String, Json> =
        to_item(&entity).unwrap().iter().map(|(name, value)| (name.to_owned(), to_json(value))).collect();
    for key in ["pk", "sk"] {
        written.insert(key.into(), held[key].clone());
    }
    assert_eq!(Json::Object(written), Json::Object(held), "{name}");
    entity
}

fn share(item: Item) -> store::Result<Shareable> {
    read_shareable(&item)
}

#[test]
fn stored_items_read_and_are_written_as_ever() {
    let checklist = golden("checklist.json", share);
    assert_eq!(checklist.checklist().unwrap().items.len(), 2);
    let event = golden("event.json", share);
    assert_eq!(event.event().unwrap().time_zone, "Europe/Lisbon");
    let poll = golden("poll.json", share);
    assert_eq!(poll.poll().unwrap().questions[0].options.len(), 2);
    let tick: Tick = golden("checklist_tick.json", read_mark);
    assert_eq!(tick.checked_by.as_deref(), Some("Bo"));
    let claim: Claim = golden("checklist_claim.json", read_mark);
    assert_eq!(claim.claimed_by, "Bo");
    let added: AddedItem = golden("checklist_added.json", read_mark);
    assert_eq!(added.item.name, "Rope");
    let rsvp: Rsvp = golden("event_rsvp.json", read_answer::<Reply>);
    assert_eq!(rsvp.guest_count, 2);
    let vote: Vote = golden("poll_vote.json", read_answer::<Ballot>);
    assert_eq!(vote.answers.len(), 1);
}

mod written {
    use super::*;
    use crate::support::{Engine, Table};
    use shareables::{keys, tables::SHAREABLES};
    use std::collections::BTreeSet;

    /// The attributes of what a real server stores are those of the fixture, no more and no fewer.
    fn same_attributes(name: &str, item: &Item) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
        let held: Map<String, Json> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let written: BTreeSet<_> = item.iter().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(written, held.keys().cloned().collect(), "{name}");
    }

    #[tokio::test]
    async fn a_server_stores_exactly_the_documented_attributes() {
        let table = Table::on(Engine::Embedded).await;
        let stored = async |key| table.services.store.get(&SHAREABLES, &key).await.unwrap().unwrap();
        let items = json!([{ "name": "Tent", "note": "blue" }]);
        let list = table
            .make(json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "viewPasscode": "velvet",
            "note": "n", "items": items, "by": "Leo", "viewersAdd": true }))
            .await;
        same_attributes("checklist.json", &stored(keys::shareable(&list.id)).await);
        let item = list.item(0);
        table
            .put(&list.at(&format!("/items/{item}/tick")), list.admin(), json!({ "by": "Bo" }))
            .await
            .expect(200);
        same_attributes(
            "checklist_tick.json",
            &stored(keys::Part::Tick.of_item(&list.id, item.parse().unwrap())).await,
        );

        table
            .put(&list.at(&format!("/items/{item}/claim")), list.admin(), json!({ "by": "Bo" }))
            .await
            .expect(200);
        same_attributes(
            "checklist_claim.json",
            &stored(keys::Part::Claim.of_item(&list.id, item.parse().unwrap())).await,
        );
        let viewer =
            table.post(&list.at("/access"), None, json!({ "passcode": "velvet" })).await.text_at("token");
        let body = json!({ "name": "Rope", "note": "20 m", "by": "Bo" });
        let added =
            table.post(&list.at("/items"), Some(&viewer), body).await.expect(201).text_at("checklistItemId");
        same_attributes(
            "checklist_added.json",
            &stored(keys::Part::Added.of_item(&list.id, added.parse().unwrap())).await,
        );

        let event = table
            .make_event(json!({ "by": "Hana", "viewPasscode": "velvet", "endTime": "2037-11-20T21:00:00Z", "location": "l",
            "description": "d", "rsvpDeadline": table.in_an_hour() }))
            .await;
        same_attributes("event.json", &stored(keys::shareable(&event.id)).await);
        let body = json!({ "name": "Ana", "response": "going", "note": "Cake" });
        let code = table.post(&event.at("/rsvps"), event.admin(), body).await.text_at("code");
        same_attributes(
            "event_rsvp.json",
            &stored(keys::Part::Rsvp.of_code(&event.id, code.parse().unwrap())).await,
        );

        let poll = table
            .make_poll(json!({ "by": "Maya", "viewPasscode": "velvet", "note": "n", "closesAt": table.in_an_hour() }))
            .await;
        same_attributes("poll.json", &stored(keys::shareable(&poll.id)).await);
        let body = json!({ "name": "Ana", "answers": [poll.answer(0, &[0])] });
        let code = table.post(&poll.at("/votes"), poll.admin(), body).await.text_at("code");
        same_attributes(
            "poll_vote.json",
            &stored(keys::Part::Vote.of_code(&poll.id, code.parse().unwrap())).await,
        );
    }
}
