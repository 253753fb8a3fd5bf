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
async fn a_token_lasts_for_years_and_survives_a_new_password_but_not_a_reset() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let token = ana.post("/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another long password" });
    ana.put("/me/password", change).await.expect(204);
    stage.advance(SignedDuration::from_hours(3 * 365 * 24));
    let script = stage.anyone().with_bearer(token);
    script.get("/me").await.expect(200);
    let link = identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
    let reset = json!({ "token": link.split_once("token=").unwrap().1, "password": "a third long password" });
    stage.anyone().post("/auth/reset", reset).await.expect(204);
    script.get("/me").await.expect(401);
}

#[tokio::test]
async fn a_token_ends_when_it_was_said_to() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let past = json!({ "name": "t", "expiresAt": "2037-11-15T08:59:59Z" });
    assert_eq!(ana.post("/me/tokens", past).await.expect(422).wrong_fields(), ["expiresAt"]);
    let body = json!({ "name": "t", "expiresAt": "2037-11-15T10:00:00Z" });
    let made = ana.post("/me/tokens", body).await.expect(201);
    assert_eq!(made.text_at("expiresAt"), "2037-11-15T10:00:00.000Z");
    let script = stage.anyone().with_bearer(made.text_at("token"));
    stage.advance(SignedDuration::from_mins(59));
    script.get("/me").await.expect(200);
    stage.advance(SignedDuration::from_mins(1));
    script.get("/me").await.expect(401);
    assert_eq!(ana.get("/me/tokens").await.expect(200).json["items"], json!([]));
}

#[tokio::test]
async fn a_token_that_reads_changes_nothing_and_one_that_writes_decides_nothing_about_the_account() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let make = async |scope: &str| {
        let made = ana.post("/me/tokens", json!({ "name": "t", "scope": scope })).await.expect(201);
        (stage.anyone().with_bearer(made.text_at("token")), made.text_at("id"))
    };
    ana.post("/me/tokens", json!({ "name": "t", "scope": "all" })).await.expect(422);
    let ((reader, _), (writer, id)) = (make("read").await, make("write").await);
    let name = json!({ "displayName": "Anna" });
    reader.get("/me").await.expect(200);
    reader.patch("/me", &name).await.expect(403).shows("can only read");
    writer.patch("/me", &name).await.expect(200);
    let session = ana.get("/me/sessions").await.expect(200).text_at("/items/0/id");
    writer.post("/me/tokens", json!({ "name": "more" })).await.expect(403);
    writer.delete(&format!("/me/tokens/{id}")).await.expect(403);
    writer.delete("/me/sessions").await.expect(403);
    writer.delete(&format!("/me/sessions/{session}")).await.expect(403);
    writer.put("/me/password", json!({ "currentPassword": PASSWORD, "newPassword": "x" })).await.expect(403);
    writer.post("/me/email", json!({ "email": "b@example.org", "password": PASSWORD })).await.expect(403);
    writer.get("/me/export").await.expect(403);
    writer.put(&format!("/users/{}/roles", ana.user_id), json!({ "roles": [] })).await.expect(403);
    writer.delete("/me").await.expect(403);
    writer.page("/me").await.expect(403);
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
