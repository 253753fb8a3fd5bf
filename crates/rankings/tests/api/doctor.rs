//! Stored votes that fit no poll are found, and mended where that takes nothing from anyone.

use crate::support::{Engine, Poll, Table, key};
use rankings::tables::RANKED_CHOICE_POLLS;
use serde_json::json;
use store::{Key, Write};
use web::Finding;

async fn examine(table: &Table, repair: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for check in rankings::feature().doctor {
        findings.extend(check.check(&table.services, repair).await.unwrap());
    }
    findings
}

async fn put_vote(table: &Table, poll: &str, ranking: &str) {
    let vote = "987fcdeb-51a2-43d1-b234-567890abcdef";
    let fields =
        json!({ "id": vote, "pollId": poll, "rankings": [ranking], "votedAt": "2024-01-15T14:22:00Z" });
    let key = Key::new(format!("POLL#{poll}"), format!("VOTE#{vote}"));
    let item = store::to_item(&fields).unwrap().with_key(&RANKED_CHOICE_POLLS, key);
    table.services.store.write(Write::put(&RANKED_CHOICE_POLLS, item)).await.unwrap();
}

#[tokio::test]
async fn a_vote_without_its_poll_is_to_be_removed_and_a_strange_one_told() {
    let table = Table::on(Engine::Embedded).await;
    let poll: Poll = table.make().await;
    table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
    assert_eq!(examine(&table, true).await, []);
    put_vote(&table, "123e4567-e89b-12d3-a456-426614174000", "Go").await;
    put_vote(&table, &poll.id, "Perl").await;
    assert_eq!(examine(&table, false).await.iter().filter(|finding| !finding.repaired).count(), 2);
    let (removed, told): (Vec<_>, Vec<_>) =
        examine(&table, true).await.into_iter().partition(|finding| finding.removes.is_some());
    assert_eq!((removed.len(), told.len()), (1, 1));
    assert!(removed[0].what.contains("not there"), "{removed:?}");
    assert!(told[0].what.contains("Perl"), "{told:?}");
}
