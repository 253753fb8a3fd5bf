//! Hangouts: made, seen, answered, moved, cancelled, copied, deleted.

use crate::support::{Town, column, titles};
use serde_json::json;

on_both_engines! {
    async fn a_hangout_in_a_group_is_seen_and_answered_by_its_members(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Harvest supper", "description": "Bring a jumper", "location": "Hana's garden",
            "startTime": town.in_hours(48), "endTime": town.in_hours(52), "groupIds": [group] });
        let made = bo.post("/hangouts", body).await.expect(201);
        let path = format!("/hangouts/{}", made.text_at("hangoutId"));
        for field in ["title", "description", "location", "startTime", "endTime", "createdBy"] {
            assert_eq!(ana.get(&path).await.text_at(field), made.text_at(field));
        }
        cy.get(&path).await.expect(404);
        cy.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(404);
        let said = ana.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        assert_eq!((said.text_at("response"), said.text_at("displayName")), ("going".into(), "Ana".into()));
        ana.put(&format!("{path}/response"), json!({ "response": "perhaps" })).await.expect(422);
        bo.put(&format!("{path}/response"), json!({ "response": "maybe" })).await.expect(200);
        ana.put(&format!("{path}/response"), json!({ "response": "notGoing" })).await.expect(200);
        town.settles().await;
        let seen = ana.get(&path).await;
        let counts = ["goingCount", "maybeCount", "notGoingCount"].map(|name| seen.json[name].as_u64().unwrap());
        assert_eq!((counts, seen.text_at("myResponse")), ([0, 1, 1], "notGoing".into()));
        let card = &bo.get(&format!("/groups/{group}/feed")).await.json["items"][0];
        assert_eq!((&card["maybeCount"], &card["notGoingCount"], &card["myResponse"]), (&json!(1), &json!(1), &json!("maybe")));
        assert_eq!(column(&bo.get(&format!("{path}/responses")).await.expect(200), "displayName").len(), 2);
    }

    async fn counting_leaves_the_etag_alone_and_waits_a_second_between_two(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        let tag = ana.get(&path).await.header("etag").to_owned();
        ana.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        town.finish_work().await;
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        town.finish_work().await;
        assert_eq!(ana.get(&path).await.json["goingCount"], 2, "counted at once on its own page");
        assert_eq!(ana.get("/me/hangouts").await.json["items"][0]["goingCount"], 1, "in lists the second count waits");
        town.advance(jiff::SignedDuration::from_secs(1));
        town.finish_work().await;
        assert_eq!(ana.get("/me/hangouts").await.json["items"][0]["goingCount"], 2);
        let seen = ana.get(&path).await;
        assert_eq!((seen.json["goingCount"].as_u64(), seen.header("etag")), (Some(2), &*tag));
    }

    async fn people_invited_directly_see_it_and_nobody_else_does(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let body = json!({ "title": "Walk", "inviteeIds": [bo.user_id], "startTime": town.in_hours(3) });
        let made = ana.post("/hangouts", body).await.expect(201);
        let path = format!("/hangouts/{}", made.text_at("hangoutId"));
        assert_eq!(made.json["inviteeIds"], json!([bo.user_id]));
        let seen = bo.get(&path).await.expect(200);
        assert!(seen.json["inviteeIds"].is_null(), "only editors see who else is invited");
        cy.get(&path).await.expect(404);
        for person in [&ana, &bo] {
            assert_eq!(titles(&person.get("/me/hangouts").await.expect(200)), ["Walk"]);
        }
        assert!(titles(&cy.get("/me/hangouts").await).is_empty());
        bo.patch(&path, json!({ "title": "Run" })).await.expect(403);
        ana.patch(&path, json!({ "inviteeIds": [cy.user_id] })).await.expect(200);
        bo.get(&path).await.expect(404);
        cy.get(&path).await.expect(200);
        assert!(titles(&bo.get("/me/hangouts").await).is_empty());
    }

    async fn what_is_wrong_with_a_hangout_is_said_field_by_field(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let foreign = town.group(&bo, "Not mine").await;
        let group = town.group(&ana, "Mill Lane").await;
        let with = |more: serde_json::Value| {
            let mut body = json!({ "title": "Supper", "groupIds": [group] });
            for (name, value) in more.as_object().unwrap() {
                body[name] = value.clone();
            }
            body
        };
        let wrong = [
            (json!({ "title": "" }), "title"),
            (json!({ "title": "x".repeat(201) }), "title"),
            (json!({ "description": "x".repeat(5_001) }), "description"),
            (json!({ "location": "x".repeat(201) }), "location"),
            (json!({ "groupIds": [] }), "groupIds"),
            (json!({ "groupIds": [foreign] }), "groupIds[0]"),
            (json!({ "inviteeIds": [bo.user_id, uuid::Uuid::nil()] }), "inviteeIds[1]"),
            (json!({ "endTime": town.in_hours(1) }), "endTime"),
            (json!({ "startTime": town.in_hours(2), "endTime": town.in_hours(2) }), "endTime"),
        ];
        for (more, field) in wrong {
            let answer = ana.post("/hangouts", with(more)).await.expect(422);
            assert_eq!(answer.wrong_fields(), [field], "{}", answer.text);
        }
        ana.post("/hangouts", with(json!({ "startTime": "tomorrow" }))).await.expect(422);
        ana.post("/hangouts", with(json!({ "colour": "red" }))).await.expect(400);
    }

    async fn creators_and_owners_edit_and_the_edit_shows_in_every_list(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo, &cy]).await;
        let path = format!("/hangouts/{}", town.hangout(&bo, &group, "Supper", 5).await);
        cy.patch(&path, json!({ "title": "x" })).await.expect(403);
        bo.patch(&path, json!({ "title": "Late supper" })).await.expect(200);
        let moved = ana.patch(&path, json!({ "startTime": town.in_hours(30), "endTime": town.in_hours(31) })).await.expect(200);
        let feed = format!("/groups/{group}/feed");
        let card = cy.get(&feed).await.json["items"][0].clone();
        assert_eq!((&card["title"], &card["startTime"]), (&json!("Late supper"), &moved.json["startTime"]));
        // Without a date it is in the feed and in no list by time; without a start it has no end.
        let undated = ana.patch(&path, json!({ "startTime": null })).await.expect(200);
        assert!(undated.json["endTime"].is_null());
        assert_eq!(titles(&cy.get(&feed).await), ["Late supper"]);
        assert!(titles(&cy.get("/me/hangouts").await).is_empty());
        let stale = moved.header("etag").to_owned();
        ana.with_header("if-match", &stale).patch(&path, json!({ "title": "x" })).await.expect(412);
        ana.with_header("if-match", &stale).delete(&path).await.expect(412);
    }

    async fn a_cancelled_hangout_stays_marked_and_takes_no_responses(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        assert_eq!(ana.patch(&path, json!({ "cancelled": true })).await.expect(200).json["cancelled"], true);
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(409);
        assert_eq!(bo.get("/me/hangouts").await.json["items"][0]["cancelled"], true);
        ana.patch(&path, json!({ "cancelled": false })).await.expect(200);
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
    }

    async fn a_copy_has_everything_but_the_answers(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Supper", "location": "Garden", "groupIds": [group], "inviteeIds": [bo.user_id],
            "startTime": town.in_hours(10), "endTime": town.in_hours(12) });
        let first = ana.post("/hangouts", body).await.expect(201);
        let path = format!("/hangouts/{}", first.text_at("hangoutId"));
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        bo.post(&format!("{path}/copy"), json!({ "startTime": town.in_hours(100) })).await.expect(403);
        let copy = ana.post(&format!("{path}/copy"), json!({ "startTime": town.in_hours(100) })).await.expect(201);
        assert_ne!(copy.text_at("hangoutId"), first.text_at("hangoutId"));
        assert_eq!((copy.text_at("title"), copy.text_at("location")), ("Supper".into(), "Garden".into()));
        assert_eq!((copy.text_at("startTime"), copy.text_at("endTime")), (town.in_hours(100), town.in_hours(102)));
        assert_eq!((&copy.json["groupIds"], &copy.json["inviteeIds"]), (&json!([group]), &json!([bo.user_id])));
        assert!(copy.json["myResponse"].is_null());
    }

    async fn a_deleted_hangout_is_gone_from_every_list(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&bo, &group, "Supper", 5).await);
        ana.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        bo.delete(&path).await.expect(204);
        bo.get(&path).await.expect(404);
        bo.delete(&path).await.expect(404);
        assert!(titles(&ana.get(&format!("/groups/{group}/feed")).await).is_empty());
        town.settles().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        let left = town.rows(&hangouts::tables::INVITER_TABLE).await;
        assert_eq!(left.len(), 3, "the group and its two members");
    }

    async fn an_edit_of_groups_touches_only_those_that_the_editor_is_in(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let shared = town.group_with(&ana, "Shared", &[&bo]).await;
        let (of_ana, of_bo) = (town.group(&ana, "Ana's").await, town.group(&bo, "Bo's").await);
        let made = ana.post("/hangouts", json!({ "title": "Supper", "groupIds": [shared, of_ana] })).await.expect(201);
        let path = format!("/hangouts/{}", made.text_at("hangoutId"));
        ana.patch(&format!("/groups/{shared}/members/{}", bo.user_id), json!({ "role": "owner" })).await.expect(200);
        assert_eq!(bo.get(&path).await.json["groupIds"], json!([shared]));
        bo.patch(&path, json!({ "groupIds": [of_ana] })).await.expect(422);
        bo.patch(&path, json!({ "groupIds": [of_bo] })).await.expect(200);
        assert_eq!(ana.get(&path).await.json["groupIds"], json!([of_ana]), "what Bo is not in stayed");
        assert_eq!(titles(&bo.get(&format!("/groups/{of_bo}/feed")).await), ["Supper"]);
        assert!(titles(&bo.get(&format!("/groups/{shared}/feed")).await).is_empty());
    }

    async fn a_creator_who_leaves_the_last_group_sees_it_no_more_unless_it_has_none(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Supper", "groupIds": [group], "inviteeIds": [ana.user_id] });
        let path = format!("/hangouts/{}", bo.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
        bo.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        bo.get(&path).await.expect(404);
        bo.patch(&path, json!({ "title": "x" })).await.expect(404);
        ana.delete(&format!("/groups/{group}")).await.expect(204);
        town.settles().await;
        assert_eq!(bo.get(&path).await.expect(200).json["mayEdit"], true);
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }
}
