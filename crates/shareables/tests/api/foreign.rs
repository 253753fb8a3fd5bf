//! Rows that other programs wrote by the document: with its attributes alone, with values and codes of other kinds, and some that
//! cannot be read.

use crate::support::Table;
use jiff::SignedDuration;
use serde_json::{Value as Json, json};
use shareables::tables::{SHAREABLES, SHORT_ID_POOL};
use store::{Item, Key, Transaction, Value, Write};

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::N(number.to_string().parse().unwrap()),
        Json::String(text) => Value::S(text.as_str().into()),
        Json::Array(list) => Value::L(list.iter().map(value).collect()),
        Json::Object(map) => {
            Value::M(map.iter().map(|(name, held)| (name.as_str().into(), value(held))).collect())
        }
    }
}

fn row(json: &Json) -> Item {
    json.as_object().unwrap().iter().map(|(name, held)| (name.as_str().into(), value(held))).collect()
}

async fn put(table: &Table, json: &Json) {
    table.services.store.write(Write::put(&SHAREABLES, row(json))).await.unwrap();
}

async fn stored(table: &Table, pk: &str, sk: &str) -> Item {
    table.services.store.get(&SHAREABLES, &Key::new(pk, sk)).await.unwrap().unwrap()
}

/// The example record of the document, and what its entity adds.
fn example(entity: &str, more: &Json) -> Json {
    let mut row = json!({ "pk": "shareable#abcdef12345", "sk": "01#", "entity": entity, "shortId": "abc-def-12345",
        "name": "My shopping list", "viewPasscode": "***", "adminPasscode": "***", "viewPasscodeVersion": 1_771_415_202_059_u64,
        "adminPasscodeVersion": 1_771_415_202_059_u64, "expiresAfter": 7 });
    for (name, held) in more.as_object().unwrap() {
        row[name] = held.clone();
    }
    row
}

const PATH: &str = "/shareables/abc-def-12345";
const ONE: &str = "00000000-0000-0000-0000-000000000001";
const TWO: &str = "00000000-0000-0000-0000-000000000002";
const THREE: &str = "00000000-0000-0000-0000-000000000003";

async fn reset(table: &Table) -> Vec<String> {
    let operator = &shareables::feature().take_down[0];
    assert!(operator.run.resets().is_some());
    let lines = operator.run.reset(&table.services, "ABC-DEF-12345").await.unwrap();
    lines.iter().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect()
}

on_both_engines! {
    async fn the_example_record_asks_for_a_passcode_that_nothing_opens_until_it_is_reset(table: Table) {
        put(&table, &example("checklist", &json!({ "items": [{ "checklistItemId": ONE, "name": "Item 1", "note": "example" }] }))).await;
        table.get(PATH, None).await.expect(401);
        let page = table.anyone().page("/s/abc-def-12345").await;
        assert!(page.status == 401 && page.text.contains("asscode"), "{}", page.text);
        for tried in ["***", "", "*"] {
            let refused = table.post(&format!("{PATH}/access"), None, json!({ "passcode": tried })).await;
            assert!([401, 422].contains(&refused.status.as_u16()), "{tried}: {}", refused.text);
        }
        let passcodes = reset(&table).await;
        let token = async |passcode: &str| {
            let access = table.post(&format!("{PATH}/access"), None, json!({ "passcode": passcode })).await.expect(200);
            (access.text_at("role"), access.text_at("token"))
        };
        let (role, admin) = token(&passcodes[0]).await;
        assert_eq!(role, "admin");
        let (role, viewer) = token(&passcodes[1]).await;
        assert_eq!(role, "view");
        let seen = table.get(PATH, Some(&viewer)).await.expect(200);
        assert_eq!((&seen.json["name"], &seen.json["items"][0]["note"]), (&json!("My shopping list"), &json!("example")));
        // The reset is its first edit.
        assert!(seen.json["expiresAt"].is_string() && seen.json["createdAt"].is_string());
        table.put(&format!("{PATH}/items/{ONE}/tick"), Some(&viewer), json!({})).await.expect(200);
        table.get(&format!("{PATH}/export.json"), Some(&admin)).await.expect(200);
    }

    async fn a_share_without_times_lasts_until_its_first_edit_stamps_them(table: Table) {
        let mut record = example("checklist", &json!({ "colour": "green" }));
        record.as_object_mut().unwrap().retain(|name, _| name != "viewPasscode");
        put(&table, &record).await;
        table.advance(SignedDuration::from_hours(24 * 400));
        let seen = table.get(PATH, None).await.expect(200);
        assert_eq!((&seen.json["expired"], &seen.json["expiresAt"], &seen.json["items"]), (&json!(false), &Json::Null, &json!([])));
        for page in ["", "/screen", "/poster", "/people"] {
            table.anyone().page(&format!("/s/abc-def-12345{page}")).await.expect(200);
        }
        let admin = reset(&table).await.remove(0);
        let token = table.post(&format!("{PATH}/access"), None, json!({ "passcode": admin })).await.expect(200).text_at("token");
        table.patch(PATH, Some(&token), json!({ "note": "ours" })).await.expect(200);
        let row = stored(&table, "shareable#abcdef12345", "01#").await;
        assert!(row.contains("expiresAt") && row.contains("createdAt") && row.contains("ttl"));
        assert_eq!(row.get("colour").and_then(store::View::as_str), Some("green"), "what is not ours stays");
        table.advance(SignedDuration::from_hours(24 * 8));
        table.get(PATH, None).await.expect(410);
    }

    async fn replies_of_other_programs_are_listed_and_one_that_cannot_be_read_spoils_no_other(table: Table) {
        let event = example("event", &json!({ "viewPasscode": null, "startTime": "2037-11-20T18:30:00Z", "endTime": null,
            "type": "Virtual", "location": "https://meet.example/x", "isRsvpRequired": null, "rsvpVisibility": "everyone" }));
        put(&table, &event).await;
        for (code, more) in [
            ("abc123", json!({ "name": "Ana", "response": "going", "guestCount": 2 })),
            ("k7m2q9xw", json!({ "name": "Bo", "response": "perhaps", "guestCount": null })),
            ("x", json!({ "name": "Cy", "response": "maybe" })),
            ("spoilt", json!({ "name": "Di", "response": 7 })),
        ] {
            let mut reply = json!({ "pk": "event_rsvp#abcdef12345", "sk": format!("01#{code}#"), "shortId": "abc-def-12345",
                "code": code.to_uppercase(), "mood": "good" });
            for (name, held) in more.as_object().unwrap() {
                reply[name] = held.clone();
            }
            put(&table, &reply).await;
        }
        let seen = table.get(PATH, None).await.expect(200);
        assert_eq!((&seen.json["type"], &seen.json["isRsvpRequired"]), (&json!("virtual"), &json!(false)));
        let list = table.get(&format!("{PATH}/rsvps"), None).await.expect(200);
        assert_eq!(list.json["summary"], json!({ "going": 1, "maybe": 1, "notGoing": 0, "guests": 2 }));
        let said: Vec<_> = list.json["items"].as_array().unwrap().iter().map(|one| one["response"].as_str().unwrap()).collect();
        assert_eq!(said, ["going", "perhaps", "maybe"]);
        for page in ["", "/people", "/screen"] {
            let page = table.anyone().page(&format!("/s/abc-def-12345{page}")).await.expect(200);
            assert!(page.text.contains("perhaps") && page.text.contains("Cy"), "{}", page.text);
        }
        table.anyone().page("/s/abc-def-12345?me=K7M2-Q9XW").await.expect(200);
        table.get(&format!("{PATH}/event.ics"), None).await.expect(200);
        let own = format!("{PATH}/rsvps/ABC-123");
        table.put(&own, None, json!({ "name": "Ana", "response": "notGoing" })).await.expect(200);
        let row = stored(&table, "event_rsvp#abcdef12345", "01#abc123#").await;
        assert_eq!(row.get("mood").and_then(store::View::as_str), Some("good"));
        table.delete(&own, None).await.expect(204);
    }

    async fn votes_and_marks_of_other_programs_count_and_unknown_settings_give_no_right(table: Table) {
        let poll = |visibility: &str| example("poll", &json!({ "viewPasscode": null, "resultsVisibility": visibility, "questions": [
            { "pollQuestionId": ONE, "title": "Which day?", "options": [
                { "pollQuestionOptionId": TWO, "label": "Fri" }, { "pollQuestionOptionId": THREE, "label": "Sat" }] }] }));
        put(&table, &poll("always")).await;
        for (code, answers) in [
            ("one1", json!([{ "pollQuestionId": ONE, "optionIds": [TWO], "note": "x" }])),
            ("two2", json!([{ "pollQuestionId": ONE, "optionIds": null }])),
            ("bad3", json!("soup")),
        ] {
            put(&table, &json!({ "pk": "poll_vote#abcdef12345", "sk": format!("01#{code}#"), "shortId": "abc-def-12345", "code": code,
                "answers": answers, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z" })).await;
        }
        let results = table.get(&format!("{PATH}/results"), None).await.expect(200);
        assert_eq!((&results.json["totalVotes"], &results.json["questions"][0]["options"][0]["votes"]), (&json!(2), &json!(1)));
        table.get(&format!("{PATH}/answers"), None).await.expect(200);
        table.anyone().page("/s/abc-def-12345").await.expect(200);
        put(&table, &poll("friends")).await;
        assert_eq!(table.get(PATH, None).await.expect(200).json["resultsVisibility"], "friends");
        table.get(&format!("{PATH}/results"), None).await.expect(403);
        table.anyone().page("/s/abc-def-12345").await.expect(200);

        put(&table, &example("checklist", &json!({ "viewPasscode": null, "viewersAdd": true,
            "items": [{ "checklistItemId": ONE, "name": "Tent" }, { "checklistItemId": TWO }] }))).await;
        let simple = |id: &str| format!("01#{}#", id.replace('-', ""));
        put(&table, &json!({ "pk": "checklist_tick#abcdef12345", "sk": simple(ONE) })).await;
        put(&table, &json!({ "pk": "checklist_claim#abcdef12345", "sk": simple(TWO), "claimedBy": "Bo" })).await;
        put(&table, &json!({ "pk": "checklist_added#abcdef12345", "sk": simple(THREE), "name": "Rope" })).await;
        put(&table, &json!({ "pk": "checklist_added#abcdef12345", "sk": "01#odd#", "name": "Lost" })).await;
        let items = table.get(PATH, None).await.expect(200).json["items"].clone();
        assert_eq!((&items[0]["checked"], &items[1]["claimedBy"], &items[2]["name"]), (&json!(true), &json!("Bo"), &json!("Rope")));
        assert_eq!(items.as_array().unwrap().len(), 3);
        table.anyone().page("/s/abc-def-12345").await.expect(200);
    }

    async fn a_share_that_cannot_be_read_is_not_there_in_words(table: Table) {
        let items = json!([{ "checklistItemId": ONE, "name": "Tent" }]);
        for odd in [json!({ "adminPasscode": 7 }), json!({ "items": 7 }), json!({ "entity": "quiz" })] {
            let mut row = example("checklist", &json!({ "viewPasscode": null, "items": items }));
            row.as_object_mut().unwrap().extend(odd.as_object().unwrap().clone());
            put(&table, &row).await;
            let said = table.get(PATH, None).await.expect(404).text_at("detail");
            assert!(!said.is_empty() && !said.contains("invalid type"), "{said}");
            for page in ["/s/abc-def-12345", "/s/abc-def-12345/admin", "/abc-def-12345"] {
                table.anyone().page(page).await.expect(404);
            }
        }
    }

    async fn codes_of_another_shape_are_codes(table: Table) {
        let mut odd = example("checklist", &json!({ "viewPasscode": null, "shortId": "LOL-OIL-7" }));
        odd["pk"] = json!("shareable#loloil7");
        put(&table, &odd).await;
        assert_eq!(table.get("/shareables/LOL-OIL-7", None).await.expect(200).json["shortId"], "loloil7");
        table.anyone().page("/s/loloil7").await.expect(200);
        let found = table.services.joined.find_code(&table.services, "lol-oil-7").await.unwrap().unwrap();
        assert_eq!((found.id.as_str(), found.path.as_str()), ("loloil7", "/s/loloil7"));
        let entry = |at: u32| Item::new().with("pk", at).with("sk", "available#01").with("id", format!("WEEK-{at}-X"));
        let entries: Vec<_> =
            (0..shareables::keys::POOL_PARTITIONS).map(|at| Write::put(&SHORT_ID_POOL, entry(at))).collect();
        for chunk in entries.chunks(96) {
            table.services.store.transact(Transaction::of(chunk.to_vec())).await.unwrap();
        }
        let made = table.make_checklist(&["Tent"]).await;
        assert!(made.id.compact().starts_with("week"), "{}", made.id);
        table.anyone().page(&made.page("")).await.expect(200);
    }
}
