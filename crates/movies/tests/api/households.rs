//! Households: who is in them, how one comes in and goes out, and what each one likes.

use crate::support::{Engine, Home, Stage, acting, child, column, draft, invite};
use jiff::SignedDuration;
use serde_json::json;

on_both_engines! {
    async fn a_household_is_created_renamed_and_unknown_to_others(home: Home) {
        let (nora, max) = (home.registers("Nora").await, home.registers("Max").await);
        nora.get("/households/mine").await.expect(404);
        let made = nora.post("/households", json!({ "name": " Mill Lane ", "streamingServices": ["Disney+", "netflix", "Disney Plus"] })).await.expect(201);
        assert_eq!(made.json["streamingServices"], json!(["disney_plus", "netflix"]));
        nora.post("/households", json!({ "name": "Another" })).await.expect(409);
        let tag = nora.get("/households/mine").await.expect(200).header("etag").to_owned();
        let renamed = nora.with_header("if-match", &tag).patch("/households/mine", json!({ "name": "Mill House" })).await.expect(200);
        assert_eq!((renamed.text_at("name"), renamed.json["streamingServices"].as_array().unwrap().len()), ("Mill House".into(), 2));
        nora.with_header("if-match", &tag).patch("/households/mine", json!({ "name": "Late" })).await.expect(412);
        max.get("/households/mine").await.expect(404);
        for name in ["", &"x".repeat(41)] {
            assert_eq!(max.post("/households", json!({ "name": name })).await.expect(422).wrong_fields(), ["name"]);
        }
        max.post("/households", json!({ "name": "a", "rooms": 3 })).await.expect(400);
    }

    async fn the_same_request_twice_makes_one_household(home: Home) {
        let nora = home.registers("Nora").await.with_header("idempotency-key", "a-key-of-my-own");
        let first = nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        let again = nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        assert_eq!(first.text_at("groupId"), again.text_at("groupId"));
        nora.post("/households", json!({ "name": "Another" })).await.expect(422);
    }

    async fn an_invite_brings_one_person_in_within_a_week(home: Home) {
        let (nora, sam, max) = (home.registers("Nora").await, home.registers("Sam").await, home.registers("Max").await);
        home.household(&nora, "Mill Lane").await;
        let token = invite(&nora).await;
        let seen = home.anyone().get(&format!("/invites/{token}")).await.expect(200);
        assert_eq!((seen.text_at("householdName"), seen.text_at("invitedBy"), seen.text_at("status")), ("Mill Lane".into(), "Nora".into(), "pending".into()));
        home.anyone().get("/invites/nonsense").await.expect(404);
        home.anyone().get(&format!("/invites/{token}x")).await.expect(404);
        assert_eq!(sam.act(&format!("/invites/{token}/accept")).await.expect(200).text_at("name"), "Mill Lane");
        max.act(&format!("/invites/{token}/accept")).await.expect(409);
        let late = invite(&nora).await;
        let withdrawn = nora.act("/households/mine/invites").await.expect(201);
        nora.delete(&format!("/households/mine/invites/{}", withdrawn.text_at("inviteId"))).await.expect(204);
        max.act(&format!("/invites/{}/accept", withdrawn.text_at("token"))).await.expect(410);
        home.advance(SignedDuration::from_hours(7 * 24));
        max.act(&format!("/invites/{late}/accept")).await.expect(410);
        let max = home.signs_in("Max").await;
        assert_eq!(max.get(&format!("/invites/{late}")).await.expect(200).text_at("status"), "expired");
        home.advance(SignedDuration::from_hours(25));
        home.anyone().get(&format!("/invites/{late}")).await.expect(404);
    }

    async fn invites_are_listed_newest_first_for_the_household_alone(home: Home) {
        let family = home.family().await;
        home.advance(SignedDuration::from_secs(1));
        family.sam.act("/households/mine/invites").await.expect(201);
        let listed = family.nora.get("/households/mine/invites").await.expect(200);
        assert_eq!(column(&listed, "status"), ["pending", "accepted"]);
        let page = family.nora.get("/households/mine/invites?limit=1").await.expect(200);
        let next = family.nora.get(&format!("/households/mine/invites?limit=1&cursor={}", page.text_at("nextCursor"))).await.expect(200);
        assert_eq!(column(&next, "status"), ["accepted"]);
        let max = home.registers("Max").await;
        max.delete(&format!("/households/mine/invites/{}", listed.text_at("/items/0/inviteId"))).await.expect(404);
    }

    async fn a_managed_member_has_a_ceiling_and_is_changed_by_their_parent_alone(home: Home) {
        let family = home.family().await;
        let path = format!("/households/mine/members/{}", family.ella);
        let members = family.sam.get("/households/mine/members").await.expect(200);
        // The adults came at the same moment.
        let mut names = column(&members, "displayName");
        names[..2].sort_by_key(ToString::to_string);
        assert_eq!(names, ["Nora", "Sam", "Ella"]);
        let ella = &members.json["items"][2];
        assert_eq!((&ella["contentRatingCeiling"], &ella["memberType"], &ella["parentUserId"]), (&json!("PG"), &json!("managed"), &json!(family.nora.user_id)));
        let changed = family.nora.patch(&path, json!({ "displayName": "Ella B", "contentRatingCeiling": "G", "avatarKey": "fox" })).await.expect(200);
        assert_eq!((changed.text_at("displayName"), changed.text_at("contentRatingCeiling"), changed.text_at("avatarKey")), ("Ella B".into(), "G".into(), "fox".into()));
        family.sam.patch(&path, json!({ "contentRatingCeiling": "R" })).await.expect(403);
        family.nora.patch(&path, json!({ "contentRatingCeiling": "NC-17" })).await.expect(422);
        family.nora.patch(&path, json!({ "displayName": "x".repeat(31) })).await.expect(422);
        assert_eq!(family.nora.patch(&path, json!({ "contentRatingCeiling": null })).await.expect(200).text_at("contentRatingCeiling"), "PG");
        let own = format!("/households/mine/members/{}", family.sam.user_id);
        assert_eq!(family.sam.patch(&own, json!({ "contentRatingCeiling": "PG-13" })).await.expect(200).text_at("contentRatingCeiling"), "PG-13");
        family.nora.patch(&own, json!({ "contentRatingCeiling": "R" })).await.expect(403);
        family.sam.patch(&own, json!({ "displayName": "Samuel" })).await.expect(403);
    }

    async fn at_most_twenty_are_managed(home: Home) {
        let nora = home.registers("Nora").await;
        home.household(&nora, "Mill Lane").await;
        for at in 0..20 {
            child(&nora, &format!("Child {at}")).await;
        }
        nora.post("/households/mine/members/managed", json!({ "displayName": "One more" })).await.expect(409);
    }

    async fn preferences_are_ones_own_or_those_of_whom_one_manages(home: Home) {
        let family = home.family().await;
        let of = |member: &str| format!("/households/mine/preferences/{member}");
        let likes = json!({ "genreLikes": ["35", "16"], "genreDislikes": ["27"], "maxContentRating": "PG" });
        let said = family.nora.put(&of(&family.ella), &likes).await.expect(200);
        assert_eq!(said.json["genreLikes"], json!(["35", "16"]));
        assert_eq!(acting(&family.nora, &family.ella).get(&of(&family.ella)).await.expect(200).json["maxContentRating"], "PG");
        acting(&family.nora, &family.ella).put(&of(&family.nora.user_id), &likes).await.expect(403);
        family.sam.put(&of(&family.ella), &likes).await.expect(403);
        family.sam.get(&of(&family.nora.user_id)).await.expect(403);
        let own = of(&family.sam.user_id);
        assert_eq!(family.sam.get(&own).await.expect(200).json["genreLikes"], json!([]));
        for wrong in [json!({ "genreLikes": ["36000"] }), json!({ "genreLikes": ["35"], "genreDislikes": ["35"] }), json!({ "maxContentRating": "X" })] {
            family.sam.put(&own, wrong).await.expect(422);
        }
        let first = family.sam.put(&own, json!({})).await.expect(200);
        family.sam.with_header("if-match", first.header("etag")).put(&own, &likes).await.expect(200);
        family.sam.with_header("if-match", first.header("etag")).put(&own, json!({})).await.expect(412);
    }

    async fn whoever_leaves_takes_along_whom_they_manage_and_brings_them_to_the_next_household(home: Home) {
        let family = home.family().await;
        let ben = child(&family.sam, "Ben").await;
        let me = format!("/households/mine/members/{}", family.sam.user_id);
        family.sam.delete(&me).await.expect(204);
        assert_eq!(column(&family.nora.get("/households/mine/members").await, "displayName"), ["Nora", "Ella"]);
        family.sam.get("/households/mine").await.expect(404);
        let managed = family.sam.get("/me/managed-members").await.expect(200);
        assert_eq!((column(&managed, "memberId"), column(&managed, "groupId")), (vec![json!(ben)], vec![json!(null)]));
        let max = home.registers("Max").await;
        home.household(&max, "Elm Street").await;
        home.joins(&max, &family.sam).await;
        assert_eq!(column(&max.get("/households/mine/members").await, "displayName").len(), 3);
        family.sam.delete(&format!("/me/managed-members/{ben}")).await.expect(204);
        family.sam.delete(&format!("/me/managed-members/{ben}")).await.expect(404);
        assert_eq!(column(&max.get("/households/mine/members").await, "displayName").len(), 2);
    }

    async fn the_creator_hands_over_before_leaving_and_may_remove_others(home: Home) {
        let family = home.family().await;
        let member = |id: &str| format!("/households/mine/members/{id}");
        family.nora.delete(&member(&family.nora.user_id)).await.expect(409);
        family.sam.delete(&member(&family.nora.user_id)).await.expect(403);
        family.sam.delete(&member(&family.ella)).await.expect(403);
        family.sam.patch(&member(&family.sam.user_id), json!({ "role": "creator" })).await.expect(403);
        family.nora.patch(&member(&family.ella), json!({ "role": "creator" })).await.expect(409);
        family.nora.patch(&member(&family.sam.user_id), json!({ "role": "chief" })).await.expect(422);
        assert_eq!(family.nora.patch(&member(&family.sam.user_id), json!({ "role": "creator" })).await.expect(200).text_at("role"), "creator");
        family.sam.delete(&member(&family.nora.user_id)).await.expect(204);
        assert_eq!(column(&family.sam.get("/households/mine/members").await, "displayName"), ["Sam"]);
        family.nora.get("/households/mine").await.expect(404);
    }

    async fn the_last_adult_leaving_removes_everything_of_the_household(home: Home) {
        let family = home.family().await;
        let round = draft(&family.nora).await;
        family.nora.put(&format!("/households/mine/preferences/{}", family.nora.user_id), json!({ "genreLikes": ["35"] })).await.expect(200);
        let member = |id: &str| format!("/households/mine/members/{id}");
        family.sam.delete(&member(&family.sam.user_id)).await.expect(204);
        family.nora.delete(&member(&family.nora.user_id)).await.expect(204);
        family.nora.get(&round.at("")).await.expect(404);
        home.finish_work().await;
        for table in movies::tables::ALL {
            assert!(home.rows(table).await.is_empty(), "{} is not empty", table.name);
        }
        assert_eq!(column(&family.nora.get("/me/managed-members").await, "displayName"), ["Ella"]);
        home.household(&family.nora, "Once more").await;
        assert_eq!(column(&family.nora.get("/households/mine/members").await, "displayName"), ["Nora", "Ella"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invite_that_no_index_shows_yet_is_refused_once_its_maker_is_removed() {
    let (stage, indexes) = Stage::with_lagging_indexes(Engine::Embedded, crate::support::features).await;
    let home = Home(stage);
    let family = home.family().await;
    let max = home.registers("Max").await;
    let token = invite(&family.sam).await;
    home.advance(SignedDuration::from_secs(1));
    family.nora.delete(&format!("/households/mine/members/{}", family.sam.user_id)).await.expect(204);
    max.act(&format!("/invites/{token}/accept")).await.expect(410);
    // Its maker is let in again when the index has caught up: it stays revoked.
    indexes.catch_up().await.unwrap();
    home.advance(SignedDuration::from_secs(1));
    home.joins(&family.nora, &family.sam).await;
    max.act(&format!("/invites/{token}/accept")).await.expect(410);
}
