//! Who comes: with the hangout itself, counted at once, and asked again where it has moved.

use crate::support::{Town, titles};
use jiff::SignedDuration;
use serde_json::json;
use store::{Key, Write};

on_both_engines! {
    async fn the_maker_can_be_coming_from_the_start(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Supper", "groupIds": [group], "startTime": town.in_hours(5), "attend": true });
        let made = ana.post("/hangouts", body).await.expect(201);
        assert_eq!((&made.json["goingCount"], &made.json["myResponse"]), (&json!(1), &json!("going")));
        assert_eq!(bo.get("/me/hangouts").await.json["items"][0]["goingCount"], 1, "before any work is done");
        let path = format!("/hangouts/{}", made.text_at("hangoutId"));
        assert_eq!(bo.get(&format!("{path}/responses")).await.json["items"][0]["displayName"], "Ana");
        town.settles().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        assert_eq!(town.hangout(&ana, &group, "Walk", 6).await.len(), 36);
        assert_eq!(ana.get("/me/hangouts").await.json["items"][1]["goingCount"], 0, "only who says so comes");
        let form = ana.page("/hangouts/new").await.expect(200);
        form.shows(r#"name="attend" checked"#);
        let once = form.hidden("once");
        let fields = [("once", once.as_str()), ("title", "Ride"), ("group", &group), ("startTime", "2037-11-20T10:00"), ("timeZone", "UTC"), ("attend", "on")];
        let made = ana.submit("/hangouts/new", &fields).await.expect(303);
        ana.page(made.location()).await.expect(200).shows("1 going");
    }

    async fn counts_are_those_of_this_moment_on_the_server_that_took_the_answer(town: Town) {
        let people = [town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await];
        let group = town.group_with(&people[0], "Mill Lane", &[&people[1], &people[2]]).await;
        let path = format!("/hangouts/{}", town.hangout(&people[0], &group, "Supper", 5).await);
        for (at, person) in people.iter().enumerate() {
            let said = person.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
            assert_eq!(said.json["goingCount"], at + 1);
            assert_eq!(people[0].get(&path).await.json["goingCount"], at + 1);
        }
        // All three at once in every list, within a second of the last.
        town.finish_work().await;
        town.advance(SignedDuration::from_secs(1));
        town.finish_work().await;
        assert_eq!(people[0].get("/me/hangouts").await.json["items"][0]["goingCount"], 3);
    }

    async fn who_answered_before_a_move_is_marked_and_asked_and_keeps_their_place(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo, &cy]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        let answer = format!("{path}/response");
        for person in [&bo, &cy] {
            person.put(&answer, json!({ "response": "going" })).await.expect(200);
            town.advance(SignedDuration::from_secs(5));
        }
        assert_eq!(bo.get(&path).await.json["movedAt"], json!(null));
        ana.patch(&path, json!({ "description": "Bring a jumper" })).await.expect(200);
        assert_eq!(bo.get(&path).await.json["movedAt"], json!(null), "a description moves nothing");
        let moved = ana.patch(&path, json!({ "startTime": town.in_hours(30) })).await.expect(200);
        assert!(moved.json["movedAt"].is_string());
        town.advance(SignedDuration::from_secs(5));
        assert_eq!(bo.get(&path).await.json["myResponseBeforeMove"], true);
        assert_eq!(bo.get("/me/hangouts").await.json["items"][0]["myResponseBeforeMove"], true);
        let before = |path: String| { let ana = &ana; async move {
            let list = ana.get(&path).await.expect(200);
            list.json["items"].as_array().unwrap().iter().map(|one| (one["displayName"].as_str().unwrap().to_owned(), one["beforeMove"] == true)).collect::<Vec<_>>()
        } };
        assert!(before(format!("{path}/responses")).await.iter().all(|(_, before)| *before));
        bo.page(&path).await.expect(200).shows("Still coming?").shows("Answered before it moved");
        bo.submit(&answer, &[("response", "going")]).await.expect(303);
        assert_eq!(bo.get(&path).await.json["myResponseBeforeMove"], false);
        let page = ana.page(&path).await.expect(200);
        let (bos, cys) = (page.text.find("<bdi>Bo</bdi>").unwrap(), page.text.find("<bdi>Cy</bdi>").unwrap());
        assert!(bos < cys, "a renewed answer keeps its place");
        assert!(!bo.page(&path).await.text.contains("Still coming?") && cy.page(&path).await.text.contains("Still coming?"));
    }

    async fn a_move_that_is_undone_at_once_asks_nobody(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let start = town.in_hours(5);
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        bo.put(&format!("{path}/response"), json!({ "response": "maybe" })).await.expect(200);
        town.advance(SignedDuration::from_secs(5));
        ana.patch(&path, json!({ "startTime": town.in_hours(9) })).await.expect(200);
        ana.patch(&path, json!({ "startTime": start })).await.expect(200);
        assert_eq!(bo.get(&path).await.json["myResponseBeforeMove"], false);
    }

    async fn a_cancelled_hangout_has_no_seats_and_says_so_on_home(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        town.settles().await;
        ana.page(&path).await.expect(200).shows(r#"class="seats""#);
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        let page = bo.page(&path).await.expect(200);
        page.shows("This hangout is cancelled.");
        assert!(!page.text.contains(r#"class="seats""#));
        assert!(!bo.page("/hangouts").await.expect(200).shows("Cancelled").text.contains("1 going"));
        assert_eq!(titles(&bo.get("/me/hangouts").await), ["Supper"]);
    }

    async fn a_hundred_and_thirty_people_are_counted_as_such(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        let (of_group, of_hangout) = (format!("GROUP#{group}"), path.replace("/hangouts/", "EVENT#"));
        let table = &hangouts::tables::INVITER_TABLE;
        for at in 0..129 {
            let person = format!("USER#p{at:03}");
            let member = Write::update(table, Key::new(of_group.as_str(), person.as_str())).set("role", "member").set("displayName", format!("P{at:03}"));
            let response = Write::update(table, Key::new(of_hangout.as_str(), person.as_str())).set("response", "going").set("displayName", format!("P{at:03}"));
            for write in [member, response] {
                town.services.store.write(write).await.unwrap();
            }
        }
        town.services.store.write(Write::update(table, Key::new(of_group.as_str(), "METADATA")).set("memberCount", 130)).await.unwrap();
        ana.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        let page = ana.page(&path).await.expect(200);
        page.shows("+107").shows("130 going, 0 maybe").shows("Going 130").shows("And 106 more");
        for page in [format!("/groups/{group}"), format!("/groups/{group}/members")] {
            ana.page(&page).await.expect(200).shows("Group of 130 people").shows("and 125 more").shows("+125").shows("of 130 people shown");
        }
    }

    async fn creating_again_with_the_key_of_something_left_is_a_conflict(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let keyed = ana.with_header("idempotency-key", "the-key-of-a-group-1");
        let group = keyed.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        town.adds(&ana, &group, &bo).await;
        ana.patch(&format!("/groups/{group}/members/{}", bo.user_id), json!({ "role": "owner" })).await.expect(200);
        let planned = ana.with_header("idempotency-key", "the-key-of-a-hangout-1");
        let supper = json!({ "title": "Supper", "groupIds": [group] });
        planned.post("/hangouts", supper.clone()).await.expect(201);
        ana.delete(&format!("/groups/{group}/members/{}", ana.user_id)).await.expect(204);
        keyed.post("/groups", json!({ "name": "Mill Lane" })).await.expect(409);
        planned.post("/hangouts", supper).await.expect(409);
    }
}
