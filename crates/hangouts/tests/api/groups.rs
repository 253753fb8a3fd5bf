//! Groups: who is in them, who may do what, and what becomes of them.

use crate::support::{Town, column};
use serde_json::json;

on_both_engines! {
    async fn a_group_belongs_to_whoever_made_it_and_is_unknown_to_others(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let made = ana.post("/groups", json!({ "name": " Mill Lane ", "description": "By the bridge" })).await.expect(201);
        assert_eq!((made.text_at("name"), made.text_at("role")), ("Mill Lane".into(), "owner".into()));
        assert_eq!(made.json["memberCount"], 1);
        let path = format!("/groups/{}", made.text_at("groupId"));
        assert_eq!(ana.get(&path).await.expect(200).text_at("description"), "By the bridge");
        bo.get(&path).await.expect(404);
        bo.patch(&path, json!({ "name": "Mine" })).await.expect(404);
        town.anyone().get(&path).await.expect(401);
        assert_eq!(column(&ana.get("/groups").await, "name"), ["Mill Lane"]);
        assert!(column(&bo.get("/groups").await, "name").is_empty());
    }

    async fn a_name_is_needed_and_not_too_long(town: Town) {
        let ana = town.registers("Ana").await;
        for name in ["", "  ", &"x".repeat(201)] {
            let answer = ana.post("/groups", json!({ "name": name })).await.expect(422);
            assert_eq!(answer.wrong_fields(), ["name"], "{name}");
        }
        ana.post("/groups", json!({ "name": "a", "colour": "red" })).await.expect(400);
    }

    async fn the_same_request_twice_makes_one_group(town: Town) {
        let ana = town.registers("Ana").await.with_header("idempotency-key", "a-key-of-my-own");
        let first = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201);
        let again = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201);
        assert_eq!(first.text_at("groupId"), again.text_at("groupId"));
        ana.post("/groups", json!({ "name": "Another" })).await.expect(422);
        assert_eq!(column(&ana.get("/groups").await, "name").len(), 1);
    }

    async fn owners_add_members_by_id_or_email_and_members_do_not(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let members = format!("/groups/{group}/members");
        bo.post(&members, json!({ "userId": cy.user_id })).await.expect(403);
        // An address counts once its owner has confirmed it.
        ana.post(&members, json!({ "email": "cy@example.org" })).await.expect(422);
        town.confirms(&cy).await;
        let added = ana.post(&members, json!({ "email": "CY@example.org" })).await.expect(201);
        assert_eq!((added.text_at("displayName"), added.text_at("role")), ("Cy".into(), "member".into()));
        for wrong in [json!({ "email": "nobody@example.org" }), json!({ "userId": uuid::Uuid::nil() }), json!({}), json!({ "email": "x" })] {
            ana.post(&members, wrong).await.expect(422);
        }
        // Adding somebody again changes nothing.
        ana.post(&members, json!({ "userId": bo.user_id })).await.expect(201);
        let mut names = column(&bo.get(&members).await.expect(200), "displayName");
        names.sort();
        assert_eq!(names, ["Ana", "Bo", "Cy"]);
        assert_eq!(ana.get(&format!("/groups/{group}")).await.json["memberCount"], 3);
    }

    async fn somebody_who_left_or_was_removed_sees_nothing_any_more(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo, &cy]).await;
        let (path, member) = (format!("/groups/{group}"), |id: &str| format!("/groups/{group}/members/{id}"));
        bo.delete(&member(&cy.user_id)).await.expect(403);
        bo.delete(&member(&bo.user_id)).await.expect(204);
        ana.delete(&member(&cy.user_id)).await.expect(204);
        ana.delete(&member(&cy.user_id)).await.expect(404);
        for gone in [&bo, &cy] {
            gone.get(&path).await.expect(404);
            assert!(column(&gone.get("/groups").await, "name").is_empty());
        }
        assert_eq!(ana.get(&path).await.json["memberCount"], 1);
    }

    async fn the_last_owner_stays_until_somebody_else_is_one(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let member = |id: &str| format!("/groups/{group}/members/{id}");
        ana.delete(&member(&ana.user_id)).await.expect(409);
        ana.patch(&member(&ana.user_id), json!({ "role": "member" })).await.expect(409);
        bo.patch(&member(&bo.user_id), json!({ "role": "owner" })).await.expect(403);
        ana.patch(&member(&bo.user_id), json!({ "role": "chief" })).await.expect(422);
        assert_eq!(ana.patch(&member(&bo.user_id), json!({ "role": "owner" })).await.expect(200).text_at("role"), "owner");
        ana.delete(&member(&ana.user_id)).await.expect(204);
        assert_eq!(bo.get(&format!("/groups/{group}")).await.expect(200).text_at("role"), "owner");
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn a_new_name_reaches_every_copy(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/groups/{group}");
        let old = ana.get(&path).await;
        let renamed = ana.patch(&path, json!({ "name": "Mill Road" })).await.expect(200);
        assert_ne!(old.header("etag"), renamed.header("etag"));
        assert_eq!(column(&bo.get("/groups").await, "name"), ["Mill Road"]);
        ana.with_header("if-match", old.header("etag")).patch(&path, json!({ "name": "x" })).await.expect(412);
        ana.patch(&path, json!({ "name": null })).await.expect(422);
        ana.patch(&path, json!({ "description": "Now with bridge" })).await.expect(200);
        let cleared = ana.patch(&path, json!({ "description": null })).await.expect(200);
        assert_eq!(cleared.json["description"], json!(null));
        town.finish_work().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn a_deleted_group_takes_what_was_only_its_own_with_it(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let other = town.group_with(&ana, "Rowing", &[&bo]).await;
        ana.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201);
        let only = town.hangout(&ana, &group, "Supper", 5).await;
        let both = json!({ "title": "Regatta", "groupIds": [group, other] });
        let both = ana.post("/hangouts", both).await.expect(201).text_at("hangoutId");
        ana.put(&format!("/hangouts/{only}/response"), json!({ "response": "going" })).await.expect(200);
        bo.delete(&format!("/groups/{group}")).await.expect(403);
        ana.delete(&format!("/groups/{group}")).await.expect(204);
        ana.get(&format!("/groups/{group}")).await.expect(404);
        town.settles().await;
        ana.get(&format!("/hangouts/{only}")).await.expect(404);
        let seen = bo.get(&format!("/hangouts/{both}")).await.expect(200);
        assert_eq!(seen.json["groupIds"], json!([other]));
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        let left = town.rows(&hangouts::tables::INVITER_TABLE).await;
        assert!(!left.iter().any(|row| format!("{row:?}").contains(&group)), "something of the group is left");
    }
}
