//! What becomes of groups and hangouts when an account is renamed or deleted.

use crate::support::{Town, column, features};
use jiff::SignedDuration;
use serde_json::json;
use stage::{Engine, PASSWORD, Person, Stage};

on_both_engines! {
    async fn a_new_name_reaches_memberships_and_responses(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let hangout = town.hangout(&ana, &group, "Supper", 5).await;
        bo.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
        bo.patch("/me", json!({ "displayName": "Bodil" })).await.expect(200);
        town.settles().await;
        assert!(column(&ana.get(&format!("/groups/{group}/members")).await, "displayName").contains(&"Bodil".to_owned()));
        assert_eq!(column(&ana.get(&format!("/hangouts/{hangout}/responses")).await, "displayName"), ["Bodil"]);
    }

    async fn an_export_holds_the_text_of_hangouts_that_one_made(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Supper", "description": "Bring a jumper", "location": "Garden", "groupIds": [group],
            "startTime": "2037-11-20T18:30:00Z", "endTime": "2037-11-20T22:00:00Z" });
        bo.post("/hangouts", body).await.expect(201);
        town.hangout(&ana, &group, "Walk", 6).await;
        bo.page(&format!("/groups/{group}/leave")).await.expect(200).shows("in the export of your data");
        bo.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        let held = bo.get("/me/export").await.expect(200);
        let made = &held.json["features"]["hangouts"]["hangouts"];
        assert_eq!(made.as_array().map(Vec::len), Some(1), "{made}");
        for (name, text) in [("title", "Supper"), ("description", "Bring a jumper"), ("location", "Garden"),
            ("startTime", "2037-11-20T18:30:00.000Z"), ("endTime", "2037-11-20T22:00:00.000Z")] {
            assert_eq!(made[0][name], text);
        }
    }

    async fn the_last_owner_of_a_group_with_others_cannot_go_and_others_leave_nothing_behind(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let own = town.group(&bo, "Bo's own").await;
        let hangout = town.hangout(&ana, &group, "Supper", 5).await;
        let walk = json!({ "title": "Walk", "inviteeIds": [ana.user_id, bo.user_id] });
        let walk = bo.post("/hangouts", walk).await.expect(201).text_at("hangoutId");
        town.hangout(&bo, &own, "Alone", 5).await;
        bo.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
        town.settles().await;
        let answer = ana.send(http::Method::DELETE, "/me", Some(&json!({ "password": PASSWORD }))).await;
        assert_eq!(answer.status, 409, "{}", answer.text);
        assert!(answer.text.contains("Mill Lane"), "{}", answer.text);
        let gone = bo.send(http::Method::DELETE, "/me", Some(&json!({ "password": PASSWORD }))).await;
        assert_eq!(gone.status, 204, "{}", gone.text);
        town.settles().await;
        town.settles().await;
        assert_eq!(ana.get(&format!("/hangouts/{hangout}")).await.json["goingCount"], 0);
        assert_eq!(ana.get(&format!("/groups/{group}")).await.json["memberCount"], 1);
        assert_eq!(ana.get(&format!("/hangouts/{walk}")).await.expect(200).json["mayEdit"], false);
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        // The bare id remains in `createdBy` alone.
        for row in town.rows(&hangouts::tables::INVITER_TABLE).await {
            let left = row.iter().filter(|(name, value)| *name != "createdBy" && format!("{value:?}").contains(&bo.user_id));
            assert_eq!(left.count(), 0, "{row:?}");
        }
    }
}

/// Bo, in a group of Ana's, who comes to one of its hangouts.
async fn coming(town: &Town) -> (Person, Person, String) {
    let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
    let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
    let hangout = town.hangout(&ana, &group, "Supper", 5).await;
    bo.put(&format!("/hangouts/{hangout}/response"), json!({ "response": "going" })).await.expect(200);
    (ana, bo, format!("/hangouts/{hangout}/responses"))
}

/// Servers share storage on DynamoDB alone.
#[tokio::test]
async fn another_server_that_holds_responses_learns_of_a_new_name_and_of_a_deletion() {
    let town = Town::on(Engine::Dynamodb).await;
    let (ana, bo, responses) = coming(&town).await;
    let other = town.another_server().await;
    let ana = other.anyone().with_bearer(ana.bearer().unwrap().to_owned());
    let page = responses.replace("/responses", "");
    let shown = async |name: &str| ana.page(&page).await.expect(200).text.contains(name);
    assert!(shown("Bo").await);
    bo.patch("/me", json!({ "displayName": "Ingeborg" })).await.expect(200);
    town.finish_work().await;
    town.advance(SignedDuration::from_secs(1));
    assert!(shown("Ingeborg").await, "renamed");
    bo.delete("/me").await.expect(204);
    town.finish_work().await;
    town.advance(SignedDuration::from_secs(1));
    assert!(!shown("Ingeborg").await, "deleted");
}

#[tokio::test]
async fn what_an_index_shows_late_is_renamed_and_removed_by_a_later_pass() {
    let (stage, indexes) = Stage::with_lagging_indexes(Engine::Dynamodb, features).await;
    let town = Town { stage };
    let (ana, bo, responses) = coming(&town).await;
    bo.patch("/me", json!({ "displayName": "Bodil" })).await.expect(200);
    town.finish_work().await;
    assert_eq!(column(&ana.get(&responses).await, "displayName"), ["Bo"], "the index does not show it yet");
    indexes.catch_up().await.unwrap();
    town.advance(SignedDuration::from_secs(6));
    town.finish_work().await;
    assert_eq!(column(&ana.get(&responses).await, "displayName"), ["Bodil"]);
    bo.delete("/me").await.expect(204);
    for _ in 0..3 {
        town.finish_work().await;
        indexes.catch_up().await.unwrap();
        town.advance(SignedDuration::from_secs(6));
    }
    town.finish_work().await;
    assert_eq!(column(&ana.get(&responses).await, "displayName"), Vec::<String>::new());
    assert!(
        town.rows(&identity::tables::USERS).await.iter().all(|row| !format!("{row:?}").contains(&bo.user_id))
    );
}

/// Somebody may join, or be shown by an index, after the deletion was allowed.
#[tokio::test]
async fn a_group_that_others_have_joined_meanwhile_is_theirs_when_its_last_owner_goes() {
    let (stage, indexes) = Stage::with_lagging_indexes(Engine::Dynamodb, features).await;
    let town = Town { stage };
    town.registers("Root").await;
    let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
    let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
    let refused = ana.delete("/me").await.expect(409);
    assert!(
        refused.text.contains("Mill Lane"),
        "a group that she made is known without the index: {}",
        refused.text
    );

    let own = town.group(&ana, "Alone").await;
    let link = ana
        .post(&format!("/groups/{own}/invite-links"), json!({ "expiresAfter": 1 }))
        .await
        .expect(201)
        .text_at("token");
    ana.delete(&format!("/groups/{group}")).await.expect(204);
    ana.delete("/me").await.expect(204);
    bo.act(&format!("/join/{link}")).await.expect(200);
    for _ in 0..3 {
        indexes.catch_up().await.unwrap();
        town.finish_work().await;
        town.advance(SignedDuration::from_secs(6));
    }
    let left = bo.get(&format!("/groups/{own}")).await.expect(200);
    assert_eq!((left.text_at("name"), left.json["memberCount"].clone()), ("Alone".into(), json!(1)));
    bo.patch(&format!("/groups/{own}"), json!({ "name": "Bo's own" })).await.expect(200);
    assert_eq!(town.findings(false).await, Vec::<String>::new());
}
