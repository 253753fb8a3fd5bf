//! Roles, and who may see and give them.

use crate::scene::{alone, token_for};
use serde_json::json;
use stage::email_of;

#[tokio::test]
async fn every_call_about_others_checks_who_is_asking() {
    let stage = alone().await;
    let (root, admin, member, nobody) = (
        stage.registers("Root").await,
        stage.registers("Admin").await,
        stage.registers("Member").await,
        stage.anyone(),
    );
    let roles = format!("/users/{}/roles", member.user_id.clone());
    let of_admin = format!("/users/{}/roles", admin.user_id.clone());
    root.put(&of_admin, json!({ "roles": ["Admin"] })).await.expect(200);
    let find = "/users?email=member@example.org";
    for (who, person, expected) in [
        ("nobody", &nobody, [401; 3]),
        ("a member", &member, [403; 3]),
        ("an Admin", &admin, [403, 403, 200]),
        ("the SuperAdmin", &root, [200; 3]),
    ] {
        let got = [
            person.get(&roles).await.status,
            person.put(&roles, json!({ "roles": ["Manager"] })).await.status,
            person.get(find).await.status,
        ];
        assert_eq!(got, expected, "{who}");
    }
}

#[tokio::test]
async fn a_role_counts_at_once_in_sessions_that_are_open() {
    let stage = alone().await;
    let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
    let path = format!("/users/{}/roles", ben.user_id.clone());
    let given = root.put(&path, json!({ "roles": ["Manager", "Admin", "Manager"] })).await.expect(200);
    assert_eq!(given.json, json!({ "roles": ["Admin", "Manager"] }));
    assert_eq!(ben.get("/me").await.expect(200).json["roles"], given.json["roles"]);
    ben.get("/users?email=ben@example.org").await.expect(200);
    root.put(&path, json!({ "roles": [] })).await.expect(200);
    ben.get("/users?email=ben@example.org").await.expect(403);
}

#[tokio::test]
async fn roles_change_only_from_the_version_seen_and_only_to_roles_there_are() {
    let stage = alone().await;
    let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
    let path = format!("/users/{}/roles", ben.user_id.clone());
    let seen = root.get(&path).await.expect(200).header("etag").to_owned();
    root.with_header("if-match", &seen).put(&path, json!({ "roles": ["Admin"] })).await.expect(200);
    root.with_header("if-match", &seen).put(&path, json!({ "roles": [] })).await.expect(412);
    assert_eq!(root.put(&path, json!({ "roles": ["King"] })).await.expect(422).wrong_fields(), ["roles"]);
    root.put(&path, json!({ "roles": "Admin" })).await.expect(400);
    root.get("/users/0190a000-0000-7000-8000-000000000000/roles").await.expect(404);
    root.get("/users/nobody/roles").await.expect(404);
}

#[tokio::test]
async fn the_last_super_admin_stays() {
    let stage = alone().await;
    let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
    let path = |id: String| format!("/users/{id}/roles");
    let (of_root, of_ben) = (path(root.user_id.clone()), path(ben.user_id.clone()));
    root.put(&of_root, json!({ "roles": ["Admin"] })).await.expect(409);
    root.delete("/me").await.expect(409);
    root.put(&of_ben, json!({ "roles": ["SuperAdmin"] })).await.expect(200);
    ben.put(&of_root, json!({ "roles": [] })).await.expect(200);
    ben.put(&of_ben, json!({ "roles": [] })).await.expect(409);
    root.get(&of_root).await.expect(403);
}

#[tokio::test]
async fn an_admin_finds_people_by_address_twenty_times_an_hour() {
    let stage = alone().await;
    let root = stage.registers("Root").await;
    let ben = stage.registers("Ben").await;
    stage.finish_work().await;
    let token = token_for(&stage, "ben@example.org");
    stage.anyone().post("/auth/confirm", json!({ "token": token })).await.expect(204);
    let found = root.get("/users?email=BEN@example.org").await.expect(200);
    assert_eq!(found.json, json!({ "items": [{ "userId": ben.user_id.clone(), "displayName": "Ben" }] }));
    let none = root.get(&format!("/users?email={}", email_of("nobody"))).await.expect(200);
    assert_eq!(none.json, json!({ "items": [] }));
    root.get("/users?email=nobody").await.expect(422);
    let mut last = 0;
    for _ in 0..20 {
        last = root.get("/users?email=ben@example.org").await.status.as_u16();
    }
    assert_eq!(last, 429);
}
