//! API tokens.

use crate::{people::PASSWORD, table::Table};
use jiff::SignedDuration;
use serde_json::json;

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_dead_once_deleted() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let made = ana.post("/api/v1/me/tokens", json!({ "name": " script " })).await.expect(201);
    assert_eq!((made.text_at("/name"), &made.json["lastUsedAt"]), ("script".into(), &json!(null)));
    let script = table.somebody().with_bearer(made.text_at("/token"));
    table.advance(SignedDuration::from_secs(5));
    script.get("/api/v1/me").await.expect(200);
    let listed = ana.get("/api/v1/me/tokens").await.expect(200);
    assert_eq!(listed.text_at("/items/0/lastUsedAt"), "2026-11-15T09:00:05.000Z");
    assert!(!listed.text.contains(&made.text_at("/token")));
    ana.delete(&format!("/api/v1/me/tokens/{}", made.text_at("/id"))).await.expect(204);
    script.get("/api/v1/me").await.expect(401);
    ana.delete(&format!("/api/v1/me/tokens/{}", made.text_at("/id"))).await.expect(404);
}

#[tokio::test]
async fn a_token_lasts_for_years_and_survives_a_new_password() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let token =
        ana.post("/api/v1/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another long password" });
    ana.put("/api/v1/me/password", change).await.expect(204);
    table.advance(SignedDuration::from_hours(3 * 365 * 24));
    table.somebody().with_bearer(token).get("/api/v1/me").await.expect(200);
}

#[tokio::test]
async fn a_token_is_no_cookie_and_signing_out_with_it_deletes_it() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let token =
        ana.post("/api/v1/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    table.somebody().with_cookie("session", &token).get("/api/v1/me").await.expect(401);
    let script = table.somebody().with_bearer(token);
    script.post("/api/v1/auth/logout", json!({})).await.expect(204);
    script.get("/api/v1/me").await.expect(401);
    ana.get("/api/v1/me").await.expect(200);
}

#[tokio::test]
async fn an_account_has_at_most_fifty_tokens_each_with_a_name() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    for name in ["", "  ", &"x".repeat(101)] {
        ana.post("/api/v1/me/tokens", json!({ "name": name })).await.expect(422);
    }
    for at in 0..50 {
        ana.post("/api/v1/me/tokens", json!({ "name": format!("token {at}") })).await.expect(201);
    }
    ana.post("/api/v1/me/tokens", json!({ "name": "one more" })).await.expect(409);
    let first = ana.get("/api/v1/me/tokens?limit=1").await.expect(200).text_at("/items/0/id");
    ana.delete(&format!("/api/v1/me/tokens/{first}")).await.expect(204);
    ana.post("/api/v1/me/tokens", json!({ "name": "one more" })).await.expect(201);
}
