//! How long a share lasts: expiry, more time, copies, deletion, and what belongs to it.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use serde_json::{Value, json};
use shareables::{keys, tables::SHAREABLES};
use store::{Query, query_all};

const DAY: SignedDuration = SignedDuration::from_hours(24);

async fn stored(table: &Table, query: Query) -> Vec<store::Item> {
    query_all(table.services.store.as_ref(), query).await.unwrap()
}

async fn item(table: &Table, share: &Share) -> Option<store::Item> {
    table.services.store.get(&SHAREABLES, &keys::shareable(&share.id)).await.unwrap()
}

async fn vote(table: &Table, share: &Share) -> String {
    let body = json!({ "answers": [share.answer(0, &[0])] });
    table.post(&share.at("/votes"), None, body).await.expect(201).text_at("code")
}

on_both_engines! {
    async fn after_its_time_a_share_is_gone_for_all_but_its_organiser(table: Table) {
        let share = table.make_poll(json!({ "expiresAfter": 1 })).await;
        vote(&table, &share).await;
        table.advance(DAY - SignedDuration::from_secs(1));
        table.get(&share.path, None).await.expect(200);
        table.advance(SignedDuration::from_secs(1));
        table.get(&share.path, None).await.expect(410);
        let seen = table.get(&share.path, share.admin()).await.expect(200);
        assert_eq!(seen.json["expired"], true);
        table.get(&share.at("/results"), share.admin()).await.expect(200);
        table.patch(&share.path, share.admin(), json!({ "expiresAfter": 7 })).await.expect(410);
        let entered = table.post(&share.at("/access"), None, json!({ "passcode": share.passcode })).await.expect(200);
        assert_eq!(entered.json["role"], "admin");
    }

    async fn an_expired_share_is_kept_for_a_year_then_forgotten(table: Table) {
        let share = table.make_checklist(&[]).await;
        let made = item(&table, &share).await.unwrap();
        let expires = table.clock.clone();
        let ttl = made.get("ttl").unwrap().as_number().unwrap().as_i64().unwrap();
        assert_eq!(ttl, kernel::Clock::now(expires.as_ref()).as_second() + (7 + 365) * 86_400);
        table.advance(DAY * (7 + 365));
        table.get(&share.path, share.admin()).await.expect(404);
    }

    async fn more_time_counts_from_now_and_keeps_answers_as_long(table: Table) {
        let share = table.make_poll(json!({ "expiresAfter": 1 })).await;
        for _ in 0..3 {
            vote(&table, &share).await;
        }
        table.advance(SignedDuration::from_hours(12));
        let longer = table.patch(&share.path, share.admin(), json!({ "expiresAfter": 30 })).await.expect(200);
        assert_eq!(longer.json["expiresAt"], "2037-12-15T21:00:00.000Z");
        assert_eq!(longer.json["expiresAfter"], 30);
        table.finish_work().await;
        let parent = item(&table, &share).await.unwrap();
        let votes = stored(&table, keys::Part::Vote.all_of(&share.id)).await;
        assert_eq!(votes.len(), 3);
        assert!(votes.iter().all(|vote| vote.get("ttl") == parent.get("ttl")));
        table.patch(&share.path, share.admin(), json!({ "expiresAfter": 2 })).await.expect(422);
    }

    async fn a_copy_has_the_content_and_the_lock_but_a_new_code_and_no_answers(table: Table) {
        let share = table.make_poll(json!({ "viewPasscode": "velvet", "closesAt": table.in_an_hour() })).await;
        table.post(&share.at("/votes"), share.admin(), json!({ "answers": [share.answer(0, &[0])] })).await.expect(201);
        table.post(&share.at("/close"), share.admin(), json!({})).await.expect(200);
        table.advance(DAY * 8);
        let copy = table.post(&share.at("/clone"), share.admin(), json!({ "name": "Again", "expiresAfter": 30 })).await.expect(201);
        assert_ne!(copy.json["shortId"], share.made["shortId"]);
        assert_ne!(copy.text_at("adminPasscode"), share.passcode);
        let fresh = &copy.json["shareable"];
        assert_eq!((&fresh["name"], &fresh["isClosed"]), (&json!("Again"), &json!(false)));
        assert_eq!(fresh["closesAt"], Value::Null);
        assert_eq!(fresh["questions"], share.made["questions"]);
        assert_eq!((&fresh["hasViewPasscode"], &fresh["version"]), (&json!(true), &json!(1)));
        let path = format!("/shareables/{}", copy.text_at("shortId"));
        let results = table.get(&format!("{path}/results"), Some(&copy.text_at("adminToken"))).await.expect(200);
        assert_eq!(results.json["totalVotes"], 0);
        table.post(&format!("{path}/access"), None, json!({ "passcode": "velvet" })).await.expect(200);
        let open = json!({ "expiresAfter": 1, "viewPasscode": null });
        let open = table.post(&share.at("/clone"), share.admin(), open).await.expect(201);
        assert_eq!((&open.json["shareable"]["hasViewPasscode"], &open.json["shareable"]["name"]), (&json!(false), &json!("Autumn weekend")));
        table.post(&share.at("/clone"), share.admin(), json!({})).await.expect(422);
    }

    async fn deleting_hides_at_once_and_removes_everything_that_hangs_on_it(table: Table) {
        let share = table.make_poll(json!({})).await;
        for _ in 0..120 {
            vote(&table, &share).await;
        }
        table.delete(&share.path, share.admin()).await.expect(204);
        table.get(&share.path, None).await.expect(404);
        table.get(&share.path, share.admin()).await.expect(404);
        table.delete(&share.path, share.admin()).await.expect(404);
        assert!(item(&table, &share).await.is_some(), "its own item goes last");
        table.finish_work().await;
        assert_eq!(item(&table, &share).await, None);
        assert_eq!(stored(&table, keys::Part::Vote.all_of(&share.id)).await, []);
    }

    async fn the_operator_takes_down_any_share(table: Table) {
        let share = table.make_checklist(&["a"]).await;
        let tick = share.at(&format!("/items/{}/tick", share.item(0)));
        table.put(&tick, None, json!({})).await.expect(200);
        let operator = &shareables::feature().take_down[0];
        operator.run.take_down(&table.services, &share.id.shown()).await.unwrap();
        table.get(&share.path, share.admin()).await.expect(404);
        table.finish_work().await;
        assert_eq!(stored(&table, keys::Part::Tick.all_of(&share.id)).await, []);
        for code in [share.id.shown().as_str(), "rubbish"] {
            let problem = operator.run.take_down(&table.services, code).await.unwrap_err();
            assert_eq!(problem.status(), 404);
        }
    }

    async fn a_poll_with_dates_stays_a_week_after_the_last_of_them(table: Table) {
        let start = "2037-12-20T18:00:00Z";
        let question = json!([{ "title": "When?", "options": [{ "label": "", "startTime": start }, { "label": "Later" }] }]);
        let poll = table.make(json!({ "entity": "poll", "name": "When", "expiresAfter": 7, "questions": question })).await;
        assert_eq!(poll.made["expiresAt"], "2037-12-27T18:00:00.000Z");
        let plain = table.make_poll(json!({})).await;
        assert_eq!(plain.made["expiresAt"], "2037-11-22T09:00:00.000Z");
        let edited = table.patch(&plain.path, plain.admin(), json!({ "questions": question })).await.expect(200);
        assert_eq!(edited.json["expiresAt"], "2037-12-27T18:00:00.000Z");
        let shorter = table.patch(&poll.path, poll.admin(), json!({ "expiresAfter": 1 })).await.expect(200);
        assert_eq!(shorter.json["expiresAt"], "2037-12-27T18:00:00.000Z");
    }

    async fn less_time_is_offered_as_shortening(table: Table) {
        let list = table.make_checklist(&["Tent"]).await;
        let organiser = table.anyone();
        organiser.submit(&list.page("/admin"), &[("passcode", &list.passcode)]).await.expect(303);
        let page = organiser.page(&list.page("/admin")).await.expect(200);
        page.shows("Shorten to 1 day");
        assert!(!page.text.contains("Shorten to 30 days"));
        let gone = organiser.submit(&list.page("/admin"), &[("do", "extend"), ("days", "1")]).await.expect(303);
        organiser.page(gone.location()).await.expect(200).shows("The time is shortened.");
    }
}
