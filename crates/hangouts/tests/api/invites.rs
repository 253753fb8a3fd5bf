//! Links that let people in.

use crate::support::Town;
use jiff::SignedDuration;
use serde_json::json;

on_both_engines! {
    async fn a_link_says_where_it_leads_and_lets_people_in(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group(&ana, "Mill Lane").await;
        let made = ana.post(&format!("/groups/{group}/invite-links"), json!({ "expiresAfter": 1 })).await.expect(201);
        let token = made.text_at("token");
        assert!(made.text_at("url").ends_with(&format!("/join/{token}")));
        assert!(token.starts_with(&format!("{group}.")));
        let told = town.anyone().get(&format!("/join/{token}")).await.expect(200);
        assert_eq!((told.text_at("groupName"), told.text_at("invitedBy")), ("Mill Lane".into(), "Ana".into()));
        town.anyone().act(&format!("/join/{token}")).await.expect(401);
        assert_eq!(bo.act(&format!("/join/{token}")).await.expect(200).text_at("role"), "member");
        // A second time changes nothing.
        assert_eq!(bo.act(&format!("/join/{token}")).await.expect(200).json["memberCount"], 2);
        assert_eq!(ana.act(&format!("/join/{token}")).await.expect(200).text_at("role"), "owner");
    }

    async fn a_link_ends_by_time_or_by_an_owner(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group(&ana, "Mill Lane").await;
        let links = format!("/groups/{group}/invite-links");
        let stopped = ana.post(&links, json!({})).await.expect(201);
        let listed = ana.get(&links).await.expect(200);
        assert_eq!(listed.json["items"][0]["id"], stopped.json["id"]);
        assert!(listed.json["items"][0]["token"].is_null() && !listed.text.contains(&stopped.text_at("token")));
        ana.delete(&format!("{links}/{}", stopped.text_at("id"))).await.expect(204);
        ana.delete(&format!("{links}/{}", stopped.text_at("id"))).await.expect(404);
        bo.act(&format!("/join/{}", stopped.text_at("token"))).await.expect(404);
        let short = ana.post(&links, json!({ "expiresAfter": 1 })).await.expect(201);
        town.advance(SignedDuration::from_hours(25));
        bo.act(&format!("/join/{}", short.text_at("token"))).await.expect(410);
        town.anyone().get(&format!("/join/{}", short.text_at("token"))).await.expect(410);
        assert!(ana.get(&links).await.json["items"].as_array().unwrap().is_empty());
    }

    async fn what_is_no_link_leads_nowhere(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        for token in ["x", &format!("{group}.{}", "a".repeat(43)), &format!("{group}."), "a.b.c"] {
            ana.act(&format!("/join/{token}")).await.expect(404);
            town.anyone().get(&format!("/join/{token}")).await.expect(404);
        }
        let links = format!("/groups/{group}/invite-links");
        assert_eq!(ana.post(&links, json!({ "expiresAfter": 2 })).await.expect(422).wrong_fields(), ["expiresAfter"]);
    }

    async fn the_same_request_twice_makes_one_link_with_one_secret(town: Town) {
        let ana = town.registers("Ana").await;
        let links = format!("/groups/{}/invite-links", town.group(&ana, "Mill Lane").await);
        let keyed = ana.with_header("idempotency-key", "a-key-of-my-own");
        let first = keyed.post(&links, json!({})).await.expect(201);
        assert_eq!(first.json, keyed.post(&links, json!({})).await.expect(201).json);
        assert_eq!(ana.get(&links).await.json["items"].as_array().unwrap().len(), 1);
        ana.delete(&format!("{links}/{}", first.text_at("id"))).await.expect(204);
        keyed.post(&links, json!({})).await.expect(409);
    }
}
