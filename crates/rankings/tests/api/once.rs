//! A ballot that is sent again: by a client that saw no response, or by a browser that went back.

use crate::support::{Answer, Poll, Table, key};
use jiff::SignedDuration;
use serde_json::json;
use stage::Engine;

const FIRST: &str = "the-first-request";
const SECOND: &str = "the-second-request";

async fn cast(table: &Table, poll: &Poll, once: &str, rankings: &[&str]) -> Answer {
    let client = table.anyone().with_header("idempotency-key", once);
    client.post(&poll.at("/votes"), json!({ "rankings": rankings, "voterKey": key("ana") })).await
}

async fn first_choice(table: &Table, poll: &Poll) -> serde_json::Value {
    table.results(poll).await["winner"].clone()
}

on_both_engines! {
    async fn a_resent_ballot_does_not_undo_a_later_one(table: Table) {
        let poll = table.make().await;
        let first = cast(&table, &poll, FIRST, &["Go"]).await.expect(201);
        cast(&table, &poll, SECOND, &["Rust"]).await.expect(200);
        // Without a key nothing recognises this one; it keeps the keys of the others.
        table.vote(&poll, &key("ana"), &["Zig"]).await.expect(200);
        let again = cast(&table, &poll, FIRST, &["Go"]).await.expect(201);
        assert_eq!((&again.json["id"], &again.json["rankings"]), (&first.json["id"], &json!(["Zig"])));
        assert_eq!(first_choice(&table, &poll).await, "Zig");
        cast(&table, &poll, FIRST, &["Rust"]).await.expect(422);
        assert_eq!(first_choice(&table, &poll).await, "Zig");
        table.act(&poll.at("/close"), poll.key()).await.expect(200);
        cast(&table, &poll, SECOND, &["Rust"]).await.expect(201);
        cast(&table, &poll, "a-new-request", &["Rust"]).await.expect(409);
        assert_eq!(table.total(&poll).await, 1);
    }

    async fn a_withdrawn_ballot_stays_withdrawn_for_a_day_of_resends(table: Table) {
        let poll = table.make().await;
        let vote = cast(&table, &poll, FIRST, &["Go"]).await.expect(201).text_at("id");
        cast(&table, &poll, SECOND, &["Rust"]).await.expect(200);
        table.delete(&poll.at(&format!("/votes/{vote}")), Some(&key("ana"))).await.expect(204);
        for once in [FIRST, SECOND] {
            let rankings: &[&str] = if once == FIRST { &["Go"] } else { &["Rust"] };
            cast(&table, &poll, once, rankings).await.expect(409);
        }
        assert_eq!(table.total(&poll).await, 0);
        cast(&table, &poll, "a-change-of-mind", &["Go"]).await.expect(201);
        table.delete(&poll.at(&format!("/votes/{vote}")), Some(&key("ana"))).await.expect(204);
        table.advance(SignedDuration::from_hours(25));
        cast(&table, &poll, FIRST, &["Go"]).await.expect(201);
    }

    async fn eight_keys_of_a_day_are_kept(table: Table) {
        let poll = table.make().await;
        for number in 0..9 {
            let first = if number % 2 == 0 { "Go" } else { "Rust" };
            cast(&table, &poll, &format!("request-{number}"), &[first]).await;
        }
        cast(&table, &poll, "request-1", &["Rust"]).await.expect(201);
        assert_eq!(first_choice(&table, &poll).await, "Go", "request 1 is one of the last eight");
        cast(&table, &poll, "request-0", &["Zig"]).await.expect(200);
    }

    async fn one_request_many_times_at_once_is_cast_once(table: Table) {
        let poll = table.make().await;
        let all = (0..12).map(|_| cast(&table, &poll, FIRST, &["Go"]));
        for answer in futures::future::join_all(all).await {
            answer.expect(201);
        }
        assert_eq!(table.total(&poll).await, 1);
    }
}

#[tokio::test]
async fn a_page_sent_again_with_other_values_changes_the_ballot_and_the_first_values_change_nothing() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let (ana, once, page) = (table.anyone(), "o".repeat(43), format!("/r/{}", poll.id));
    let send = async |name: &str| {
        let fields = [("candidate", name), ("place", "1"), ("send", "1"), ("once", once.as_str())];
        ana.submit(&page, &fields).await.expect(303).location().to_owned()
    };
    assert!(send("Go").await.ends_with("done=cast"));
    assert!(send("Rust").await.ends_with("done=changed"));
    assert!(send("Go").await.ends_with("done=cast"));
    assert_eq!(first_choice(&table, &poll).await, "Rust");
    assert_eq!(table.total(&poll).await, 1);
}
