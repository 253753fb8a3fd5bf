//! Every call × every kind of caller.

use crate::{push, scene::alone};
use serde_json::json;
use stage::{Person, Scene, Stage, authorisation_table, email_of};
use std::sync::atomic::{AtomicU32, Ordering};

/// A person of their own for each cell, with a session, a token and a subscription to lose.
async fn someone(stage: &Stage, caller: &str, other: &str) -> Scene {
    static PEOPLE: AtomicU32 = AtomicU32::new(0);
    let name = format!("p{}", PEOPLE.fetch_add(1, Ordering::Relaxed));
    let owner = stage.registers(&name).await;
    let made = owner.post("/me/tokens", json!({ "name": "t" })).await.expect(201);
    let reads = owner.post("/me/tokens", json!({ "name": "r", "scope": "read" })).await.expect(201);
    let pushed = owner.post("/me/push-subscriptions", push::subscription(1)).await.expect(201);
    let by: Person = match caller {
        "anyone" => stage.anyone(),
        "a made-up token" => stage.anyone().with_bearer("rts_made-up"),
        "a reading token" => owner.with_bearer(reads.text_at("token")),
        "a writing token" => owner.with_bearer(made.text_at("token")),
        _ => owner.clone(),
    };
    if caller == "an Admin" || caller == "a SuperAdmin" {
        let role = if caller == "an Admin" { kernel::Role::Admin } else { kernel::Role::SuperAdmin };
        identity::operator::set_roles(&stage.services, &email_of(&name), &[role]).await.unwrap();
    }
    let session = owner.get("/me/sessions").await.expect(200).text_at("/items/0/id");
    Scene::new(&by)
        .with("name", name)
        .with("session", session)
        .with("token", made.text_at("id"))
        .with("push", pushed.text_at("id"))
        .with("link", "none")
        .with("other", other)
        .with("p256dh", format!("BA{}", "A".repeat(85)))
}

#[tokio::test]
async fn every_call_checks_who_is_asking() {
    let stage = alone().await;
    stage.registers("Root").await;
    let other = stage.registers("Other").await.user_id;
    let table = authorisation_table! {
        callers: "anyone", "a made-up token", "a reading token", "a writing token", "a member", "an Admin", "a SuperAdmin";
        me {
            GET "/me" => [401, 401, 200, 200, 200, 200, 200];
            PATCH "/me", { "displayName": "New" } => [401, 401, 403, 200, 200, 200, 200];
            DELETE "/me" => [401, 401, 403, 403, 204, 204, 204];
            PUT "/me/password", { "currentPassword": "a long enough password", "newPassword": "another one here" }
                => [401, 401, 403, 403, 204, 204, 204];
            POST "/me/email", { "email": "new-{name}@example.org", "password": "a long enough password" }
                => [401, 401, 403, 403, 202, 202, 202];
            GET "/me/export" => [401, 401, 403, 403, 200, 200, 200];
            GET "/me/things" => [401, 401, 200, 200, 200, 200, 200];
            PAGE "/me/things" => [303, 303, 200, 200, 200, 200, 200];
            GET "/me/notifications" => [401, 401, 200, 200, 200, 200, 200];
            PATCH "/me/notifications", { "newRound": false } => [401, 401, 403, 200, 200, 200, 200];
            PUT "/me/device-token", { "deviceToken": "a1" } => [401, 401, 403, 403, 204, 204, 204];
            DELETE "/me/device-token" => [401, 401, 403, 403, 204, 204, 204];
            POST "/me/calendar-feed" => [401, 401, 403, 403, 201, 201, 201];
            DELETE "/me/calendar-feed" => [401, 401, 403, 403, 204, 204, 204];
            GET "/me/sessions" => [401, 401, 200, 200, 200, 200, 200];
            DELETE "/me/sessions" => [401, 401, 403, 403, 204, 204, 204];
            GET "/me/tokens" => [401, 401, 200, 200, 200, 200, 200];
            POST "/me/tokens", { "name": "t" } => [401, 401, 403, 403, 201, 201, 201];
            POST "/me/push-subscriptions",
                { "endpoint": "https://push.example/9", "keys": { "p256dh": "{p256dh}", "auth": "AAAAAAAAAAAAAAAAAAAAAA" } }
                => [401, 401, 403, 403, 201, 201, 201];
            DELETE "/me/push-subscriptions?endpoint=https%3A%2F%2Fpush.example%2Fsend%2F1"
                => [401, 401, 403, 403, 204, 204, 204];
            GET "/me/links" => [401, 401, 200, 200, 200, 200, 200];
            FORM "/me/links/none/remove" => [303, 303, 403, 403, 404, 404, 404];
            FORM "/me", { "form": "link", "currentPassword": "a long enough password" }
                => [303, 303, 403, 403, 404, 404, 404];
            PAGE "/me" => [303, 303, 403, 403, 200, 200, 200];
            FORM "/me", { "form": "profile", "displayName": "New" } => [303, 303, 403, 403, 303, 303, 303];
        }
        session { DELETE "/me/sessions/{id}" => [401, 401, 403, 403, 204, 204, 204]; }
        token { DELETE "/me/tokens/{id}" => [401, 401, 403, 403, 204, 204, 204]; }
        link { DELETE "/me/links/{id}" => [401, 401, 403, 403, 404, 404, 404]; }
        push { DELETE "/me/push-subscriptions/{id}" => [401, 401, 403, 403, 204, 204, 204]; }
        auth {
            POST "/auth/register", { "email": "r-{name}@example.org", "password": "a long enough password", "displayName": "R" }
                => [201, 401, 403, 201, 201, 201, 201];
            POST "/auth/login", { "email": "other@example.org", "password": "a long enough password" }
                => [200, 401, 403, 200, 200, 200, 200];
            POST "/auth/logout" => [401, 401, 403, 204, 204, 204, 204];
            POST "/auth/forgot", { "email": "other@example.org" } => [202, 401, 403, 202, 202, 202, 202];
            POST "/auth/reset", { "token": "rtr_x", "password": "a long enough password" }
                => [410, 401, 403, 410, 410, 410, 410];
            POST "/auth/confirm", { "token": "rtc_x" } => [410, 401, 403, 410, 410, 410, 410];
        }
        other {
            GET "/users?email=other@example.org" => [401, 401, 403, 403, 403, 200, 200];
            GET "/users?q=oth" => [401, 401, 403, 403, 403, 403, 200];
            POST "/users/{id}/reset-link" => [401, 401, 403, 403, 403, 403, 201];
            PUT "/users/{id}/deactivation" => [401, 401, 403, 403, 403, 403, 200];
            DELETE "/users/{id}/deactivation" => [401, 401, 403, 403, 403, 403, 204];
            PAGE "/admin/accounts" => [303, 303, 403, 403, 403, 403, 200];
            FORM "/admin/accounts/{id}/reset-link", { "q": "" } => [303, 303, 403, 403, 403, 403, 200];
            FORM "/admin/accounts/{id}/deactivate", { "q": "" } => [303, 303, 403, 403, 403, 403, 303];
            FORM "/admin/accounts/{id}/reactivate", { "q": "" } => [303, 303, 403, 403, 403, 403, 303];
            GET "/users/{id}/roles" => [401, 401, 403, 403, 403, 403, 200];
            PUT "/users/{id}/roles", { "roles": ["Manager"] } => [401, 401, 403, 403, 403, 403, 200];
        }
    };
    table.covers(vec![identity::feature()]);
    table
        .check(async |scene, caller| {
            let mut set = someone(&stage, caller, &other).await;
            // `{id}` is what the group of rows is about.
            let id = set.parts.iter().find(|(name, _)| *name == scene).map(|(_, id)| id.clone());
            set.parts.extend(id.map(|id| ("id", id)));
            set
        })
        .await;
}
