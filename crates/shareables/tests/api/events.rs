//! Events: answering, changing one's mind, who sees who is coming, and the calendar file.

use crate::support::{Share, Table};
use jiff::SignedDuration;
use serde_json::{Value, json};

async fn answers(table: &Table, share: &Share, name: &str, response: &str, guests: u32) -> String {
    let body = json!({ "name": name, "response": response, "guestCount": guests });
    table.post(&share.at("/rsvps"), None, body).await.expect(201).text_at("code")
}

on_both_engines! {
    async fn people_answer_change_their_mind_and_withdraw(table: Table) {
        let share = table.make_event(json!({})).await;
        let body = json!({ "name": " Ana ", "response": "going", "guestCount": 2 });
        let ana = table.post(&share.at("/rsvps"), None, body).await.expect(201);
        let code = ana.text_at("code");
        assert_eq!((code.len(), &ana.json["name"]), (8, &json!("Ana")));
        let own = share.at(&format!("/rsvps/{code}"));
        assert_eq!(table.get(&own, None).await.expect(200).json, ana.json);

        table.advance(SignedDuration::from_secs(1));
        let changed = table.put(&own, None, json!({ "name": "Ana", "response": "maybe" })).await.expect(200);
        assert_eq!((&changed.json["response"], &changed.json["guestCount"]), (&json!("maybe"), &json!(0)));
        assert_eq!(changed.json["createdAt"], ana.json["createdAt"]);
        assert_ne!(changed.json["updatedAt"], ana.json["updatedAt"]);

        table.delete(&own, None).await.expect(204);
        table.get(&own, None).await.expect(404);
        table.put(&own, None, json!({ "name": "Ana", "response": "maybe" })).await.expect(404);
    }

    async fn the_list_sums_up_and_tells_codes_to_the_organiser_alone(table: Table) {
        let share = table.make_event(json!({})).await;
        let mut codes = Vec::new();
        for (name, response, guests) in [("Ana", "going", 2), ("Bo", "going", 0), ("Cy", "maybe", 3), ("Di", "notGoing", 1)] {
            codes.push(answers(&table, &share, name, response, guests).await);
            table.advance(SignedDuration::from_secs(1));
        }
        let seen = table.get(&share.at("/rsvps"), None).await.expect(200);
        assert_eq!(seen.json["summary"], json!({ "going": 2, "maybe": 1, "notGoing": 1, "guests": 2 }));
        let names: Vec<_> = seen.json["items"].as_array().unwrap().iter().map(|item| item["name"].clone()).collect();
        assert_eq!(names, ["Ana", "Bo", "Cy", "Di"], "in the order in which they came");
        assert!(codes.iter().all(|code| !seen.text.contains(code)));
        let admin = table.get(&share.at("/rsvps"), share.admin()).await.expect(200);
        assert!(codes.iter().all(|code| admin.text.contains(code)));
        let own = |at: usize| share.at(&format!("/rsvps/{}", codes[at]));
        table.put(&own(0), None, json!({ "name": "Ana", "response": "maybe", "guestCount": 2 })).await.expect(200);
        table.delete(&own(1), None).await.expect(204);
        let seen = table.get(&share.at("/rsvps"), None).await.expect(200);
        let left = json!({ "going": 0, "maybe": 2, "notGoing": 1, "guests": 0 });
        assert_eq!(seen.json["summary"], left, "what was changed counts once, what was withdrawn not at all");
    }

    async fn a_long_list_comes_in_pages(table: Table) {
        let share = table.make_event(json!({})).await;
        for n in 0..5 {
            answers(&table, &share, &n.to_string(), "going", 0).await;
        }
        let (mut names, mut next, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            let page = table.get(&share.at(&format!("/rsvps?limit=2{next}")), None).await.expect(200);
            assert_eq!(page.json["summary"]["going"], 5);
            names.extend(page.json["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()));
            pages += 1;
            match page.json["nextCursor"].as_str() {
                Some(cursor) => next = format!("&cursor={cursor}"),
                None => break,
            }
        }
        names.sort();
        assert_eq!((names, pages), (["0", "1", "2", "3", "4"].map(str::to_owned).to_vec(), 3));
        table.get(&share.at("/rsvps?limit=0"), None).await.expect(422);
        table.get(&share.at("/rsvps?limit=x"), None).await.expect(422);
        table.get(&share.at("/rsvps?cursor=rubbish"), None).await.expect(400);
    }

    async fn who_sees_who_is_coming_follows_the_setting(table: Table) {
        let share = table.make_event(json!({ "rsvpVisibility": "afterRsvp" })).await;
        let code = answers(&table, &share, "Ana", "going", 0).await;
        table.get(&share.at("/rsvps"), None).await.expect(403);
        table.get(&share.at("/rsvps?code=aaaaaaaa"), None).await.expect(403);
        let seen = table.get(&share.at(&format!("/rsvps?code={code}")), None).await.expect(200);
        assert!(!seen.text.contains(&code), "not even one's own");
        table.patch(&share.path, share.admin(), json!({ "rsvpVisibility": "adminOnly" })).await.expect(200);
        table.get(&share.at(&format!("/rsvps?code={code}")), None).await.expect(403);
        table.get(&share.at(&format!("/rsvps/{code}")), None).await.expect(200);
        table.get(&share.at("/rsvps"), share.admin()).await.expect(200);
    }

    async fn after_the_deadline_nobody_answers_or_changes_but_the_organiser_may_remove(table: Table) {
        let share = table.make_event(json!({ "rsvpDeadline": table.in_an_hour() })).await;
        let code = answers(&table, &share, "Ana", "going", 0).await;
        let own = share.at(&format!("/rsvps/{code}"));
        assert_eq!(share.made["takesRsvps"], true);
        table.advance(SignedDuration::from_hours(1));
        let body = json!({ "name": "Bo", "response": "going" });
        table.post(&share.at("/rsvps"), None, body.clone()).await.expect(409);
        table.put(&own, None, body).await.expect(409);
        table.delete(&own, None).await.expect(409);
        assert_eq!(table.get(&share.path, None).await.json["takesRsvps"], false);
        table.delete(&own, share.admin()).await.expect(204);
    }

    async fn answers_that_make_no_sense_are_refused(table: Table) {
        let share = table.make_event(json!({})).await;
        for (body, status) in [
            (json!({ "name": " ", "response": "going" }), 422),
            (json!({ "name": "Ana", "response": "perhaps" }), 422),
            (json!({ "name": "Ana", "response": "going", "guestCount": 21 }), 422),
            (json!({ "name": "Ana", "response": "going", "guestCount": -1 }), 422),
            (json!({ "name": "Ana", "response": "going", "guestCount": "two" }), 400),
            (json!({ "name": "Ana", "response": "going", "guests": 1 }), 400),
        ] {
            table.post(&share.at("/rsvps"), None, body).await.expect(status);
        }
    }

    async fn an_event_is_edited_field_by_field(table: Table) {
        let share = table.make_event(json!({ "location": "Kitchen", "type": "Virtual", "endTime": "2037-11-20T20:00:00+01:00" })).await;
        assert_eq!((&share.made["type"], &share.made["endTime"]), (&json!("virtual"), &json!("2037-11-20T19:00:00.000Z")));
        let edit = json!({ "location": null, "description": "Bring a chair", "endTime": null, "type": "inPerson" });
        let edited = table.patch(&share.path, share.admin(), edit).await.expect(200);
        assert_eq!((&edited.json["location"], &edited.json["endTime"]), (&Value::Null, &Value::Null));
        assert_eq!((&edited.json["description"], &edited.json["timeZone"]), (&json!("Bring a chair"), &json!("Europe/Lisbon")));
        for wrong in [json!({ "startTime": null }), json!({ "note": "x" }), json!({ "entity": "poll" })] {
            table.patch(&share.path, share.admin(), wrong).await.expect(422);
        }
        let never = json!({ "endTime": "2037-11-20T18:30:00Z", "timeZone": "Europe/Atlantis" });
        let refused = table.patch(&share.path, share.admin(), never).await.expect(422);
        assert_eq!(refused.wrong_fields(), ["endTime", "timeZone"], "it ends after it starts, in a zone that exists");
    }

    async fn the_calendar_file_tells_when_and_where(table: Table) {
        let share = table.make_event(json!({ "endTime": "2037-11-20T21:00:00Z", "location": "Kitchen; 2nd floor", "description": "Soup, then cake" })).await;
        let file = table.get(&share.at("/event.ics"), None).await.expect(200);
        assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
        let unfolded = file.text.replace("\r\n ", "");
        for line in [
            "BEGIN:VCALENDAR".to_owned(),
            "DTSTART:20371120T183000Z".to_owned(),
            "DTEND:20371120T210000Z".to_owned(),
            "DTSTAMP:20371115T090000Z".to_owned(),
            "SUMMARY:Supper".to_owned(),
            "LOCATION:Kitchen\\; 2nd floor".to_owned(),
            "DESCRIPTION:Soup\\, then cake".to_owned(),
            format!("URL:http://127.0.0.1:8080/s/{}", share.id),
            format!("UID:{}@{}.roundtable", share.id.compact(), table.services.keys.fingerprint()),
        ] {
            assert!(unfolded.split("\r\n").any(|held| held == line), "{line} in {unfolded}");
        }
    }
}
