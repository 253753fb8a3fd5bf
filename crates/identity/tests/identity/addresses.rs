//! E-mail addresses that count, and who may register.

use crate::scene::{alone, beside, newest_token, token_for};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use stage::{Engine, PASSWORD, Setup, Stage, email_of};
use std::sync::Arc;
use web::{AccountHooks, Feature, Registration, Services};

#[tokio::test]
async fn an_address_counts_once_it_is_confirmed() {
    let stage = alone().await;
    let root = stage.registers("Root").await;
    stage.registers("Ana").await;
    let found = async || root.get("/users?email=ana@example.org").await.expect(200).json["items"].clone();
    assert_eq!(found().await, json!([]));
    stage.finish_work().await;
    let confirm = json!({ "token": token_for(&stage, "ana@example.org") });
    stage.anyone().post("/auth/confirm", &confirm).await.expect(204);
    assert_eq!(found().await[0]["displayName"], "Ana");
    stage.anyone().post("/auth/confirm", &confirm).await.expect(410);
    stage.anyone().post("/auth/confirm", json!({ "token": "rtc_made-up" })).await.expect(410);
}

#[tokio::test]
async fn a_new_address_is_ones_own_when_its_link_is_opened() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    stage.registers("Ben").await;
    let change = |email: &str, password: &str| json!({ "email": email, "password": password });
    let wrong = ana.post("/me/email", change("anna@example.org", "wrong")).await.expect(422);
    assert_eq!(wrong.wrong_fields(), ["password"]);
    let hidden = ana.post("/me/email", change("an\u{200b}na@example.org", PASSWORD)).await.expect(422);
    assert_eq!(hidden.wrong_fields(), ["email"]);
    ana.post("/me/email", change("BEN@example.org", PASSWORD)).await.expect(409);
    ana.post("/me/email", change("anna@example.org", PASSWORD)).await.expect(202);
    stage.finish_work().await;
    let letter = stage.mail.letters().pop().unwrap();
    assert_eq!(letter.to, "anna@example.org");
    stage.anyone().signs_in("Anna", PASSWORD).await.expect(401);
    let page = stage.anyone();
    page.page(&format!("/confirm?token={}", newest_token(&stage))).await.expect(200).shows("Confirm");
    let done = page.submit("/confirm", &[("token", &newest_token(&stage))]).await.expect(303);
    assert_eq!(done.location(), "/sign-in?done=confirmed");
    stage.anyone().signs_in("Anna", PASSWORD).await.expect(200);
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(401);
    assert_eq!(ana.get("/me").await.expect(200).text_at("email"), "anna@example.org");
    stage.anyone().registers("Ana").await.expect(201);
}

#[tokio::test]
async fn of_two_who_want_one_address_one_gets_it() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let change = json!({ "email": "new@example.org", "password": PASSWORD });
    ana.post("/me/email", &change).await.expect(202);
    stage.finish_work().await;
    let first = newest_token(&stage);
    ben.post("/me/email", &change).await.expect(202);
    stage.finish_work().await;
    let confirm = async |token: &str| stage.anyone().post("/auth/confirm", json!({ "token": token })).await;
    confirm(&newest_token(&stage)).await.expect(204);
    confirm(&first).await.expect(409);
    assert_eq!(ana.get("/me").await.expect(200).text_at("email"), "ana@example.org");
}

#[tokio::test]
async fn without_mail_an_address_counts_as_it_is_given() {
    let mut setup = Setup::new(Engine::Embedded, Vec::new);
    setup.outbound.mail = Arc::new(outbound::LoggedMail);
    let stage = Stage::of(setup).await;
    let root = stage.registers("Root").await;
    let ana = stage.registers("Ana").await;
    let found = async |email: &str| {
        root.get(&format!("/users?email={email}")).await.expect(200).json["items"].clone()
    };
    assert_eq!(found("ana@example.org").await[0]["displayName"], "Ana");
    ana.post("/me/email", json!({ "email": "anna@example.org", "password": PASSWORD })).await.expect(204);
    assert_eq!(found("ana@example.org").await, json!([]));
    assert_eq!(found("anna@example.org").await[0]["displayName"], "Ana");
}

/// A feature with one invitation.
pub struct Party;

#[async_trait]
impl AccountHooks for Party {
    async fn export(&self, _: &Services, _: UserId) -> store::Result<Option<(&'static str, Value)>> {
        Ok(None)
    }

    async fn objection(&self, _: &Services, _: UserId) -> store::Result<Option<String>> {
        Ok(None)
    }

    async fn invites(&self, _: &Services, token: &str) -> store::Result<bool> {
        Ok(token == "come-in")
    }

    async fn forget(&self, _: &Services, _: UserId) -> store::Result<bool> {
        Ok(false)
    }
}

#[tokio::test]
async fn where_only_invited_people_may_register_an_invitation_opens_an_account() {
    let stage = beside(|| Feature { accounts: vec![Arc::new(Party)], ..Feature::default() }).await;
    stage.registers("Root").await;
    let stage = stage.again(|setup| setup.settings.registration = Registration::Invited).await;
    stage.anyone().registers("Ana").await.expect(403);
    let body = |invite: &str| json!({ "email": email_of("ana"), "password": PASSWORD, "displayName": "Ana", "invite": invite });
    stage.anyone().post("/auth/register", body("made-up")).await.expect(403);
    stage.anyone().post("/auth/register", body("come-in")).await.expect(201);
    let fields = |next: &'static str| {
        [("displayName", "Ben"), ("email", "ben@example.org"), ("password", PASSWORD), ("next", next)]
    };
    stage.anyone().submit("/register", &fields("/groups")).await.expect(403).shows("You need an invitation");
    let done = stage.anyone().submit("/register", &fields("/join/come-in")).await.expect(303);
    assert_eq!(done.location(), "/join/come-in");
}

#[tokio::test]
async fn invited_people_are_not_counted_among_the_twenty_an_hour() {
    let stage = beside(|| Feature { accounts: vec![Arc::new(Party)], ..Feature::default() }).await;
    let room = stage.anyone();
    for at in 0..25 {
        let body = json!({ "email": format!("p{at}@example.org"), "password": PASSWORD,
            "displayName": format!("P{at}"), "invite": "come-in" });
        room.post("/auth/register", body).await.expect(201);
    }
}

#[tokio::test]
async fn a_phone_says_where_it_is_reached_until_it_says_otherwise() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    ana.put("/me/device-token", json!({ "deviceToken": "not a token!" })).await.expect(422);
    ana.put("/me/device-token", json!({ "deviceToken": "a1b2" })).await.expect(204);
    assert_eq!(ana.get("/me/export").await.expect(200).text_at("deviceToken"), "a1b2");
    ana.delete("/me/device-token").await.expect(204);
    assert_eq!(ana.get("/me/export").await.expect(200).json["deviceToken"], json!(null));
}
