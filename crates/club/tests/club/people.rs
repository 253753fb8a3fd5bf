//! Role groups, permissions, profiles, avatars, and accounts that go.

use crate::scene::{Club, singles};
use http::Method;
use jiff::SignedDuration;
use serde_json::json;
use stage::{Engine, on_both_engines};
use store::{Key, Write};
use web::system::SYSTEM;

on_both_engines! {
    async fn a_role_group_gives_what_it_carries_and_takes_it_back(club: Club) {
        let ana = club.registers("Ana").await;
        let site = json!({ "url": "https://a.example/" });
        ana.post("/sites", &site).await.expect(403);
        club.in_group(&ana, "Keepers", &["sites.write"]).await;
        ana.post("/sites", &site).await.expect(201);
        let may = ana.get("/me/permissions").await.expect(200);
        assert_eq!(may.json, json!({ "roles": [], "groups": ["Keepers"], "permissions": ["sites.write"] }));
        club.root.patch("/rbac/groups/Keepers", json!({ "permissions": [] })).await.expect(200);
        ana.post("/sites", &site).await.expect(403);
        let members = club.root.get("/rbac/groups/Keepers/members").await.expect(200);
        assert_eq!(members.json["items"][0]["displayName"], "Ana");
        club.root.delete(&format!("/rbac/groups/Keepers/members/{}", ana.user_id)).await.expect(204);
        club.root.delete(&format!("/rbac/groups/Keepers/members/{}", ana.user_id)).await.expect(404);
        assert_eq!(ana.get("/me/permissions").await.json["groups"], json!([]));
    }

    async fn an_api_token_sees_roles_and_changes_none(club: Club) {
        let ana = club.registers("Ana").await;
        club.in_group(&ana, "Keepers", &[]).await;
        let made = club.root.post("/me/tokens", json!({ "name": "script" })).await.expect(201);
        let token = club.anyone().with_bearer(made.text_at("token"));
        for path in ["/rbac/groups", "/rbac/groups/Keepers", "/rbac/groups/Keepers/members"] {
            token.get(path).await.expect(200);
        }
        let (roles, member) = (format!("/users/{}/roles", ana.user_id), format!("/rbac/groups/Keepers/members/{}", ana.user_id));
        token.put(&roles, json!({ "roles": ["Admin"] })).await.expect(403);
        token.post("/rbac/groups", json!({ "name": "New" })).await.expect(403);
        token.patch("/rbac/groups/Keepers", json!({ "permissions": ["sites.write"] })).await.expect(403);
        token.put(&member, json!({})).await.expect(403);
        token.delete(&member).await.expect(403);
        let refused = token.delete("/rbac/groups/Keepers").await.expect(403);
        assert!(refused.text.contains("An API token can't do this"), "{}", refused.text);
        token.post("/sites", json!({ "url": "https://a.example/" })).await.expect(201);
        assert_eq!(club.root.get(&member).await.expect(200).text_at("displayName"), "Ana");
    }

    async fn a_group_that_is_being_deleted_gives_nothing_and_keeps_its_name(club: Club) {
        let ana = club.registers("Ana").await;
        club.in_group(&ana, "Squash", &["sites.write"]).await;
        ana.get("/squash/leaderboard").await.expect(200);
        club.root.delete("/rbac/groups/Squash").await.expect(204);
        ana.get("/squash/leaderboard").await.expect(404);
        club.root.get("/rbac/groups/Squash").await.expect(404);
        if club.engine() == Engine::Dynamodb {
            // An index may still show a member late, who must not be one of the next group.
            club.root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(409);
            club.finish_work().await;
            club.root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(409);
            club.advance(SignedDuration::from_secs(6));
            club.finish_work().await;
        }
        club.root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(201);
        let ben = club.registers("Ben").await;
        club.in_group(&ben, "Squash", &[]).await;
        club.finish_all_work().await;
        ben.get("/squash/leaderboard").await.expect(200);
        ana.get("/squash/leaderboard").await.expect(404);
        let members = club.root.get("/rbac/groups/Squash/members").await.expect(200);
        let names: Vec<_> = members.json["items"].as_array().unwrap().iter().map(|one| one["displayName"].clone()).collect();
        assert_eq!(names, ["Ben"], "no old membership comes back, and what is left to do spares the new ones");
    }

    async fn a_profile_is_edited_and_its_last_sign_in_is_for_few(club: Club) {
        let (ana, ben) = (club.registers("Ana").await, club.registers("Ben").await);
        for hidden in ["Hel\u{200b}lo", "Hello\u{202e}", "\u{2066}Hello"] {
            let refused = ana.put("/me/profile", json!({ "description": hidden })).await.expect(422);
            assert_eq!(refused.wrong_fields(), ["description"], "{hidden:?}");
        }
        ana.put("/me/profile", json!({ "description": "Hello" })).await.expect(200);
        let place = format!("/users/{}/profile", ana.user_id);
        let seen = ben.get(&place).await.expect(200);
        assert_eq!((seen.text_at("displayName"), seen.text_at("description")), ("Ana".into(), "Hello".into()));
        assert!(seen.json.get("lastLoginAt").is_none() && seen.json.get("lastLoginIp").is_none(), "{}", seen.text);
        for allowed in [&ana, &club.root] {
            assert!(allowed.get(&place).await.expect(200).json["lastLoginAt"].is_string());
        }
        ben.get("/users/00000000-0000-4000-8000-000000000000/profile").await.expect(404);
        let seen = ana.get("/me/profile").await.expect(200).header("etag").to_owned();
        ana.put("/me/profile", json!({ "description": "Again" })).await.expect(200);
        ana.with_header("if-match", &seen).put("/me/profile", json!({ "description": "Late" })).await.expect(412);
    }

    async fn an_account_that_goes_takes_its_ratings_and_comments_along(club: Club) {
        let ana = club.registers("Ana").await;
        let id = club.adds_site("https://a.example/", &[]).await;
        ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
        ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
        ana.put("/me/profile", json!({ "description": "Hello" })).await.expect(200);
        let user = ana.user_id.parse().unwrap();
        let feature = club::feature();
        let (name, held) = feature.accounts[0].export(&club.services, user).await.unwrap().unwrap();
        assert_eq!((name, &held["ratings"][0]["stars"], &held["comments"][0]["body"]), ("club", &json!(5), &json!("Hello")));
        for _ in 0..2 {
            feature.accounts[0].forget(&club.services, user).await.unwrap();
        }
        let site = club.anyone().get(&format!("/sites/{id}")).await.expect(200);
        assert_eq!(site.json["ratingCount"], 0);
        let left = club.rows(&club::tables::FUS_MAIN).await;
        assert!(!left.iter().any(|row| format!("{row:?}").contains(&format!("USER#{}", ana.user_id))));
    }

    async fn what_was_stored_before_its_pointers_is_exported_too(club: Club) {
        let manager = club.squash_manager("Mia").await;
        club.adds_site("https://a.example/", &[]).await;
        for player in [json!({ "name": "Root", "userId": club.root.user_id }), json!({ "name": "Also Root", "email": club.root.email })] {
            manager.post("/squash/players", player).await.expect(201);
        }
        let pointers = club.rows(&SYSTEM).await.into_iter().map(|row| Key::of(&row, &SYSTEM.key).unwrap());
        for key in pointers.filter(|key| format!("{key:?}").contains("CLUB")) {
            club.services.store.write(Write::delete(&SYSTEM, key)).await.unwrap();
        }
        for _ in 0..2 {
            let export = club.root.get("/me/export").await.expect(200);
            let held = &export.json["features"]["club"];
            assert_eq!(held["sites"][0]["url"], "https://a.example/");
            assert_eq!(held["squashPlayers"].as_array().unwrap().len(), 2, "{}", export.text);
        }
        let bo = club.registers("Bo").await;
        let player = held_player(&club, "Also Root").await;
        manager.patch(&format!("/squash/players/{player}"), json!({ "email": bo.email })).await.expect(200);
        let export = bo.get("/me/export").await.expect(200);
        assert_eq!(export.text_at("/features/club/squashPlayers/0/playerId"), player);
        let export = club.root.get("/me/export").await.expect(200);
        assert_eq!(export.json["features"]["club"]["squashPlayers"].as_array().unwrap().len(), 1, "{}", export.text);
    }
}

/// Servers share storage on DynamoDB alone.
#[tokio::test]
async fn another_server_that_holds_catalogue_and_ladder_learns_that_an_account_went() {
    let club = Club::on(Engine::Dynamodb).await;
    let (manager, ana) = (club.squash_manager("Mia").await, club.registers("Ana").await);
    let site = club.adds_site("https://a.example/", &[]).await;
    ana.put(&format!("/sites/{site}/rating"), json!({ "stars": 5 })).await.expect(200);
    let linked = json!({ "name": "Ana", "userId": ana.user_id, "email": ana.email });
    let linked = manager.post("/squash/players", linked).await.expect(201).text_at("playerId");
    let other = club.players(&manager, &["Nora"]).await;
    manager.post("/squash/matches", singles("2037-11-10", &linked, &other[0])).await.expect(201);
    let elsewhere = club.another_server().await;
    let mia = elsewhere.anyone().with_bearer(manager.bearer().unwrap().to_owned());
    let shown = async || {
        let (ladder, best) = (mia.get("/squash/leaderboard").await, mia.get("/sites?order=rating").await);
        (ladder.expect(200).text.contains("Ana"), best.expect(200).json["items"][0]["ratingCount"].clone())
    };
    assert_eq!(shown().await, (true, json!(1)));
    ana.delete("/me").await.expect(204);
    club.finish_work().await;
    club.advance(SignedDuration::from_secs(1));
    assert_eq!(shown().await, (false, json!(0)));
}

/// The id of the player by this name.
async fn held_player(club: &Club, name: &str) -> String {
    let players = club.root.get("/squash/players").await.expect(200);
    let players = players.json["items"].as_array().unwrap().clone();
    let player = players.iter().find(|player| player["name"] == name).unwrap();
    player["playerId"].as_str().unwrap().to_owned()
}

/// The smallest PNG there is: one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDATx\x9cc\0\x01\0\0\x05\0\x01\r\n-\xb4\0\0\0\0IEND\xaeB\x60\x82";

#[tokio::test]
async fn a_picture_is_kept_under_the_documents_key_and_replaced_whole() {
    let club = Club::on(Engine::Embedded).await;
    let ana = club.registers("Ana").await;
    let upload = async |bytes: &[u8], kind: &str| {
        let request = http::Request::builder()
            .method(Method::PUT)
            .uri("/api/v1/me/avatar")
            .header("authorization", format!("Bearer {}", ana.bearer().unwrap()))
            .header("content-type", kind);
        club.stage.call(request, bytes.to_vec()).await
    };
    let place = format!("/users/{}/avatar", ana.user_id);
    ana.get(&place).await.expect(404);
    let first = upload(PNG, "image/png").await.expect(200);
    let url = first.text_at("avatarUrl");
    assert!(url.starts_with(&format!("/api/v1/users/{}/avatar?v=", ana.user_id)), "{url}");
    let picture = ana.get(&place).await.expect(200);
    assert!(["image/png", "image/jpeg"].contains(&picture.header("content-type")));
    let second = upload(PNG, "image/png").await.expect(200);
    assert_ne!(second.text_at("avatarUrl"), url, "another picture has another address");
    let mut polyglot = PNG.to_vec();
    polyglot.extend(b"<script>alert(1)</script>");
    upload(&polyglot, "image/png").await.expect(422);
    upload(b"GIF89a", "image/png").await.expect(422);
    upload(PNG, "text/html").await.expect(415);
    upload(&vec![0; 2 * 1024 * 1024 + 2], "image/png").await.expect(413);
    club.anyone().get(&place).await.expect(401);
    ana.delete("/me/avatar").await.expect(204);
    ana.delete("/me/avatar").await.expect(404);
    ana.get(&place).await.expect(404);
}
