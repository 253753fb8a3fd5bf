//! What lies in the tables, attribute by attribute, and that what the design document shows reads too.

use crate::support::{Table, key};
use rankings::{model, tables::RANKED_CHOICE_POLLS};
use serde_json::{Value, json};
use store::{Item, Key, Query, Write};
use web::system::SYSTEM;

fn as_json(item: Item) -> Value {
    store::from_item(item).unwrap()
}

/// Writes a row as another program does.
async fn put(table: &Table, poll: &str, sk: &str, fields: &Value) {
    let key = Key::new(format!("POLL#{poll}"), sk);
    let item = store::to_item(fields).unwrap().with_key(&RANKED_CHOICE_POLLS, key);
    table.services.store.write(Write::put(&RANKED_CHOICE_POLLS, item)).await.unwrap();
}

async fn stored_vote(table: &Table, poll: &str) -> Value {
    let rows = table
        .services
        .store
        .query(Query::table(&RANKED_CHOICE_POLLS, format!("POLL#{poll}")).begins_with("VOTE#"))
        .await
        .unwrap();
    as_json(rows.items.into_iter().next().unwrap())
}

async fn stored_poll(table: &Table, poll: &str) -> Value {
    let key = Key::new(format!("POLL#{poll}"), "METADATA");
    as_json(table.services.store.get(&RANKED_CHOICE_POLLS, &key).await.unwrap().unwrap())
}

on_both_engines! {
    async fn polls_votes_and_marks_are_stored_as_the_document_says(table: Table) {
        let poll = table.make_with(json!({ "description": "d", "expiresAt": table.in_an_hour() })).await;
        let cast = table.vote(&poll, &key("ana"), &["Rust", "Go"]).await.expect(201);
        table.act(&poll.at("/close"), poll.key()).await.expect(200);
        let mut stored = stored_poll(&table, &poll.id).await;
        let order: Vec<u64> = stored["tieOrder"].as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect();
        assert_eq!({ let mut sorted = order.clone(); sorted.sort_unstable(); sorted }, [0, 1, 2]);
        let hash = stored["manageKeyHash"].as_str().unwrap().to_owned();
        assert!(hash.len() == 64 && !hash.contains(&poll.key[4..]));
        for drawn in ["tieOrder", "manageKeyHash", "code"] {
            stored.as_object_mut().unwrap().remove(drawn);
        }
        assert_eq!(stored, json!({
            "PK": format!("POLL#{}", poll.id), "SK": "METADATA", "id": poll.id, "title": "Best language?", "description": "d",
            "candidates": ["Go", "Rust", "Zig"], "createdAt": "2037-11-15T09:00:00.000Z", "expiresAt": "2037-11-15T10:00:00.000Z",
            "closedAt": "2037-11-15T09:00:00.000Z", "firstVoteAt": "2037-11-15T09:00:00.000Z", "version": 2,
            "settings": { "resultsVisibility": "always" },
        }));
        let id = cast.text_at("id");
        assert_eq!(stored_vote(&table, &poll.id).await, json!({
            "PK": format!("POLL#{}", poll.id), "SK": format!("VOTE#{id}"), "id": id, "pollId": poll.id, "rankings": ["Rust", "Go"],
            "votedAt": "2037-11-15T09:00:00.000Z",
        }));
        // On one machine there is nobody to leave a mark for.
        let alone = table.services.mark::<rankings::live::Ballots>(&poll.id.parse().unwrap(), &store::Key::new("POLL#", "VOTE#")).unwrap().is_none();
        if alone {
            return;
        }
        let marks = table.services.store.query(Query::table(&SYSTEM, format!("VOTES#{}", poll.id))).await.unwrap().items;
        let mut mark = as_json(marks.into_iter().next().unwrap());
        let at: uuid::Uuid = mark["SK"].as_str().unwrap().parse().unwrap();
        assert_eq!(at.get_version_num(), 7);
        mark.as_object_mut().unwrap().remove("SK");
        assert_eq!(mark, json!({ "PK": format!("VOTES#{}", poll.id), "voteId": id, "ttl": 2_141_892_000 }));
    }

    async fn a_poll_as_the_document_shows_it_is_served(table: Table) {
        let id = "123e4567-e89b-12d3-a456-426614174000";
        for (sk, fixture) in [("METADATA", include_str!("../fixtures/poll.json")), ("VOTE#987fcdeb-51a2-43d1-b234-567890abcdef", include_str!("../fixtures/vote.json"))] {
            let fields: Value = serde_json::from_str(fixture).unwrap();
            let item = store::to_item(&fields).unwrap().with_key(&RANKED_CHOICE_POLLS, Key::new(format!("POLL#{id}"), sk));
            table.services.store.write(Write::put(&RANKED_CHOICE_POLLS, item)).await.unwrap();
        }
        let poll = table.get(&format!("/ranked-polls/{id}"), None).await.expect(200);
        assert_eq!((&poll.json["title"], &poll.json["totalVotes"]), (&json!("Best Programming Language 2024"), &json!(1)));
        assert_eq!(table.get(&format!("/ranked-polls/{id}/results"), None).await.expect(200).json["winner"], "Go");
        let vote = json!({ "rankings": ["Rust"], "voterKey": key("ana") });
        table.post(&format!("/ranked-polls/{id}/votes"), None, vote).await.expect(201);
        assert_eq!(table.get(&format!("/ranked-polls/{id}"), None).await.json["totalVotes"], 2);
        table.patch(&format!("/ranked-polls/{id}"), Some("rmk_any"), json!({ "title": "Mine" })).await.expect(401);
        // It has no manage key: it stays for as long as nobody takes it down.
        let page = table.anyone().page(&format!("/r/{id}")).await.expect(200);
        assert!(!page.text.contains("Available until"), "{}", page.text);
        table.takes_down(id).await.unwrap();
        table.finish_work().await;
        table.get(&format!("/ranked-polls/{id}"), None).await.expect(404);
    }

    async fn what_cannot_be_read_of_a_poll_spoils_only_itself(table: Table) {
        let poll = table.make().await;
        table.vote(&poll, &key("ana"), &["Rust", "Go"]).await.expect(201);
        let votes = [json!({ "rankings": "Go" }), json!({}), json!({ "rankings": [7] }), json!({ "rankings": ["Perl", "Zig", "Zig"] })];
        for (at, vote) in votes.iter().enumerate() {
            let id = format!("VOTE#987fcdeb-51a2-43d1-b234-56789000000{at}");
            put(&table, &poll.id, &id, vote).await;
        }
        put(&table, &poll.id, "VOTE#of another shape", &json!({ "rankings": ["Go"] })).await;
        let other = table.another_server().await;
        let results = other.results(&poll).await;
        assert_eq!((&results["totalVotes"], &results["rounds"][0]["exhausted"]), (&json!(2), &json!(0)), "{results}");
        other.anyone().page(&format!("/r/{}/results", poll.id)).await.expect(200).shows("Rust");

        let strange = "123e4567-e89b-12d3-a456-426614174001";
        let fields = json!({ "id": strange, "title": "By hand", "candidates": ["Tea ", "Soup", "Soup"], "createdAt": "2024-01-15T10:30:00Z",
            "settings": { "resultsVisibility": "board" }, "colour": "red" });
        put(&table, strange, "METADATA", &fields).await;
        let shown = table.get(&format!("/ranked-polls/{strange}"), None).await.expect(200);
        assert_eq!((&shown.json["settings"]["resultsVisibility"], &shown.json["totalVotes"]), (&json!("board"), &json!(null)));
        assert_eq!(shown.json["candidates"], json!(["Tea ", "Soup"]));
        table.get(&format!("/ranked-polls/{strange}/results"), None).await.expect(403);
        let vote = json!({ "rankings": ["Tea", "Soup"], "voterKey": key("ana") });
        table.post(&format!("/ranked-polls/{strange}/votes"), None, vote).await.expect(201);
        let kept = stored_poll(&table, strange).await;
        assert_eq!((&kept["colour"], &kept["settings"]), (&json!("red"), &fields["settings"]), "a vote keeps what it does not know");
        put(&table, strange, "METADATA", &json!({ "title": 7 })).await;
        for path in [format!("/r/{strange}"), format!("/r/{strange}/results"), format!("/api/v1/ranked-polls/{strange}")] {
            table.anyone().page(&path).await.expect(404);
        }
    }
}

#[test]
fn what_earlier_versions_stored_still_reads() {
    let read = |text: &str| store::to_item(&serde_json::from_str::<Value>(text).unwrap()).unwrap();
    let poll: model::Poll = store::from_item(read(include_str!("../fixtures/poll-full.json"))).unwrap();
    assert_eq!(poll.settings.visibility(), model::ResultsVisibility::AfterVote);
    assert_eq!((poll.version, poll.tie_order.as_slice()), (4, &[1, 0][..]));
    assert!(poll.closed_at.is_some() && poll.first_vote_at.is_some() && poll.deleted_at.is_none());
    let vote: model::Vote = store::from_item(read(include_str!("../fixtures/vote.json"))).unwrap();
    assert_eq!(vote.rankings, ["Go", "Rust", "Python", "JavaScript"]);
}
