//! Links that let people in.

use crate::support::{Town, column};
use jiff::SignedDuration;
use serde_json::json;
use stage::{PASSWORD, email_of};

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

    async fn where_only_invited_people_may_register_a_link_opens_an_account_and_lets_in(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let links = format!("/groups/{group}/invite-links");
        let good = ana.post(&links, json!({ "expiresAfter": 30 })).await.expect(201).text_at("token");
        let expired = ana.post(&links, json!({ "expiresAfter": 1 })).await.expect(201).text_at("token");
        let stopped = ana.post(&links, json!({ "expiresAfter": 30 })).await.expect(201);
        ana.delete(&format!("{links}/{}", stopped.text_at("id"))).await.expect(204);
        town.advance(SignedDuration::from_hours(25));
        let town = town.again(|setup| setup.settings.registration = web::Registration::Invited).await;
        let (stopped, made_up) = (stopped.text_at("token"), format!("{group}.{}", "a".repeat(43)));
        for refused in ["", &*expired, &*stopped, &*made_up, &*group, "a.b"] {
            let body = json!({ "email": email_of("bo"), "password": PASSWORD, "displayName": "Bo", "invite": refused });
            town.anyone().post("/auth/register", body).await.expect(403);
            let next = format!("/join/{refused}");
            let fields = [("displayName", "Bo"), ("email", &*email_of("bo")), ("password", PASSWORD), ("next", &*next)];
            town.anyone().submit("/register", &fields).await.expect(403).shows("You need an invitation");
        }
        let body = json!({ "email": email_of("bo"), "password": PASSWORD, "displayName": "Bo", "invite": good });
        let anyone = town.anyone();
        let bo = anyone.with_account(&anyone.post("/auth/register", body).await.expect(201));
        assert_eq!(bo.act(&format!("/join/{good}")).await.expect(200).text_at("role"), "member");
        // The same by the form, which leads back to the link.
        let (cem, next) = (town.anyone(), format!("/join/{good}"));
        let fields = [("displayName", "Cem"), ("email", &*email_of("cem")), ("password", PASSWORD), ("next", &*next)];
        assert_eq!(cem.submit("/register", &fields).await.expect(303).location(), next);
        cem.submit(&next, &[]).await.expect(303);
        let named = column(&bo.get(&format!("/groups/{group}/members")).await.expect(200), "displayName");
        assert_eq!(named.iter().filter(|name| ["Ana", "Bo", "Cem"].contains(&name.as_str())).count(), 3, "{named:?}");
    }
}
