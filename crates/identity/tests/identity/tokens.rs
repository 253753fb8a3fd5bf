//! API tokens.

use crate::scene::alone;
use jiff::SignedDuration;
use serde_json::json;
use stage::PASSWORD;

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_dead_once_deleted() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let made = ana.post("/me/tokens", json!({ "name": " script " })).await.expect(201);
    assert_eq!((made.text_at("/name"), &made.json["lastUsedAt"]), ("script".into(), &json!(null)));
    let script = stage.anyone().with_bearer(made.text_at("/token"));
    stage.advance(SignedDuration::from_secs(5));
    script.get("/me").await.expect(200);
    let listed = ana.get("/me/tokens").await.expect(200);
    assert_eq!(listed.text_at("/items/0/lastUsedAt"), "2037-11-15T09:00:05.000Z");
    assert!(!listed.text.contains(&made.text_at("/token")));
    ana.delete(&format!("/me/tokens/{}", made.text_at("/id"))).await.expect(204);
    script.get("/me").await.expect(401);
    ana.delete(&format!("/me/tokens/{}", made.text_at("/id"))).await.expect(404);
}

#[tokio::test]
async fn a_token_lasts_for_years_and_survives_a_new_password() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let token = ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another long password" });
    ana.put("/me/password", change).await.expect(204);
    stage.advance(SignedDuration::from_hours(3 * 365 * 24));
    stage.anyone().with_bearer(token).get("/me").await.expect(200);
}

#[tokio::test]
async fn a_token_is_no_cookie_and_signing_out_with_it_deletes_it() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let token = ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    stage.anyone().with_cookie("session", &token).get("/me").await.expect(401);
    let script = stage.anyone().with_bearer(token);
    script.post("/auth/logout", json!({})).await.expect(204);
    script.get("/me").await.expect(401);
    ana.get("/me").await.expect(200);
}

#[tokio::test]
async fn an_account_has_at_most_fifty_tokens_each_with_a_name() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for name in ["", "  ", &"x".repeat(101)] {
        ana.post("/me/tokens", json!({ "name": name })).await.expect(422);
    }
    for at in 0..50 {
        ana.post("/me/tokens", json!({ "name": format!("token {at}") })).await.expect(201);
    }
    ana.post("/me/tokens", json!({ "name": "one more" })).await.expect(409);
    let first = ana.get("/me/tokens?limit=1").await.expect(200).text_at("/items/0/id");
    ana.delete(&format!("/me/tokens/{first}")).await.expect(204);
    ana.post("/me/tokens", json!({ "name": "one more" })).await.expect(201);
}
