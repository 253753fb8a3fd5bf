//! Polls: voting, changing one's vote, results, closing, and editing what people have voted on.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use serde_json::{Value, json};

async fn votes(table: &Table, share: &Share, name: Option<&str>, answers: Vec<Value>) -> String {
    let body = json!({ "name": name, "answers": answers });
    table.post(&share.at("/votes"), None, body).await.expect(201).text_at("code")
}

/// The votes of each option, question by question.
fn counts(results: &Value) -> Vec<Vec<u64>> {
    let options = |question: &Value| {
        question["options"].as_array().unwrap().iter().map(|o| o["votes"].as_u64().unwrap()).collect()
    };
    results["questions"].as_array().unwrap().iter().map(options).collect()
}

/// The fields for which a poll with these questions is refused.
async fn wrong(table: &Table, questions: Value) -> Vec<String> {
    let body = json!({ "entity": "poll", "name": "a", "expiresAfter": 7, "questions": questions });
    let refused = table.post("/shareables", None, body).await.expect(422);
    refused.wrong_fields().into_iter().map(Into::into).collect()
}

on_both_engines! {
    async fn people_vote_change_their_vote_and_withdraw(table: Table) {
        let share = table.make_poll(json!({})).await;
        let body = json!({ "name": "Ana", "answers": [share.answer(0, &[0]), share.answer(1, &[0, 2])] });
        let ana = table.post(&share.at("/votes"), None, body).await.expect(201);
        let own = share.at(&format!("/votes/{}", ana.text_at("code")));
        assert_eq!(table.get(&own, None).await.expect(200).json, ana.json);
        votes(&table, &share, None, vec![share.answer(0, &[0])]).await;
        let results = table.get(&share.at("/results"), None).await.expect(200);
        assert_eq!(results.json["totalVotes"], 2);
        assert_eq!(counts(&results.json), [vec![2, 0], vec![1, 0, 1]]);
        let friday = &results.json["questions"][0]["options"][0];
        assert_eq!((&friday["label"], &friday["voters"]), (&json!("Fri"), &json!(["Ana"])), "who gave no name is not named");
        assert_eq!(results.json["questions"][0]["options"][1].get("voters"), None);

        table.put(&own, None, json!({ "answers": [share.answer(0, &[1])] })).await.expect(200);
        let results = table.get(&share.at("/results"), None).await;
        assert_eq!(counts(&results.json), [vec![1, 1], vec![0, 0, 0]]);
        assert!(!results.text.contains("Ana"), "the changed vote has no name");
        table.delete(&own, None).await.expect(204);
        table.get(&own, None).await.expect(404);
        let results = table.get(&share.at("/results"), None).await;
        assert_eq!((&results.json["totalVotes"], counts(&results.json)), (&json!(1), vec![vec![1, 0], vec![0, 0, 0]]));
    }

    async fn what_is_wrong_with_a_question_is_told_by_its_place(table: Table) {
        let nil = json!({ "pollQuestionOptionId": uuid::Uuid::nil() });
        let questions = json!([{ "title": "", "options": [] }, { "title": "B", "options": [nil, nil] }]);
        let places = ["questions[0].title", "questions[0].options", "questions[1].options[0].label",
            "questions[1].options[1].label", "questions[1].options[1].pollQuestionOptionId"];
        assert_eq!(wrong(&table, questions).await, places);
    }

    async fn no_two_options_are_alike_and_a_time_needs_no_label(table: Table) {
        let wrong = async |one: Value, other: Value| wrong(&table, json!([{ "title": "q", "options": [one, other] }])).await;
        let alike = ["questions[0].options[1].label"];
        let at = |hour: i8| json!({ "startTime": format!("2037-11-17T{hour}:00:00Z") });
        assert_eq!(wrong(json!({ "label": "Straße" }), json!({ "label": " STRASSE " })).await, alike);
        assert_eq!(wrong(json!({ "label": "e\u{301}" }), json!({ "label": "\u{e9}" })).await, alike, "after NFC");
        assert_eq!(wrong(at(18), at(18)).await, alike);
        let backwards = json!({ "startTime": "2037-11-17T18:00:00Z", "endTime": "2037-11-17T17:00:00Z" });
        assert_eq!(wrong(backwards, at(19)).await, ["questions[0].options[0].endTime"]);
        table.make_poll(json!({ "questions": [{ "title": "q", "options": [at(18), at(19)] }] })).await;
    }

    async fn a_vote_follows_the_questions(table: Table) {
        let share = table.make_poll(json!({})).await;
        let other = table.make_poll(json!({})).await;
        for answers in [
            json!([]),
            json!([share.answer(1, &[0])]),
            json!([share.answer(0, &[])]),
            json!([share.answer(0, &[0, 1])]),
            json!([share.answer(0, &[0]), share.answer(1, &[0, 0])]),
            json!([share.answer(0, &[0]), share.answer(0, &[1])]),
            json!([other.answer(0, &[0])]),
            json!([{ "pollQuestionId": share.made["questions"][0]["pollQuestionId"],
                "optionIds": share.answer(1, &[0])["optionIds"] }]),
            json!([{ "pollQuestionId": share.made["questions"][0]["pollQuestionId"], "optionIds": [uuid::Uuid::nil()] }]),
        ] {
            table.post(&share.at("/votes"), None, json!({ "answers": answers })).await.expect(422);
        }
        table.post(&share.at("/votes"), None, json!({ "answers": "all" })).await.expect(400);
        let voluntary = json!({ "questions": [{ "title": "Any wishes?", "options": [{ "label": "Tea" }, { "label": "Cake" }] }] });
        let voluntary = table.make_poll(voluntary).await;
        for nothing in [json!([]), json!([voluntary.answer(0, &[])])] {
            table.post(&voluntary.at("/votes"), None, json!({ "answers": nothing })).await.expect(422);
        }
    }

    async fn a_closed_poll_refuses_votes_until_it_is_opened_again(table: Table) {
        let share = table.make_poll(json!({ "closesAt": table.in_an_hour() })).await;
        let code = votes(&table, &share, None, vec![share.answer(0, &[0])]).await;
        let own = share.at(&format!("/votes/{code}"));
        let body = json!({ "answers": [share.answer(0, &[1])] });
        let closed = table.post(&share.at("/close"), share.admin(), json!({})).await.expect(200);
        assert_eq!((&closed.json["isClosed"], closed.header("etag")), (&json!(true), "\"2\""));
        assert_eq!(table.post(&share.at("/close"), share.admin(), json!({})).await.expect(200).header("etag"), "\"2\"");
        table.post(&share.at("/votes"), None, body.clone()).await.expect(409);
        table.put(&own, None, body.clone()).await.expect(409);
        table.delete(&own, None).await.expect(409);
        table.get(&own, None).await.expect(200);
        let reopened = table.post(&share.at("/reopen"), share.admin(), json!({})).await.expect(200);
        assert_eq!(reopened.json["isClosed"], false);
        assert_eq!(reopened.json["closesAt"], share.made["closesAt"], "a time still ahead stays");
        table.put(&own, None, body).await.expect(200);
    }

    async fn a_poll_closes_by_itself_at_its_time_and_can_be_opened_again(table: Table) {
        let share = table.make_poll(json!({ "closesAt": table.in_an_hour() })).await;
        let body = json!({ "answers": [share.answer(0, &[0])] });
        table.post(&share.at("/votes"), None, body.clone()).await.expect(201);
        table.advance(SignedDuration::from_hours(1));
        assert_eq!(table.get(&share.path, None).await.json["isClosed"], true);
        table.post(&share.at("/votes"), None, body.clone()).await.expect(409);
        let reopened = table.post(&share.at("/reopen"), share.admin(), json!({})).await.expect(200);
        assert_eq!((&reopened.json["isClosed"], &reopened.json["closesAt"]), (&json!(false), &Value::Null));
        table.post(&share.at("/votes"), None, body).await.expect(201);
        let past = json!({ "entity": "poll", "name": "a", "expiresAfter": 1, "closesAt": "2037-11-15T08:00:00Z",
            "questions": [{ "title": "q", "options": [{ "label": "o" }, { "label": "p" }] }] });
        table.post("/shareables", None, past).await.expect(422);
    }

    async fn editing_questions_keeps_votes_for_what_stays(table: Table) {
        let share = table.make_poll(json!({})).await;
        let ana = votes(&table, &share, Some("Ana"), vec![share.answer(0, &[0]), share.answer(1, &[0, 1])]).await;
        votes(&table, &share, Some("Bo"), vec![share.answer(0, &[1])]).await;
        let mut questions = share.made["questions"].clone();
        questions[0]["title"] = json!("Which evening?");
        questions[0]["options"] = json!([questions[0]["options"][0], { "label": "Sun" }]);
        let questions = json!([questions[1], questions[0]]);
        let edited = table.patch(&share.path, share.admin(), json!({ "questions": questions })).await.expect(200);
        assert_eq!(edited.json["questions"][1]["pollQuestionId"], share.made["questions"][0]["pollQuestionId"]);
        let results = table.get(&share.at("/results"), None).await;
        assert_eq!(results.json["totalVotes"], 2);
        assert_eq!(counts(&results.json), [vec![1, 1, 0], vec![1, 0]], "Bo's Saturday is gone and counts no more");
        let own = table.get(&share.at(&format!("/votes/{ana}")), None).await.expect(200);
        assert_eq!(own.json["name"], "Ana");
        table.patch(&share.path, share.admin(), json!({ "questions": [] })).await.expect(422);
        let one = json!({ "questions": [edited.json["questions"][1]] });
        table.patch(&share.path, share.admin(), one).await.expect(200);
        let results = table.get(&share.at("/results"), None).await;
        assert_eq!((&results.json["totalVotes"], counts(&results.json)), (&json!(2), vec![vec![1, 0]]));
        assert_eq!(results.json["questions"][0]["answered"], 1);
        let mut turned = edited.json["questions"][1].clone();
        turned["options"].as_array_mut().unwrap().reverse();
        table.patch(&share.path, share.admin(), json!({ "questions": [turned] })).await.expect(200);
        let results = table.get(&share.at("/results"), None).await;
        assert_eq!(counts(&results.json), [vec![0, 1]], "votes go with their options");
    }

    async fn the_organiser_takes_everything_away_as_csv_and_json(table: Table) {
        let share = table.make_poll(json!({})).await;
        let ana = votes(&table, &share, Some("=Ana"), vec![share.answer(0, &[0]), share.answer(1, &[2, 0])]).await;
        table.advance(SignedDuration::from_secs(1));
        let bo = votes(&table, &share, None, vec![share.answer(0, &[1])]).await;
        let csv = table.get(&share.at("/export.csv"), share.admin()).await.expect(200);
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(
            csv.text,
            "name,Which day?,What to bring?,createdAt,updatedAt\r\n\
             '=Ana,Fri,Soup; Cake,2037-11-15T09:00:00.000Z,2037-11-15T09:00:00.000Z\r\n\
             ,Sat,,2037-11-15T09:00:01.000Z,2037-11-15T09:00:01.000Z\r\n"
        );
        let json = table.get(&share.at("/export.json"), share.admin()).await.expect(200);
        assert_eq!(json.json["votes"][0]["code"], ana);
        assert_eq!((&json.json["votes"][1]["code"], &json.json["results"]["totalVotes"]), (&json!(bo), &json!(2)));
        assert_eq!(json.json["shareable"]["name"], "Autumn weekend");
        let listed = table.get(&share.at("/votes?limit=1"), share.admin()).await.expect(200);
        assert_eq!(listed.json["items"][0]["code"], ana);
        assert!(listed.json["nextCursor"].is_string());

        let list = table.make_checklist(&["-Tent"]).await;
        table.put(&list.at(&format!("/items/{}/tick", list.item(0))), None, json!({ "by": "Bo" })).await.expect(200);
        let csv = table.get(&list.at("/export.csv"), list.admin()).await.expect(200);
        assert_eq!(csv.text, "name,note,checked,checkedBy,checkedAt,claimedBy,addedBy\r\n'-Tent,,yes,Bo,2037-11-15T09:00:01.000Z,,\r\n");
        let event = table.make_event(json!({})).await;
        table.post(&event.at("/rsvps"), None, json!({ "name": "Cy", "response": "going", "guestCount": 1 })).await.expect(201);
        let csv = table.get(&event.at("/export.csv"), event.admin()).await.expect(200);
        assert!(csv.text.ends_with("\r\nCy,going,1,,2037-11-15T09:00:01.000Z,2037-11-15T09:00:01.000Z\r\n"), "{}", csv.text);
        assert_eq!(table.get(&event.at("/export.json"), event.admin()).await.json["summary"]["guests"], 1);
    }
}
