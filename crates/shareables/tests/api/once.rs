//! Nothing twice: the same request sent again makes one thing and gets the same answer.

use crate::support::{Engine, Share, Table};
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;
use std::collections::HashSet;

const KEY: &str = "a-key-of-twenty-two-characters";

on_both_engines! {
    async fn a_creation_sent_again_gives_the_first_answer_also_on_another_server(table: Table) {
        let body = json!({ "entity": "checklist", "name": "Kit", "expiresAfter": 7, "items": [{ "name": "Tent" }] });
        let ana = table.anyone().with_header("idempotency-key", KEY);
        let first = ana.post("/shareables", &body).await.expect(201);
        let other = table.another_server().await;
        let elsewhere = other.anyone().with_header("idempotency-key", KEY);
        for again in [ana.post("/shareables", &body).await.expect(201), elsewhere.post("/shareables", &body).await.expect(201)] {
            for same in ["shortId", "adminPasscode"] {
                assert_eq!(again.json[same], first.json[same]);
            }
            assert_eq!(again.json["shareable"]["items"], first.json["shareable"]["items"]);
            let share = Share::of(&again);
            table.patch(&share.path, share.admin(), json!({ "note": "a" })).await.expect(200);
        }
        let mut changed = body.clone();
        changed["name"] = json!("Other");
        ana.post("/shareables", &changed).await.expect(422);
        let share = Share::of(&first);
        table.put(&share.at("/passcodes"), share.admin(), json!({ "adminPasscode": "another" })).await.expect(200);
        ana.post("/shareables", &body).await.expect(409);
        table.advance(SignedDuration::from_hours(24));
        assert_ne!(ana.post("/shareables", &body).await.expect(201).json["shortId"], first.json["shortId"]);
    }

    async fn the_same_creation_from_many_taps_at_once_is_one_share(table: Table) {
        let ana = table.anyone();
        let form = ana.page("/new/checklist").await.expect(200);
        assert_eq!(form.header("cache-control"), "private, no-cache", "Back shows the same form, with the same key");
        let once = form.hidden("once");
        let fields = [("once", once.as_str()), ("name", "Kit"), ("lines", "Tent"), ("expiresAfter", "7")];
        let taps = join_all((0..8).map(|_| ana.submit("/new/checklist", &fields))).await;
        let places: HashSet<_> = taps.into_iter().map(|tap| tap.expect(303).location().to_owned()).collect();
        assert_eq!(places.len(), 1, "{places:?}");
        let other = [("once", once.as_str()), ("name", "Kit 2"), ("expiresAfter", "7")];
        let said = ana.submit("/new/checklist", &other).await.expect(200);
        said.shows("You already created this checklist.").shows("Kit 2");
        assert_ne!(said.hidden("once"), once, "sent once more it creates another one");
    }

    async fn three_taps_are_one_vote_and_the_last_one_counts(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let ana = table.anyone();
        let once = ana.page(&poll.page("")).await.expect(200).hidden("once");
        let (friday, saturday) = (poll.chosen(0, 0), poll.chosen(0, 1));
        let fields = |chosen: &'static str, of: &(String, String)| vec![("once".to_owned(), once.clone()), ("name".into(), chosen.into()), of.clone()];
        // None of them has heard of the first one's cookie yet.
        let taps = [fields("Ana", &friday), fields("Ana", &friday), fields("Ana", &friday)];
        let sent = join_all(taps.iter().map(|fields| {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let (someone, page) = (table.anyone(), poll.page(""));
            async move { someone.submit(&page, &fields).await.expect(303); someone.cookie("answer").unwrap() }
        })).await;
        assert_eq!(sent.iter().collect::<HashSet<_>>().len(), 1);
        let late = fields("Ana", &saturday);
        let late: Vec<_> = late.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        table.anyone().submit(&poll.page(""), &late).await.expect(303);
        let results = table.get(&poll.at("/results"), None).await.expect(200);
        assert_eq!(results.json["totalVotes"], 1);
        assert_eq!(results.json["questions"][0]["options"][1]["votes"], 1, "the same form with another choice changes it");
    }

    async fn an_answer_by_key_is_given_once_also_after_closing_and_other_content_is_refused(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let ana = table.anyone().with_header("idempotency-key", KEY);
        let vote = json!({ "name": "Ana", "answers": [poll.answer(0, &[0])] });
        let first = ana.post(&poll.at("/votes"), &vote).await.expect(201);
        assert_eq!(ana.post(&poll.at("/votes"), &vote).await.expect(201).json, first.json);
        ana.post(&poll.at("/votes"), json!({ "answers": [poll.answer(0, &[1])] })).await.expect(422);
        table.post(&poll.at("/close"), poll.admin(), json!({})).await.expect(200);
        assert_eq!(ana.post(&poll.at("/votes"), &vote).await.expect(201).json, first.json);
        table.anyone().post(&poll.at("/votes"), &vote).await.expect(409);

        let event = table.make_event(json!({})).await;
        let rsvp = json!({ "name": "Ana", "response": "going", "note": "Cake" });
        let first = ana.post(&event.at("/rsvps"), &rsvp).await.expect(201);
        assert_eq!(ana.post(&event.at("/rsvps"), &rsvp).await.expect(201).json, first.json);
        table.anyone().with_header("idempotency-key", "short").post(&event.at("/rsvps"), &rsvp).await.expect(400);
    }

    async fn a_resent_answer_neither_undoes_a_change_nor_brings_back_what_was_withdrawn(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let ana = table.anyone().with_header("idempotency-key", KEY);
        let vote = |option| json!({ "name": "Ana", "answers": [poll.answer(0, &[option])] });
        let first = ana.post(&poll.at("/votes"), vote(0)).await.expect(201);
        let own = poll.at(&format!("/votes/{}", first.text_at("code")));
        let changed = table.put(&own, None, vote(1)).await.expect(200);
        let again = ana.post(&poll.at("/votes"), vote(0)).await.expect(201);
        assert_eq!((&again.json["code"], &again.json["answers"]), (&first.json["code"], &changed.json["answers"]));
        ana.post(&poll.at("/votes"), vote(1)).await.expect(422);
        table.delete(&own, None).await.expect(204);
        ana.post(&poll.at("/votes"), vote(0)).await.expect(409);
        assert_eq!(table.get(&poll.at("/results"), None).await.json["totalVotes"], 0);
        table.advance(SignedDuration::from_hours(25));
        ana.post(&poll.at("/votes"), vote(0)).await.expect(201);
    }

    async fn the_first_values_of_a_page_sent_again_change_nothing(table: Table) {
        let event = table.make_event(json!({})).await;
        let ana = table.anyone();
        let once = ana.page(&event.page("")).await.expect(200).hidden("once");
        let reply = async |response: &str| {
            let fields = [("once", once.as_str()), ("name", "Ana"), ("response", response)];
            ana.submit(&event.page(""), &fields).await.expect(303);
        };
        for (response, counted) in [("going", "going"), ("maybe", "maybe"), ("going", "maybe")] {
            reply(response).await;
            let summary = table.get(&event.at("/rsvps"), None).await.expect(200).json["summary"].clone();
            assert_eq!(summary[counted], 1, "after {response}: {summary}");
        }
    }

    async fn json_changes_the_answer_whose_code_comes_with_it(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let vote = |option| json!({ "answers": [poll.answer(0, &[option])] });
        let code = table.post(&poll.at("/votes"), None, vote(0)).await.expect(201).text_at("code");
        let changed = table.post(&poll.at(&format!("/votes?code={code}")), None, vote(1)).await.expect(200);
        assert_eq!(changed.text_at("code"), code);
        table.post(&poll.at("/votes?code=aaaaaaaa"), None, vote(1)).await.expect(201);
        assert_eq!(table.get(&poll.at("/results"), None).await.json["totalVotes"], 2);
    }
}

#[tokio::test]
async fn items_sent_again_by_key_are_added_once() {
    let table = Table::on(Engine::Embedded).await;
    let list = table.make_checklist(&[]).await;
    let ana = table.anyone().with_bearer(&list.admin).with_header("idempotency-key", KEY);
    let first = ana.post(&list.at("/items"), json!({ "name": "Tent" })).await.expect(201);
    let again = ana.post(&list.at("/items"), json!({ "name": "Tent" })).await.expect(201);
    assert_eq!(first.json, again.json);
    ana.post(&list.at("/items"), json!({ "name": "Rope" })).await.expect(422);
    assert_eq!(table.get(&list.path, None).await.json["items"].as_array().unwrap().len(), 1);
}
