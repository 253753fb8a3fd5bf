//! Roles, and who may see and give them.

use crate::{people::email_of, table::Table};
use serde_json::json;

#[tokio::test]
async fn every_call_about_others_checks_who_is_asking() {
    let table = Table::new();
    let (root, admin, member, nobody) = (
        table.registers("Root").await,
        table.registers("Admin").await,
        table.registers("Member").await,
        table.somebody(),
    );
    let roles = format!("/api/v1/users/{}/roles", member.user_id().await);
    let of_admin = format!("/api/v1/users/{}/roles", admin.user_id().await);
    root.put(&of_admin, json!({ "roles": ["Admin"] })).await.expect(200);
    let find = "/api/v1/users?email=member@example.org";
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
    let table = Table::new();
    let (root, ben) = (table.registers("Root").await, table.registers("Ben").await);
    let path = format!("/api/v1/users/{}/roles", ben.user_id().await);
    let given = root.put(&path, json!({ "roles": ["Manager", "Admin", "Manager"] })).await.expect(200);
    assert_eq!(given.json, json!({ "roles": ["Admin", "Manager"] }));
    assert_eq!(ben.get("/api/v1/me").await.expect(200).json["roles"], given.json["roles"]);
    ben.get("/api/v1/users?email=ben@example.org").await.expect(200);
    root.put(&path, json!({ "roles": [] })).await.expect(200);
    ben.get("/api/v1/users?email=ben@example.org").await.expect(403);
}

#[tokio::test]
async fn roles_change_only_from_the_version_seen_and_only_to_roles_there_are() {
    let table = Table::new();
    let (root, ben) = (table.registers("Root").await, table.registers("Ben").await);
    let path = format!("/api/v1/users/{}/roles", ben.user_id().await);
    let seen = root.get(&path).await.expect(200).header("etag").to_owned();
    root.with_header("if-match", &seen).put(&path, json!({ "roles": ["Admin"] })).await.expect(200);
    root.with_header("if-match", &seen).put(&path, json!({ "roles": [] })).await.expect(412);
    assert_eq!(root.put(&path, json!({ "roles": ["King"] })).await.expect(422).wrong_fields(), ["roles"]);
    root.put(&path, json!({ "roles": "Admin" })).await.expect(400);
    root.get("/api/v1/users/0190a000-0000-7000-8000-000000000000/roles").await.expect(404);
    root.get("/api/v1/users/nobody/roles").await.expect(404);
}

#[tokio::test]
async fn the_last_super_admin_stays() {
    let table = Table::new();
    let (root, ben) = (table.registers("Root").await, table.registers("Ben").await);
    let path = |id: String| format!("/api/v1/users/{id}/roles");
    let (of_root, of_ben) = (path(root.user_id().await), path(ben.user_id().await));
    root.put(&of_root, json!({ "roles": ["Admin"] })).await.expect(409);
    root.delete("/api/v1/me").await.expect(409);
    root.put(&of_ben, json!({ "roles": ["SuperAdmin"] })).await.expect(200);
    ben.put(&of_root, json!({ "roles": [] })).await.expect(200);
    ben.put(&of_ben, json!({ "roles": [] })).await.expect(409);
    root.get(&of_root).await.expect(403);
}

#[tokio::test]
async fn an_admin_finds_people_by_address_twenty_times_an_hour() {
    let table = Table::new();
    let root = table.registers("Root").await;
    let ben = table.registers("Ben").await;
    let found = root.get("/api/v1/users?email=BEN@example.org").await.expect(200);
    assert_eq!(found.json, json!({ "items": [{ "userId": ben.user_id().await, "displayName": "Ben" }] }));
    let none = root.get(&format!("/api/v1/users?email={}", email_of("nobody"))).await.expect(200);
    assert_eq!(none.json, json!({ "items": [] }));
    root.get("/api/v1/users?email=nobody").await.expect(422);
    let mut last = 0;
    for _ in 0..20 {
        last = root.get("/api/v1/users?email=ben@example.org").await.status;
    }
    assert_eq!(last, 429);
}
