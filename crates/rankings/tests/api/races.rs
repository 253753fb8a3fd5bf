//! What happens at the same moment.

use crate::support::{Engine, Poll, Table, key};
use serde_json::json;

const TRIES: usize = 40;

async fn cast_together(
    table: &Table,
    poll: &Poll,
    count: usize,
    voter: impl Fn(usize) -> String,
) -> Vec<u16> {
    let casts = (0..count).map(|at| {
        let (table, poll, voter) = (table.clone(), poll.clone(), voter(at));
        tokio::spawn(async move { table.vote(&poll, &voter, &["Go"]).await.status.as_u16() })
    });
    let mut statuses: Vec<_> =
        futures::future::join_all(casts).await.into_iter().map(Result::unwrap).collect();
    statuses.sort_unstable();
    statuses
}

on_both_engines! {
    async fn one_voter_twice_at_once_is_one_ballot(table: Table) {
        for round in 0..TRIES {
            let poll = table.make().await;
            let statuses = cast_together(&table, &poll, 2, |_| key(round)).await;
            assert_eq!(statuses, [200, 201]);
            assert_eq!(table.total(&poll).await, 1);
        }
    }

    async fn many_first_votes_at_once_all_count(table: Table) {
        let poll = table.make().await;
        assert_eq!(cast_together(&table, &poll, 24, key).await, [201; 24]);
        assert_eq!(table.total(&poll).await, 24);
    }

    async fn a_first_vote_and_an_edit_of_the_candidates_never_both_win(table: Table) {
        let (mut edited, mut voted) = (0, 0);
        for round in 0..TRIES {
            let poll = table.make().await;
            let edit = { let (table, poll) = (table.clone(), poll.clone()); tokio::spawn(async move {
                if round % 2 == 0 { tokio::task::yield_now().await; }
                table.patch(&poll.path, poll.key(), json!({ "candidates": ["Elixir", "Erlang"] })).await.status.as_u16()
            }) };
            let vote = { let (table, poll) = (table.clone(), poll.clone()); tokio::spawn(async move {
                table.vote(&poll, &key("ana"), &["Go"]).await.status.as_u16()
            }) };
            match (edit.await.unwrap(), vote.await.unwrap()) {
                (200, 422) => edited += 1,
                (409, 201) => voted += 1,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(edited + voted, TRIES);
    }

    async fn two_edits_of_one_version_are_one_edit(table: Table) {
        let poll = table.make().await;
        let edit = |title: &str| {
            let request = http::Request::patch(format!("/api/v1{}", poll.path)).header("authorization", format!("Bearer {}", poll.key))
                .header("content-type", "application/json").header("if-match", "\"1\"");
            let (table, body) = (table.clone(), json!({ "title": title }).to_string());
            tokio::spawn(async move { table.call(request, body).await.status.as_u16() })
        };
        let (one, other) = (edit("One"), edit("Other"));
        let mut both = [one.await.unwrap(), other.await.unwrap()];
        both.sort_unstable();
        assert_eq!(both, [200, 412]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn votes_while_results_are_watched_are_never_lost() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let watcher = {
        let (table, poll) = (table.clone(), poll.clone());
        tokio::spawn(async move {
            let mut last = 0;
            while last < 200 {
                let total = table.results(&poll).await["totalVotes"].as_u64().unwrap();
                assert!(total >= last, "{total} after {last}");
                last = total;
            }
        })
    };
    for batch in 0..10 {
        let statuses = cast_together(&table, &poll, 20, |at| key(batch * 20 + at)).await;
        assert_eq!(statuses, [201; 20]);
    }
    watcher.await.unwrap();
}
