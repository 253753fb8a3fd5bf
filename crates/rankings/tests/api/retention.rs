//! How long a poll is kept.

use crate::support::{Engine, Poll, Table, key};
use jiff::SignedDuration;
use serde_json::json;

const fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

async fn is_there(table: &Table, poll: &Poll) -> bool {
    table.finish_work().await;
    match table.get(&poll.path, None).await.status.as_u16() {
        200 => true,
        404 => false,
        other => panic!("{other}"),
    }
}

on_both_engines! {
    async fn without_an_owner_a_poll_goes_a_year_after_it_was_closed(table: Table) {
        let poll = table.make().await;
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        table.advance(days(100));
        table.act(&poll.at("/close"), poll.key()).await.expect(200);
        table.advance(days(364));
        assert!(is_there(&table, &poll).await, "464 days after it was made");
        table.advance(days(1));
        assert!(!is_there(&table, &poll).await);
        let left = table.services.store.scan(store::Scan { table: &rankings::tables::RANKED_CHOICE_POLLS, limit: None, after: None }).await.unwrap();
        assert_eq!(left.items, [], "with everything in it");
    }

    async fn an_open_poll_goes_a_year_after_its_last_vote(table: Table) {
        let (silent, voted) = (table.make().await, table.make().await);
        table.advance(days(200));
        table.vote(&voted, &key("ana"), &["Go"]).await.expect(201);
        table.advance(days(165));
        assert!(!is_there(&table, &silent).await, "nobody ever voted");
        table.advance(days(199));
        assert!(is_there(&table, &voted).await);
        table.vote(&voted, &key("ben"), &["Rust"]).await.expect(201);
        table.advance(days(364));
        assert!(is_there(&table, &voted).await);
        table.advance(days(1));
        assert!(!is_there(&table, &voted).await);
    }
}

#[tokio::test]
async fn a_poll_with_an_end_goes_a_year_after_it() {
    let table = Table::on(Engine::Embedded).await;
    let end = (table.now() + days(300)).to_string();
    let poll = table.make_with(json!({ "expiresAt": end })).await;
    table.advance(days(300 + 364));
    assert!(is_there(&table, &poll).await);
    table.advance(days(1));
    assert!(!is_there(&table, &poll).await);
}

#[tokio::test]
async fn what_somebody_owns_stays_and_goes_once_it_is_given_up() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    let made = ana.post("/ranked-polls", json!({ "title": "Which?", "candidates": ["Go", "Rust"] })).await;
    let poll = Poll::of(&made.expect(201));
    for _ in 0..3 {
        table.advance(days(365));
        assert!(is_there(&table, &poll).await);
    }
    let ana = table.signs_in("Ana").await;
    ana.delete(&format!("{}/owner", poll.path)).await.expect(204);
    table.advance(days(31));
    assert!(!is_there(&table, &poll).await);
}
