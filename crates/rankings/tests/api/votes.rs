//! Ballots: cast, replaced, seen, withdrawn; one each.

use crate::support::{Engine, Table, key};
use serde_json::{Value, json};

#[tokio::test]
async fn a_poll_takes_so_many_ballots_and_those_who_voted_may_still_change_theirs() {
    let table = Table::with(Engine::Embedded, |settings| settings.max_ballots = 2).await;
    let poll = table.make().await;
    for voter in ["ana", "ben"] {
        table.vote(&poll, &key(voter), &["Go"]).await.expect(201);
    }
    assert_eq!(table.total(&poll).await, 2);
    let refused = table.vote(&poll, &key("zoe"), &["Zig"]).await.expect(409);
    assert_eq!(refused.text_at("detail"), "This poll has as many ballots as this server takes for one poll.");
    table.vote(&poll, &key("ana"), &["Rust"]).await.expect(200);
    assert_eq!(table.total(&poll).await, 2);
}

#[tokio::test]
async fn a_wrong_manage_key_or_voter_key_is_ten_requests() {
    let table = Table::with(Engine::Embedded, |settings| settings.requests_per_second = 4).await;
    let poll = table.make().await;
    let ballot = table.vote(&poll, &key("ana"), &["Go"]).await.expect(201).text_at("id");
    let guesser = table.anyone().with_bearer(key("guessed"));
    guesser.act(&poll.at("/close")).await.expect(401);
    guesser.get(&poll.at(&format!("/votes/{ballot}"))).await.expect(401);
    guesser.act(&poll.at("/close")).await.expect(401);
    guesser.act(&poll.at("/close")).await.expect(401);
    guesser.get(&poll.path).await.expect(429);
    table.anyone().get(&poll.path).await.expect(200);
}

on_both_engines! {
    async fn a_ballot_is_cast_seen_replaced_and_withdrawn(table: Table) {
        let poll = table.make().await;
        let cast = table.post(&poll.at("/votes"), None, json!({ "rankings": ["Rust", "Go"] })).await.expect(201);
        let (id, voter_key) = (cast.text_at("id"), cast.text_at("voterKey"));
        assert!(voter_key.len() >= 22);
        assert_eq!((&cast.json["rankings"], &cast.json["votedAt"]), (&json!(["Rust", "Go"]), &json!("2037-11-15T09:00:00.000Z")));
        let own = poll.at(&format!("/votes/{id}"));
        assert_eq!(table.get(&own, Some(&voter_key)).await.expect(200).json, cast.json);

        let replaced = table.vote(&poll, &voter_key, &["Go"]).await.expect(200);
        assert_eq!((replaced.text_at("id"), &replaced.json["rankings"]), (id, &json!(["Go"])));
        assert_eq!(table.total(&poll).await, 1);
        assert_eq!(table.results(&poll).await["winner"], "Go");

        table.delete(&own, Some(&voter_key)).await.expect(204);
        table.get(&own, Some(&voter_key)).await.expect(404);
        table.delete(&own, Some(&voter_key)).await.expect(404);
        assert_eq!(table.total(&poll).await, 0);
        assert_eq!(table.results(&poll).await["winner"], Value::Null);
        table.vote(&poll, &voter_key, &["Zig"]).await.expect(201);
    }

    async fn a_ballot_that_says_nothing_or_something_else_is_refused(table: Table) {
        let poll = table.make().await;
        for (rankings, field) in [
            (json!([]), "rankings"),
            (json!(["Perl"]), "rankings[0]"),
            (json!(["Go", "Go"]), "rankings[1]"),
            (json!(["Go", "Rust", "Zig", "Go"]), "rankings"),
        ] {
            let answer = table.post(&poll.at("/votes"), None, json!({ "rankings": rankings })).await.expect(422);
            assert_eq!(answer.wrong_fields(), [field]);
        }
        for key in ["k".repeat(21), "k".repeat(201)] {
            let answer = table.vote(&poll, &key, &["Go"]).await.expect(422);
            assert_eq!(answer.wrong_fields(), ["voterKey"], "{key}");
        }
        table.post(&poll.at("/votes"), None, json!({ "rankings": "Go" })).await.expect(400);
        table.post(&poll.at("/votes"), None, json!({ "rankings": ["Go"], "weight": 2 })).await.expect(400);
        assert_eq!(table.total(&poll).await, 0);
    }

    async fn a_ranking_names_options_in_any_composition_but_not_in_any_case(table: Table) {
        let poll = table.make_with(json!({ "candidates": ["Go", "Café"] })).await;
        let cast = table.vote(&poll, &"é".repeat(22), &["Cafe\u{301}", " Go "]).await.expect(201);
        assert_eq!(cast.json["rankings"], json!(["Café", "Go"]));
        assert_eq!(table.vote(&poll, &"é".repeat(200), &["go"]).await.expect(422).wrong_fields(), ["rankings[0]"]);
    }

    async fn an_account_votes_as_itself_and_a_key_as_the_key(table: Table) {
        let poll = table.make().await;
        let (ana, ben) = (table.account("ana").await, table.account("ben").await);
        let cast = table.post(&poll.at("/votes"), Some(&ana), json!({ "rankings": ["Go"] })).await.expect(201);
        assert_eq!(cast.json["voterKey"], Value::Null);
        let again = table.post(&poll.at("/votes"), Some(&ana), json!({ "rankings": ["Zig"] })).await.expect(200);
        assert_eq!(again.json["id"], cast.json["id"]);
        let own = poll.at(&format!("/votes/{}", cast.text_at("id")));
        assert_eq!(table.get(&own, Some(&ana)).await.expect(200).json["rankings"], json!(["Zig"]));
        table.get(&own, Some(&ben)).await.expect(403);
        table.delete(&own, Some(&ben)).await.expect(403);
        let by_key = table.post(&poll.at("/votes"), Some(&ana), json!({ "rankings": ["Go"], "voterKey": key("ana") })).await.expect(201);
        assert_eq!(by_key.text_at("voterKey"), key("ana"));
        let posing = table.get("/me", Some(&ana)).await.expect(200).text_at("userId");
        table.vote(&poll, &posing, &["Go"]).await.expect(201);
        assert_eq!(table.total(&poll).await, 3, "who knows an account's id does not vote as it");
    }

    async fn what_counted_at_the_end_stays_counted(table: Table) {
        let poll = table.make().await;
        let cast = table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
        table.act(&poll.at("/close"), poll.key()).await.expect(200);
        let own = poll.at(&format!("/votes/{}", cast.text_at("id")));
        table.delete(&own, Some(&key("ana"))).await.expect(409);
        assert_eq!(table.get(&own, Some(&key("ana"))).await.expect(200).json["rankings"], json!(["Go"]));
        table.patch(&poll.path, poll.key(), json!({ "expiresAt": "2037-11-15T09:30:00Z" })).await.expect(200);
        table.advance(jiff::SignedDuration::from_hours(1));
        table.delete(&own, Some(&key("ana"))).await.expect(410);
        assert_eq!(table.total(&poll).await, 1);
    }

    async fn the_result_tells_every_round(table: Table) {
        let poll = table.make().await;
        let ballots: [&[&str]; 5] = [&["Go"], &["Go", "Zig"], &["Rust", "Zig"], &["Rust"], &["Zig", "Rust"]];
        for (voter, ranking) in ballots.iter().enumerate() {
            table.vote(&poll, &key(voter), ranking).await.expect(201);
        }
        let results = table.results(&poll).await;
        assert_eq!(results["totalVotes"], 5);
        assert_eq!(results["candidates"], json!(["Go", "Rust", "Zig"]));
        assert_eq!((&results["winner"], &results["majorityRound"]), (&json!("Rust"), &json!(2)));
        assert_eq!(results["rounds"][0], json!({
            "round": 1, "threshold": 3, "exhausted": 0, "eliminated": ["Zig"],
            "tallies": [{ "candidate": "Go", "votes": 2 }, { "candidate": "Rust", "votes": 2 }, { "candidate": "Zig", "votes": 1 }],
            "transfers": [{ "from": "Zig", "to": "Rust", "votes": 1 }],
        }));
        assert_eq!(results["pairwise"], json!([[0, 2, 2], [3, 0, 2], [2, 2, 0]]));
        assert_eq!(results["condorcetWinner"], Value::Null);
        let order: Vec<_> = results["tieOrder"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let sheet = table.get(&poll.at("/results.csv"), None).await.expect(200);
        assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(sheet.text, format!("Option,Round 1,Round 2\r\nRust,2,3\r\nGo,2,2\r\nZig,1,\r\nExhausted,0,0\r\nTo win,3,3\r\ntie order,{}\r\n", order.join(",")));
    }

    async fn exported_ballots_name_nobody_and_count_to_the_same_result(table: Table) {
        let poll = table.make_with(json!({ "candidates": ["Go", "C, the old one", "\"Rust\"", "Nobody's"] })).await;
        let ballots: [&[&str]; 6] =
            [&["Go"], &["Go"], &["\"Rust\"", "C, the old one"], &["\"Rust\""], &["C, the old one", "\"Rust\""], &["Go"]];
        for (voter, ranking) in ballots.iter().enumerate() {
            table.vote(&poll, &key(voter), ranking).await.expect(201);
        }
        let sheet = table.get(&poll.at("/ballots.rctab.csv"), poll.key()).await.expect(200).text;
        let (header, rows) = sheet.split_once("\r\n").unwrap();
        assert_eq!(header, "\"Go\",\"C, the old one\",\"\"\"Rust\"\"\",\"Nobody's\"");
        assert_eq!(rows.lines().collect::<Vec<_>>(), ["1,,,", "1,,,", "1,,,", ",1,2,", ",,1,", ",2,1,"]);
        let blt = table.get(&poll.at("/ballots.blt"), poll.key()).await.expect(200).text;
        let (order, blt) = blt.split_once('\n').unwrap();
        assert!(order.starts_with("# tie-order: "), "{order}");
        let title = blt.lines().last().unwrap();
        let ballots = "4 1\n3 1 0\n1 2 3 0\n1 3 0\n1 3 2 0\n0\n\"Go\"\n\"C, the old one\"\n\"”Rust”\"\n\"Nobody's\"\n";
        assert_eq!(blt, format!("{ballots}{title}\n"));
        let read = tally::read_ballots(format!("{order}\n{blt}").as_bytes(), &tally::ReadOptions::default(), |_| {}).unwrap();
        let counted = read.election.tally(&tally::Rules::default());
        assert_eq!(json!(counted.winner), table.results(&poll).await["winner"]);
        let exported = table.get(&poll.at("/ballots.csv"), poll.key()).await.expect(200);
        assert!(exported.text.starts_with("# tie-order: ") && exported.text.contains("\n3,Go\n"), "{}", exported.text);
        let candidates = ["Go", "C, the old one", "\"Rust\"", "Nobody's"].map(str::to_owned).to_vec();
        let options = tally::ReadOptions { candidates: Some(candidates), ..tally::ReadOptions::default() };
        let read = tally::read_ballots(exported.text.as_bytes(), &options, |_| {}).unwrap();
        let counted = read.election.tally(&tally::Rules::default());
        assert_eq!(serde_json::to_value(&counted).unwrap(), table.results(&poll).await);
    }

    async fn a_tie_settled_by_lot_is_settled_the_same_way_in_the_exported_file(table: Table) {
        let names = ["Go", "Rust", "Zig", "Odin"];
        for _ in 0..12 {
            let poll = table.make_with(json!({ "candidates": names })).await;
            for (voter, name) in names.iter().enumerate() {
                table.vote(&poll, &key(voter), &[name]).await.expect(201);
            }
            let exported = table.get(&poll.at("/ballots.csv"), poll.key()).await.expect(200);
            let read = tally::read_ballots(exported.text.as_bytes(), &tally::ReadOptions::default(), |_| {}).unwrap();
            let counted = read.election.tally(&tally::Rules::default());
            let results = table.results(&poll).await;
            assert_eq!(json!(counted.drawn_by_lot), results["drawnByLot"]);
            let out = |round: &Value| round["eliminated"].clone();
            let counted = serde_json::to_value(&counted).unwrap();
            for (again, first) in counted["rounds"].as_array().unwrap().iter().zip(results["rounds"].as_array().unwrap()) {
                assert_eq!(out(again), out(first));
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_key_starts_a_new_ballot_and_two_keys_never_meet() {
    let table = Table::on(Engine::Embedded).await;
    let (poll, other) = (table.make().await, table.make().await);
    let ana = table.vote(&poll, &key("ana"), &["Go"]).await.expect(201);
    let ben = table.vote(&poll, &key("ben"), &["Go"]).await.expect(201);
    let elsewhere = table.vote(&other, &key("ana"), &["Go"]).await.expect(201);
    assert_ne!(ana.json["id"], ben.json["id"]);
    assert_ne!(ana.json["id"], elsewhere.json["id"]);
    let foreign = poll.at(&format!("/votes/{}", elsewhere.text_at("id")));
    table.get(&foreign, Some(&key("ana"))).await.expect(401);
}
