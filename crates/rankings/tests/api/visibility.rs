//! Who sees results when, at every way out.

use crate::support::{Engine, Poll, Table, key};
use futures::StreamExt;
use http::Request;
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::time::Duration;

/// What a caller can learn of the votes: at the poll, the results, the sheet.
async fn seen(table: &Table, poll: &Poll, token: Option<&str>) -> bool {
    let total = table.get(&poll.path, token).await.expect(200);
    let results = table.get(&poll.at("/results"), token).await;
    let sheet = table.get(&poll.at("/results.csv"), token).await;
    let visible = !total.json["totalVotes"].is_null();
    for answer in [&results, &sheet] {
        assert_eq!(answer.status.as_u16(), if visible { 200 } else { 403 }, "{}", answer.text);
    }
    assert!(visible || total.json["totalVotes"] == Value::Null);
    visible
}

async fn poll_with(table: &Table, visibility: &str) -> Poll {
    let poll = table
        .make_with(
            json!({ "settings": { "resultsVisibility": visibility }, "expiresAt": table.in_an_hour() }),
        )
        .await;
    table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
    poll
}

on_both_engines! {
    async fn always_means_everyone(table: Table) {
        let poll = poll_with(&table, "always").await;
        assert!(seen(&table, &poll, None).await);
    }

    async fn after_vote_means_the_manager_and_those_who_voted_until_the_end(table: Table) {
        let poll = poll_with(&table, "afterVote").await;
        let (ana, ben) = (key("ana"), key("ben"));
        let account = table.account("cleo").await;
        assert!(!seen(&table, &poll, None).await);
        assert!(!seen(&table, &poll, Some(&ben)).await);
        assert!(!seen(&table, &poll, Some(&account)).await);
        assert!(!seen(&table, &poll, Some("rmk_wrong")).await);
        assert!(seen(&table, &poll, Some(&ana)).await);
        assert!(seen(&table, &poll, poll.key()).await);
        table.post(&poll.at("/votes"), Some(&account), json!({ "rankings": ["Zig"] })).await.expect(201);
        assert!(seen(&table, &poll, Some(&account)).await);

        table.act(&poll.at("/close"), poll.key()).await.expect(200);
        assert!(seen(&table, &poll, None).await);
        table.act(&poll.at("/reopen"), poll.key()).await.expect(200);
        assert!(!seen(&table, &poll, None).await);
        table.advance(SignedDuration::from_hours(1));
        assert!(seen(&table, &poll, None).await);
    }

    async fn who_takes_their_vote_back_sees_no_more(table: Table) {
        let poll = poll_with(&table, "afterVote").await;
        let id = table.vote(&poll, &key("ana"), &["Rust"]).await.expect(200).text_at("id");
        table.delete(&poll.at(&format!("/votes/{id}")), Some(&key("ana"))).await.expect(204);
        assert!(!seen(&table, &poll, Some(&key("ana"))).await);
    }

    async fn after_close_means_the_manager_until_the_end(table: Table) {
        let poll = poll_with(&table, "afterClose").await;
        assert!(!seen(&table, &poll, None).await);
        assert!(!seen(&table, &poll, Some(&key("ana"))).await);
        assert!(seen(&table, &poll, poll.key()).await);
        table.advance(SignedDuration::from_hours(1));
        assert!(seen(&table, &poll, None).await);
    }
}

/// Opens a live stream and gives its events one by one; none when all stays quiet for a while.
async fn listen(
    table: &Table,
    poll: &Poll,
    token: Option<&str>,
) -> impl AsyncFnMut() -> Option<String> + use<> {
    let mut request = Request::get(format!("/api/v1{}", poll.at("/live")));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let response = table.raw(request.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body().into_data_stream();
    async move || {
        loop {
            let bytes = tokio::time::timeout(Duration::from_millis(700), body.next()).await.ok()??.ok()?;
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            if text.contains("event: changed") {
                return Some(text);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_page_hears_of_votes_only_where_it_may_show_them() {
    let table = Table::on(Engine::Embedded).await;
    let poll = poll_with(&table, "afterVote").await;
    let mut stranger = listen(&table, &poll, None).await;
    let mut voter = listen(&table, &poll, Some(&key("ana"))).await;
    let mut manager = listen(&table, &poll, poll.key()).await;
    table.vote(&poll, &key("ben"), &["Go"]).await.expect(201);
    assert!(voter().await.is_some() && manager().await.is_some());
    assert!(stranger().await.is_none());
    table.patch(&poll.path, poll.key(), json!({ "title": "Edited" })).await.expect(200);
    assert!(stranger().await.is_some() && voter().await.is_some() && manager().await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_opened_while_results_were_public_falls_silent_when_they_are_hidden() {
    let table = Table::on(Engine::Embedded).await;
    let poll = poll_with(&table, "always").await;
    let mut stranger = listen(&table, &poll, None).await;
    table
        .patch(&poll.path, poll.key(), json!({ "settings": { "resultsVisibility": "afterClose" } }))
        .await
        .expect(200);
    assert!(stranger().await.is_some(), "the edit itself");
    table.vote(&poll, &key("ben"), &["Go"]).await.expect(201);
    assert!(stranger().await.is_none(), "the vote");
}
