//! Results from memory: right after every change, wherever it was made, at a cost that does not grow with the votes.

use crate::support::{Engine, Poll, Table, key};
use jiff::SignedDuration;
use rankings::tables::RANKED_CHOICE_POLLS;
use serde_json::json;
use std::sync::Arc;
use store::{
    Key, Write,
    decorators::{FailingStore, Fault, Operation},
};

async fn fill(table: &Table, poll: &Poll, votes: std::ops::Range<usize>) {
    for voter in votes {
        table.vote(poll, &key(voter), &["Go", "Rust"]).await.expect(201);
    }
}

/// How long a server goes by what it last heard of the others.
const A_LOOK: SignedDuration = SignedDuration::from_secs(1);

on_both_engines! {
    async fn after_the_first_view_a_new_vote_costs_the_same_however_many_there_are(table: Table) {
        let mut costs = Vec::new();
        for votes in [3, 60] {
            let poll = table.make().await;
            fill(&table, &poll, 0..votes).await;
            table.results(&poll).await;
            table.advance(SignedDuration::from_mins(1));
            table.results(&poll).await;
            let (_, vote) = table.storage.during(table.vote(&poll, &key("new"), &["Zig"])).await;
            let (results, view) = table.storage.during(table.results(&poll)).await;
            assert_eq!(results["totalVotes"], votes + 1);
            let (_, again) = table.storage.during(table.results(&poll)).await;
            costs.push((vote.calls(), view.calls(), view.items_read(), again.calls()));
        }
        // Whatever the number of votes. A vote: the poll, one write. A view: the poll, the one vote, and marks where there are other
        // servers. Again: the poll. A server that follows others looks for their marks in the background, at any of these moments: one
        // call more.
        for (vote, view, items, again) in &costs {
            assert!(*vote <= 3 && *view <= 4 && *items <= 3 && *again <= 2, "{costs:?}");
        }
    }

    async fn votes_put_there_by_other_tools_count_when_everything_is_read(table: Table) {
        let poll = table.make().await;
        let vote = "987fcdeb-51a2-43d1-b234-567890abcdef";
        let item = store::to_item(&json!({
            "id": vote, "pollId": poll.id, "rankings": ["Zig", "Perl", "Zig", "Go"], "votedAt": "2024-01-15T14:22:00Z",
        })).unwrap();
        let item = item.with_key(&RANKED_CHOICE_POLLS, Key::new(format!("POLL#{}", poll.id), format!("VOTE#{vote}")));
        table.services.store.write(Write::put(&RANKED_CHOICE_POLLS, item)).await.unwrap();
        let results = table.results(&poll).await;
        assert_eq!((&results["totalVotes"], &results["winner"]), (&json!(1), &json!("Zig")));
        assert_eq!(results["pairwise"], json!([[0, 1, 0], [0, 0, 0], [1, 1, 0]]));
        table.patch(&poll.path, poll.key(), json!({ "candidates": ["A", "B"] })).await.expect(409);
    }

    async fn another_order_for_ties_counts_at_once(table: Table) {
        let poll = table.make().await;
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        table.vote(&poll, &key("ben"), &["Rust"]).await.expect(201);
        for (order, first) in [([0, 1, 2], "Go"), ([1, 0, 2], "Rust")] {
            let place = Key::new(format!("POLL#{}", poll.id), "METADATA");
            let row = table.services.store.get(&RANKED_CHOICE_POLLS, &place).await.unwrap().unwrap();
            let before: rankings::model::Poll = store::from_item(row).unwrap();
            let after = rankings::model::Poll { tie_order: order.into(), version: before.version + 1, ..before };
            let put = store::put(&RANKED_CHOICE_POLLS, place, &after).unwrap();
            table.services.store.write(put).await.unwrap();
            assert_eq!(table.results(&poll).await["drawnByLot"], first);
        }
    }

    async fn edited_candidates_are_counted_anew(table: Table) {
        let poll = table.make().await;
        assert_eq!(table.total(&poll).await, 0);
        table.patch(&poll.path, poll.key(), json!({ "candidates": ["A", "B"] })).await.expect(200);
        assert_eq!(table.results(&poll).await["candidates"], json!(["A", "B"]));
        table.vote(&poll, &key("ana"), &["B"]).await.expect(201);
        assert_eq!(table.results(&poll).await["winner"], "B");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_sees_every_vote_replacement_and_withdrawal() {
    let table = Table::on(Engine::Dynamodb).await;
    let here = table.clone();
    let there = table.another_server().await;
    let poll = here.make().await;
    fill(&here, &poll, 0..3).await;
    here.advance(A_LOOK);
    assert_eq!((here.total(&poll).await, there.total(&poll).await), (json!(3), json!(3)));
    there.vote(&poll, &key(0), &["Zig"]).await.expect(200);
    let cast = there.vote(&poll, &key("new"), &["Zig"]).await.expect(201);
    here.advance(A_LOOK);
    for server in [&here, &there] {
        assert_eq!(server.results(&poll).await["rounds"][0]["tallies"][2]["votes"], 2);
    }
    here.advance(SignedDuration::from_mins(20));
    here.delete(&poll.at(&format!("/votes/{}", cast.text_at("id"))), Some(&key("new"))).await.expect(204);
    here.advance(A_LOOK);
    for server in [&there, &here] {
        assert_eq!(server.results(&poll).await["totalVotes"], 3);
    }
    let restarted = table.another_server().await;
    assert_eq!(restarted.results(&poll).await, here.results(&poll).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_away_for_longer_than_marks_are_kept_reads_everything() {
    let table = Table::on(Engine::Dynamodb).await;
    let away = table.another_server().await;
    let poll = table.make().await;
    fill(&table, &poll, 0..2).await;
    assert_eq!(away.total(&poll).await, 2);
    fill(&table, &poll, 2..4).await;
    table.advance(SignedDuration::from_hours(3));
    fill(&table, &poll, 4..5).await;
    table.advance(A_LOOK);
    assert_eq!(away.total(&poll).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_by_a_server_whose_clock_is_behind_is_not_missed() {
    let table = Table::on(Engine::Dynamodb).await;
    let poll = table.make().await;
    fill(&table, &poll, 0..2).await;
    assert_eq!(table.total(&poll).await, 2);
    let behind = table.another_server().await;
    table.advance(SignedDuration::from_secs(8));
    assert_eq!(table.total(&poll).await, 2);
    table.advance(SignedDuration::from_secs(-8));
    fill(&behind, &poll, 2..3).await;
    table.advance(SignedDuration::from_secs(8) + A_LOOK);
    assert_eq!(table.total(&poll).await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_views_at_once_read_all_votes_once() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    fill(&table, &poll, 0..20).await;
    let (answers, counts) =
        table.storage.during(futures::future::join_all((0..50).map(|_| table.results(&poll)))).await;
    assert!(answers.iter().all(|results| results["totalVotes"] == 20));
    let votes_read = counts
        .0
        .iter()
        .filter(|(call, _)| call.operation == Operation::Query && call.table == RANKED_CHOICE_POLLS.name);
    assert_eq!(votes_read.map(|(_, count)| count.items).sum::<usize>(), 20, "{counts}");
}

#[tokio::test]
async fn a_reading_that_failed_is_made_up_for_by_the_next() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    fill(&table, &poll, 0..3).await;
    let mut faults = None;
    let shaky = table
        .another_server_over(|store| {
            let failing = Arc::new(FailingStore::new(store));
            faults = Some(failing.clone());
            failing
        })
        .await;
    let faults = faults.unwrap();
    assert_eq!(shaky.total(&poll).await, 3);
    fill(&shaky, &poll, 3..4).await;
    // The poll is read, the vote is not.
    faults.script([None, Some(Fault::Before)]);
    shaky.get(&poll.at("/results"), None).await.expect(503);
    assert_eq!(shaky.total(&poll).await, 4);
}
