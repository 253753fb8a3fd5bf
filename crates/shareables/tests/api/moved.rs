//! Events that are moved, cancelled and restored: what replies become, what pages say, and who is sent a message.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use outbound::Letter;
use serde_json::{Value, json};
use stage::Person;

async fn confirmed(table: &Table, name: &str) -> Person {
    let person = table.registers(name).await;
    table.confirms(&person).await;
    person
}

fn letters(table: &Table, to: &Person) -> Vec<Letter> {
    let fixed = |letter: &Letter| letter.subject.starts_with("Confirm");
    table.mail.letters().into_iter().filter(|letter| letter.to == to.email && !fixed(letter)).collect()
}

async fn after(table: &Table, seconds: i64) {
    table.advance(SignedDuration::from_secs(seconds));
    table.finish_work().await;
}

async fn change(table: &Table, share: &Share, fields: Value) {
    table.patch(&share.path, share.admin(), fields).await.expect(200);
}

fn going(name: &str) -> Value {
    json!({ "name": name, "response": "going" })
}

on_both_engines! {
    async fn a_cancelled_event_takes_no_replies_until_it_is_restored(table: Table) {
        let share = table.make_event(json!({})).await;
        let code = table.post(&share.at("/rsvps"), None, going("Ana")).await.expect(201).text_at("code");
        assert_eq!(share.made["cancelled"], false);
        table.patch(&share.path, None, json!({ "cancelled": true })).await.expect(401);
        change(&table, &share, json!({ "cancelled": true })).await;
        let seen = table.get(&share.path, None).await.expect(200);
        assert!(seen.json["cancelled"] == true && seen.json["cancelledAt"].is_string() && seen.json["takesRsvps"] == false);
        let refused = table.post(&share.at("/rsvps"), None, going("Bo")).await.expect(409);
        assert!(refused.text.contains("This event is cancelled."), "{}", refused.text);
        table.put(&share.at(&format!("/rsvps/{code}")), None, going("Ana")).await.expect(409);
        let page = table.anyone().page(&share.page("")).await.expect(200);
        page.shows("This event is cancelled.");
        assert!(!page.text.contains("Add to calendar") && !page.text.contains("1 coming"), "{}", page.text);
        assert!(table.get(&share.at("/event.ics"), None).await.expect(200).text.contains("STATUS:CANCELLED"));
        change(&table, &share, json!({ "cancelled": false })).await;
        let seen = table.get(&share.path, None).await.expect(200);
        assert!(seen.json["cancelled"] == false && seen.json.get("cancelledAt").is_none());
        table.post(&share.at("/rsvps"), None, going("Bo")).await.expect(201);
        let poll = table.make_poll(json!({})).await;
        table.patch(&poll.path, poll.admin(), json!({ "cancelled": true })).await.expect(422);
    }

    async fn the_organiser_cancels_and_restores_on_the_page(table: Table) {
        let share = table.make_event(json!({})).await;
        let organiser = table.anyone();
        organiser.submit(&share.page("/admin"), &[("passcode", &share.passcode)]).await.expect(303);
        organiser.page(&share.page("/admin")).await.expect(200).shows("Yes, cancel event");
        organiser.submit(&share.page("/admin"), &[("do", "cancel")]).await.expect(303);
        organiser.page(&share.page("/admin")).await.expect(200).shows("Restore event");
        assert_eq!(table.get(&share.path, None).await.json["cancelled"], true);
        organiser.submit(&share.page("/admin"), &[("do", "restore")]).await.expect(303);
        assert_eq!(table.get(&share.path, None).await.json["cancelled"], false);
    }

    async fn replies_from_before_a_move_are_marked_until_they_are_confirmed_in_their_place(table: Table) {
        let share = table.make_event(json!({ "location": "Old mill" })).await;
        let (ana, bo) = (table.anyone(), table.anyone());
        let page = share.page("");
        ana.submit(&page, &[("name", "Ana"), ("response", "going"), ("guestCount", "2")]).await.expect(303);
        table.advance(SignedDuration::from_secs(5));
        bo.submit(&page, &[("name", "Bo"), ("response", "maybe")]).await.expect(303);
        table.advance(SignedDuration::from_secs(5));
        change(&table, &share, json!({ "description": "Bring a chair", "endTime": "2037-11-20T23:00:00Z" })).await;
        let marked = async || {
            let list = table.get(&share.at("/rsvps"), None).await.expect(200).json["items"].clone();
            list.as_array().unwrap().iter().map(|one| (one["name"].clone(), one["beforeMove"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(marked().await, [(json!("Ana"), json!(false)), (json!("Bo"), json!(false))], "nothing was moved");
        change(&table, &share, json!({ "location": "New mill" })).await;
        assert!(table.get(&share.path, None).await.json["movedAt"].is_string());
        assert_eq!(marked().await, [(json!("Ana"), json!(true)), (json!("Bo"), json!(true))]);
        ana.page(&page).await.expect(200).shows("Still coming?").shows("Before the change");
        assert!(!table.anyone().page(&page).await.text.contains("Still coming?"));
        table.advance(SignedDuration::from_secs(5));
        ana.submit(&page, &[("still", "yes")]).await.expect(303);
        let seen = ana.page(&page).await.expect(200);
        assert!(!seen.text.contains("Still coming?"), "{}", seen.text);
        assert_eq!(marked().await, [(json!("Ana"), json!(false)), (json!("Bo"), json!(true))], "in their places");
        let summary = table.get(&share.at("/rsvps"), None).await.json["summary"].clone();
        assert_eq!(summary, json!({ "going": 1, "maybe": 1, "notGoing": 0, "guests": 2 }));
    }

    async fn who_answered_signed_in_is_sent_one_message_about_a_change(table: Table) {
        let (ana, bo, cy) = (confirmed(&table, "Ana").await, confirmed(&table, "Bo").await, confirmed(&table, "Cy").await);
        let fields = json!({ "entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-11-20T18:30:00Z",
            "timeZone": "Europe/Lisbon", "location": "Old mill" });
        let made = ana.post("/shareables", fields).await.expect(201);
        let path = format!("/shareables/{}", made.text_at("shortId"));
        let own = ana.post(&format!("{path}/rsvps"), going("Ana")).await.expect(201);
        assert_eq!(own.json["response"], "going", "the organiser can be coming");
        bo.post(&format!("{path}/rsvps"), going("a guest")).await.expect(201);
        let code = cy.post(&format!("{path}/rsvps"), going("a guest")).await.expect(201).text_at("code");
        cy.delete(&format!("{path}/rsvps/{code}")).await.expect(204);
        for hour in [19, 20] {
            ana.patch(&path, json!({ "startTime": format!("2037-11-20T{hour}:00:00Z") })).await.expect(200);
            after(&table, 20).await;
        }
        assert!(letters(&table, &bo).is_empty(), "not before the minute is over");
        after(&table, 40).await;
        let got = letters(&table, &bo);
        assert_eq!(got.len(), 1);
        assert_eq!(got[0].subject, "Supper has changed: Friday 20 November, 20:00 Lisbon time");
        assert!(got[0].calendar.is_some() && got[0].text.contains("Still coming?") && got[0].text.contains("me="), "{}", got[0].text);
        assert!(letters(&table, &ana).is_empty() && letters(&table, &cy).is_empty());
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        after(&table, 30).await;
        ana.patch(&path, json!({ "cancelled": false })).await.expect(200);
        after(&table, 3_600).await;
        assert_eq!(letters(&table, &bo).len(), 1, "undone in time");
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        after(&table, 60).await;
        assert_eq!(letters(&table, &bo)[1].subject, "Supper is cancelled");
    }
}
