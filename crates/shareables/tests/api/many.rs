//! Many answers: they are counted once and followed, listed in pages, and named up to a number.

use crate::support::{Engine, Table};
use serde_json::json;

on_both_engines! {
    async fn names_are_told_up_to_fifty_and_the_rest_is_on_pages(table: Table) {
        let poll = table.make_poll(json!({})).await;
        for n in 0..53 {
            let body = json!({ "name": format!("voter {n:02}"), "answers": [poll.answer(0, &[0])] });
            table.post(&poll.at("/votes"), None, body).await.expect(201);
            table.advance(jiff::SignedDuration::from_millis(1));
        }
        let results = table.get(&poll.at("/results"), None).await.expect(200);
        let option = &results.json["questions"][0]["options"][0];
        assert_eq!((option["voters"].as_array().unwrap().len(), &option["votersMore"]), (50, &json!(3)));
        assert_eq!(results.json["questions"][0]["options"][1]["votersMore"], 0);
        let mut names = Vec::new();
        let mut next = String::new();
        loop {
            let page = table.get(&poll.at(&format!("/answers?limit=20{next}")), None).await.expect(200);
            for item in page.json["items"].as_array().unwrap() {
                names.push(item["name"].as_str().unwrap().to_owned());
                assert_eq!(item["answers"], json!([poll.answer(0, &[0])]));
                assert!(item["createdAt"].is_string() && item.get("code").is_none());
            }
            match page.json["nextCursor"].as_str() {
                Some(cursor) => next = format!("&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(names, (0..53).map(|n| format!("voter {n:02}")).collect::<Vec<_>>());
        let page = table.anyone().page(&poll.page("/people")).await.expect(200);
        page.shows("voter 00").shows("voter 52");
        table.anyone().page(&poll.page("")).await.expect(200).shows("and 43 more");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_server_counts_what_the_others_took() {
    let table = Table::on(Engine::Dynamodb).await;
    let (poll, event) = (table.make_poll(json!({})).await, table.make_event(json!({})).await);
    let other = Table(table.another_server().await);
    let votes =
        async |by: &Table| by.get(&poll.at("/results"), None).await.expect(200).json["totalVotes"].clone();
    assert_eq!(votes(&other).await, 0);
    table.post(&poll.at("/votes"), None, json!({ "answers": [poll.answer(0, &[0])] })).await.expect(201);
    table.post(&event.at("/rsvps"), None, json!({ "name": "Ana", "response": "going" })).await.expect(201);
    table.advance(jiff::SignedDuration::from_secs(1));
    assert_eq!(votes(&table).await, 1);
    assert_eq!(votes(&other).await, 1);
    let seen = other.get(&event.at("/rsvps"), None).await.expect(200);
    assert_eq!(seen.json["summary"]["going"], 1);
}

#[tokio::test]
async fn a_view_of_many_answers_reads_none_of_them_again() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make_poll(json!({})).await;
    let vote = json!({ "name": "Ana", "answers": [poll.answer(0, &[0])] });
    for _ in 0..200 {
        table.post(&poll.at("/votes"), None, vote.clone()).await.expect(201);
    }
    table.get(&poll.at("/results"), None).await.expect(200);
    table.post(&poll.at("/votes"), None, vote).await.expect(201);
    let counts = table.calls(async || table.get(&poll.at("/results"), None).await.expect(200)).await;
    assert_eq!(counts.calls(), 2, "the poll, and the one vote that is new\n{counts}");
}
