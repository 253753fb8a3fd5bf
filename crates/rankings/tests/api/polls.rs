//! Polls: made, read, edited, closed, deleted.

use crate::support::{Engine, Table, key};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::{io, sync::Arc};

on_both_engines! {
    async fn someone_makes_a_poll_and_everyone_reads_it(table: Table) {
        let expires = table.in_an_hour();
        let answer = table.post("/ranked-polls", None, json!({
            "title": "  Best language? ", "description": "Vote\nplease", "candidates": [" Go", "Cafe\u{301} "],
            "expiresAt": expires, "settings": { "resultsVisibility": "always" },
        })).await.expect(201);
        let (id, manage_key) = (answer.text_at("id"), answer.text_at("manageKey"));
        assert!(manage_key.starts_with("rmk_"), "{manage_key}");
        assert_eq!(answer.text_at("url"), format!("http://127.0.0.1:8080/r/{id}"));
        let poll = table.get(&format!("/ranked-polls/{id}"), None).await.expect(200);
        assert_eq!(poll.json, answer.json["poll"]);
        assert_eq!(poll.json, json!({
            "id": id, "url": answer.json["url"], "title": "Best language?", "description": "Vote\nplease",
            "candidates": ["Go", "Café"], "createdAt": "2037-11-15T09:00:00.000Z", "expiresAt": "2037-11-15T10:00:00.000Z",
            "closedAt": null, "totalVotes": 0, "settings": { "resultsVisibility": "always" },
            "code": answer.json["poll"]["code"], "mine": false, "outcomes": [],
        }));
        assert!(!poll.text.contains(&manage_key));
        assert_eq!(poll.header("etag"), "\"1\"");
    }

    async fn what_cannot_be_a_poll_is_refused_field_by_field(table: Table) {
        let refused = |body: Value| { let table = &table; async move { table.post("/ranked-polls", None, body).await.expect(422) } };
        let many: Vec<_> = (0..101).map(|at| format!("c{at}")).collect();
        for (body, field) in [
            (json!({ "title": " ", "candidates": ["a", "b"] }), "title"),
            (json!({ "title": "x".repeat(201), "candidates": ["a", "b"] }), "title"),
            (json!({ "title": "x", "candidates": ["a"] }), "candidates"),
            (json!({ "title": "x", "candidates": many }), "candidates"),
            (json!({ "title": "x", "candidates": ["Go", "gO"] }), "candidates[1]"),
            (json!({ "title": "x", "candidates": ["Go", ""] }), "candidates[1]"),
            (json!({ "title": "x", "candidates": ["Go", "Ru\nst"] }), "candidates[1]"),
            (json!({ "title": "x", "candidates": ["Go", "r".repeat(201)] }), "candidates[1]"),
            (json!({ "title": "x", "candidates": ["Straße", "STRASSE", "Rust"] }), "candidates[1]"),
            (json!({ "title": "x", "candidates": ["CAFÉ", "Rust", "cafe\u{301}"] }), "candidates[2]"),
            (json!({ "title": "x", "description": "d".repeat(5_001), "candidates": ["a", "b"] }), "description"),
            (json!({ "title": "x", "candidates": ["a", "b"], "expiresAt": "2037-11-15T09:00:00Z" }), "expiresAt"),
            (json!({ "title": "x", "candidates": ["a", "b"], "settings": { "resultsVisibility": "never" } }), "settings.resultsVisibility"),
            (json!({ "candidates": ["a", "b"] }), "title"),
        ] {
            let answer = refused(body.clone()).await;
            assert_eq!(answer.wrong_fields(), [field], "{body} {}", answer.text);
        }
        for body in [json!({ "title": 3, "candidates": ["a", "b"] }), json!({ "title": "x", "candidates": ["a", "b"], "colour": "red" })] {
            table.post("/ranked-polls", None, body).await.expect(400);
        }
    }

    async fn the_manager_edits_and_others_do_not(table: Table) {
        let poll = table.make_with(json!({ "description": "d" })).await;
        let patch = json!({ "title": "Other", "description": null, "candidates": ["A", "B", "C", "D"], "settings": { "resultsVisibility": "afterClose" } });
        table.patch(&poll.path, None, patch.clone()).await.expect(401);
        table.patch(&poll.path, Some("rmk_wrong"), patch.clone()).await.expect(401);
        let edited = table.patch(&poll.path, poll.key(), patch).await.expect(200);
        assert_eq!(edited.header("etag"), "\"2\"");
        assert_eq!(edited.json["description"], Value::Null);
        assert_eq!(edited.json["candidates"], json!(["A", "B", "C", "D"]));
        assert_eq!(edited.json["settings"]["resultsVisibility"], "afterClose");
        assert_eq!(table.get(&poll.path, poll.key()).await.json, edited.json);
        let kept = table.patch(&poll.path, poll.key(), json!({})).await.expect(200);
        assert_eq!((kept.header("etag"), &kept.json["title"]), ("\"2\"", &json!("Other")), "an edit that changes nothing is none");
        for (wrong, field) in [(json!({ "title": null }), "title"), (json!({ "candidates": null }), "candidates"), (json!({ "expiresAt": "2020-01-01T00:00:00Z" }), "expiresAt")] {
            assert_eq!(table.patch(&poll.path, poll.key(), wrong).await.expect(422).wrong_fields(), [field]);
        }
        table.patch(&poll.path, poll.key(), json!({ "totalVotes": 3 })).await.expect(400);
    }

    async fn candidates_are_fixed_by_the_first_vote_and_the_rest_is_not(table: Table) {
        let poll = table.make().await;
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        table.patch(&poll.path, poll.key(), json!({ "candidates": ["Go", "Rust"] })).await.expect(409);
        table.patch(&poll.path, poll.key(), json!({ "title": "T", "candidates": ["Go", "Rust", "Zig"] })).await.expect(200);
        assert_eq!(table.total(&poll).await, 1);
    }

    async fn who_names_another_version_is_told_so(table: Table) {
        let poll = table.make().await;
        let with_tag = |method: Method, rest: &str, tag: &str, body: &Value| {
            let request = Request::builder().method(method).uri(format!("/api/v1{}{rest}", poll.path))
                .header("authorization", format!("Bearer {}", poll.key)).header("if-match", tag).header("content-type", "application/json");
            let (table, body) = (table.clone(), body.to_string());
            async move { table.call(request, body).await }
        };
        let title = json!({ "title": "Newer" });
        with_tag(Method::PATCH, "", "\"7\"", &title).await.expect(412);
        with_tag(Method::PATCH, "", "\"1\"", &title).await.expect(200);
        with_tag(Method::PATCH, "", "\"1\"", &title).await.expect(412);
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        with_tag(Method::PATCH, "", "\"2\"", &json!({ "title": "Newest" })).await.expect(200);
        with_tag(Method::DELETE, "", "\"2\"", &json!({})).await.expect(412);
        with_tag(Method::DELETE, "", "\"3\"", &json!({})).await.expect(204);
    }

    async fn closing_and_reopening_is_the_managers_and_harmless_twice(table: Table) {
        let poll = table.make().await;
        table.act(&poll.at("/close"), None).await.expect(401);
        let closed = table.act(&poll.at("/close"), poll.key()).await.expect(200);
        assert_eq!(closed.json["closedAt"], "2037-11-15T09:00:00.000Z");
        table.advance(SignedDuration::from_mins(1));
        let again = table.act(&poll.at("/close"), poll.key()).await.expect(200);
        assert_eq!(again.json["closedAt"], closed.json["closedAt"]);
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(409);
        table.act(&poll.at("/reopen"), Some("rmk_wrong")).await.expect(401);
        let open = table.act(&poll.at("/reopen"), poll.key()).await.expect(200);
        assert_eq!(open.json["closedAt"], Value::Null);
        table.act(&poll.at("/reopen"), poll.key()).await.expect(200);
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
    }

    async fn a_poll_past_its_time_takes_no_votes_and_stays_readable(table: Table) {
        let poll = table.make_with(json!({ "expiresAt": table.in_an_hour() })).await;
        table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        table.advance(SignedDuration::from_hours(1));
        table.vote(&poll, &key("ben"), &["Go"]).await.expect(410);
        assert_eq!(table.total(&poll).await, 1);
        assert_eq!(table.results(&poll).await["winner"], "Go");
        table.patch(&poll.path, poll.key(), json!({ "expiresAt": table.in_an_hour() })).await.expect(200);
        table.vote(&poll, &key("ben"), &["Rust"]).await.expect(201);
    }

    async fn a_deleted_poll_is_gone_with_everything_in_it(table: Table) {
        let poll = table.make().await;
        for voter in 0..130 {
            table.vote(&poll, &key(voter), &["Go"]).await.expect(201);
        }
        assert_eq!(table.total(&poll).await, 130);
        table.delete(&poll.path, None).await.expect(401);
        table.delete(&poll.path, poll.key()).await.expect(204);
        for path in ["", "/results", "/results.csv", "/live"] {
            table.get(&poll.at(path), poll.key()).await.expect(404);
        }
        table.vote(&poll, &key("late"), &["Go"]).await.expect(404);
        table.delete(&poll.path, poll.key()).await.expect(404);
        table.finish_work().await;
        let left = table.services.store.scan(store::Scan { table: &rankings::tables::RANKED_CHOICE_POLLS, limit: None, after: None }).await.unwrap();
        assert_eq!(left.items, []);
    }

    async fn an_operator_takes_a_poll_down(table: Table) {
        let poll = table.make().await;
        table.takes_down(&poll.id).await.unwrap();
        table.get(&poll.path, None).await.expect(404);
        assert!(table.takes_down(&poll.id).await.is_err());
        assert!(table.takes_down("rubbish").await.is_err());
    }
}

#[tokio::test]
async fn deleting_a_poll_is_an_audit_line_without_its_id() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let (written, pen) = io::pipe().unwrap();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(Arc::new(pen)).finish();
    let writing = tracing::subscriber::set_default(log);
    table.delete(&poll.path, poll.key()).await.expect(204);
    drop(writing);
    let log = io::read_to_string(written).unwrap();
    let audits: Vec<&str> = log.lines().filter(|line| line.contains("audit=true")).collect();
    assert_eq!(audits.len(), 1, "{log}");
    assert!(audits[0].contains("ranked poll deleted"), "{log}");
    assert!(!log.contains(&poll.id), "{log}");
}

#[tokio::test]
async fn where_creating_needs_an_account_others_are_asked_to_sign_in() {
    let table = Table::with(Engine::Embedded, |settings| settings.anonymous_creation = false).await;
    let body = json!({ "title": "x", "candidates": ["a", "b"] });
    table.post("/ranked-polls", None, body.clone()).await.expect(401);
    let ana = table.account("ana").await;
    table.post("/ranked-polls", Some(&ana), body).await.expect(201);
}

#[tokio::test]
async fn without_an_account_one_address_makes_so_many_an_hour() {
    let table = Table::with(Engine::Embedded, |settings| settings.creations_per_hour = 2).await;
    let body = json!({ "title": "x", "candidates": ["a", "b"] });
    table.post("/ranked-polls", None, json!({ "title": "", "candidates": [] })).await.expect(422);
    for _ in 0..2 {
        table.post("/ranked-polls", None, body.clone()).await.expect(201);
    }
    let refused = table.post("/ranked-polls", None, body.clone()).await.expect(429);
    assert_eq!(refused.header("retry-after"), "1800");
    let ana = table.account("ana").await;
    table.post("/ranked-polls", Some(&ana), body).await.expect(201);
}

#[tokio::test]
async fn an_address_that_is_no_id_leads_nowhere() {
    let table = Table::on(Engine::Embedded).await;
    table.get("/ranked-polls/rubbish", None).await.expect(404);
    table.get("/ranked-polls/123e4567-e89b-12d3-a456-426614174000/results", None).await.expect(404);
}

#[tokio::test]
async fn a_poll_is_found_by_its_code_and_by_its_link() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let code = table.get(&poll.path, None).await.expect(200).text_at("code");
    let find = async |typed: &str| table.services.joined.find_code(&table.services, typed).await.unwrap();
    for typed in [code.clone(), code.to_uppercase().replace('-', ""), poll.id.clone()] {
        let found = find(&typed).await.unwrap();
        assert_eq!((found.kind.as_str(), found.path), ("ranked", format!("/r/{}", poll.id)));
    }
    table.delete(&poll.path, poll.key()).await.expect(204);
    table.finish_work().await;
    assert_eq!(find(&code).await, None);
}

#[tokio::test]
async fn a_copy_has_the_question_and_none_of_the_ballots() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
    let copy = table
        .post(&poll.at("/clone"), poll.key(), json!({ "title": "Again?" }))
        .await
        .expect(201)
        .json["poll"]
        .clone();
    assert_eq!(
        (&copy["title"], &copy["candidates"], &copy["totalVotes"]),
        (&json!("Again?"), &json!(["Go", "Rust", "Zig"]), &json!(0))
    );
    assert_ne!(copy["id"], json!(poll.id));
}

#[tokio::test]
async fn what_an_account_creates_is_its_own_on_any_device() {
    let table = Table::on(Engine::Embedded).await;
    let (ana, ben) = (table.registers("Ana").await, table.registers("Ben").await);
    let made = ana
        .post("/ranked-polls", json!({ "title": "Which?", "candidates": ["Go", "Rust"] }))
        .await
        .expect(201);
    let path = format!("/ranked-polls/{}", made.text_at("id"));
    assert_eq!(ana.get(&path).await.expect(200).json["mine"], true);
    assert_eq!(ben.get(&path).await.expect(200).json["mine"], false);
    ana.patch(&path, json!({ "title": "Which one?" })).await.expect(200);
    ben.patch(&path, json!({ "title": "Mine" })).await.expect(403);
    ana.delete(&format!("{path}/owner")).await.expect(204);
    ana.patch(&path, json!({ "title": "Still mine?" })).await.expect(403);
}
