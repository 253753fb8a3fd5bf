//! New passwords: by the old one, by mail, by the operator.

use crate::scene::alone;
use jiff::SignedDuration;
use serde_json::json;
use stage::{Answer, PASSWORD, Person, Stage, email_of};

const NEW: &str = "another long password";

async fn forgets(stage: &Stage, name: &str) -> Answer {
    stage.anyone().post("/auth/forgot", json!({ "email": email_of(name) })).await
}

async fn resets(by: &Person, token: &str, password: &str) -> Answer {
    by.post("/auth/reset", json!({ "token": token, "password": password })).await
}

/// The letters with links that set a new password.
async fn letters(stage: &Stage) -> Vec<outbound::Letter> {
    stage.finish_work().await;
    stage.mail.letters().into_iter().filter(|letter| letter.text.contains("/reset?")).collect()
}

/// The token in the newest of `count` letters.
async fn mailed_token(stage: &Stage, count: usize) -> String {
    let letters = letters(stage).await;
    assert_eq!(letters.len(), count);
    token_in(&letters[count - 1].text)
}

fn token_in(text: &str) -> String {
    let (_, rest) = text.split_once("http://127.0.0.1:8080/reset?token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_only_it_works() {
    let stage = alone().await;
    let here = stage.registers("Ana").await;
    let there =
        here.with_bearer(stage.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("/token"));
    here.put("/me/password", json!({ "currentPassword": PASSWORD, "newPassword": NEW })).await.expect(204);
    there.get("/me").await.expect(401);
    here.get("/me").await.expect(200);
    stage.anyone().signs_in("Ana", PASSWORD).await.expect(401);
    stage.anyone().signs_in("Ana", NEW).await.expect(200);
}

#[tokio::test]
async fn a_password_is_not_changed_without_the_old_one_and_guessing_it_is_slowed() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let refused = ana.put("/me/password", change("wrong", NEW)).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["currentPassword"]);
    let weak = ana.put("/me/password", change(PASSWORD, "password")).await.expect(422);
    assert_eq!(weak.wrong_fields(), ["newPassword"]);
    let mut last = 0;
    for _ in 0..7 {
        last = ana.put("/me/password", change("wrong", NEW)).await.status.as_u16();
    }
    assert_eq!(last, 429);
    stage.anyone().put("/me/password", change(PASSWORD, NEW)).await.expect(401);
}

#[tokio::test]
async fn a_mailed_link_sets_a_new_password_once_and_ends_every_session() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    forgets(&stage, "Nobody").await.expect(202);
    forgets(&stage, "Ana").await.expect(202);
    let token = mailed_token(&stage, 1).await;
    let letter = letters(&stage).await.remove(0);
    assert_eq!((letter.to.as_str(), letter.text.contains("Ana")), ("ana@example.org", false));
    ana.get("/me").await.expect(200);
    let weak = resets(&stage.anyone(), &token, "short").await.expect(422);
    assert_eq!(weak.wrong_fields(), ["password"]);
    resets(&stage.anyone(), &token, NEW).await.expect(204);
    resets(&stage.anyone(), &token, PASSWORD).await.expect(410);
    ana.get("/me").await.expect(401);
    stage.anyone().signs_in("Ana", NEW).await.expect(200);
    assert_eq!(letters(&stage).await.len(), 1, "nobody else gets a letter");
}

#[tokio::test]
async fn a_link_dies_after_an_hour_and_when_a_password_is_set_otherwise() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    forgets(&stage, "Ana").await.expect(202);
    let old = mailed_token(&stage, 1).await;
    stage.advance(SignedDuration::from_hours(1));
    resets(&stage.anyone(), &old, NEW).await.expect(410);
    forgets(&stage, "Ana").await.expect(202);
    let overtaken = mailed_token(&stage, 2).await;
    ana.put("/me/password", json!({ "currentPassword": PASSWORD, "newPassword": NEW })).await.expect(204);
    resets(&stage.anyone(), &overtaken, "a third long password").await.expect(410);
    stage.anyone().signs_in("Ana", NEW).await.expect(200);
}

#[tokio::test]
async fn a_made_up_link_is_refused_and_keeps_nobody_out() {
    let stage = alone().await;
    let session = stage.anyone().registers("Ana").await.expect(201).text_at("/token");
    let guesser = stage.anyone();
    resets(&guesser, &session, NEW).await.expect(410);
    for _ in 0..20 {
        resets(&guesser, "rtr_made-up", NEW).await.expect(410);
    }
    forgets(&stage, "Ana").await.expect(202);
    resets(&guesser, &mailed_token(&stage, 1).await, NEW).await.expect(204);
}

#[tokio::test]
async fn asking_for_links_is_limited_per_address_and_nobodys_letter_box_is_filled() {
    let stage = alone().await;
    stage.registers("Ana").await;
    stage.anyone().post("/auth/forgot", json!({ "email": "not an address" })).await.expect(422);
    let busy = stage.anyone();
    for _ in 0..20 {
        busy.post("/auth/forgot", json!({ "email": email_of("nobody") })).await.expect(202);
    }
    busy.post("/auth/forgot", json!({ "email": email_of("nobody") })).await.expect(429);
    for _ in 0..25 {
        forgets(&stage, "Ana").await.expect(202);
    }
    assert_eq!(letters(&stage).await.len(), 5);
    stage.advance(SignedDuration::from_hours(25));
    assert_eq!(letters(&stage).await.len(), 5, "those beyond the limit are dropped");
    forgets(&stage, "Ana").await.expect(202);
    assert_eq!(letters(&stage).await.len(), 6);
}

#[tokio::test]
async fn the_operators_link_works_for_a_day() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let link = identity::operator::make_reset_link(&stage.services, "ANA@example.org").await.unwrap();
    stage.advance(SignedDuration::from_hours(23));
    resets(&stage.anyone(), &token_in(&link), NEW).await.expect(204);
    let late = identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
    stage.advance(SignedDuration::from_hours(24));
    resets(&stage.anyone(), &token_in(&late), NEW).await.expect(410);
    let nobody = identity::operator::make_reset_link(&stage.services, "nobody@example.org").await;
    assert_eq!(nobody, Err(identity::Error::NoSuchAccount));
}

#[tokio::test]
async fn a_password_that_others_would_guess_is_refused_wherever_one_is_set() {
    let stage = alone().await;
    let body = |password: &str| json!({ "email": "ana@mailbox.example", "password": password, "displayName": "Ana Banana" });
    for weak in ["Dragon2026!", "bananabanana!1", "mailbox1234567", "Roundtable2026", "12345678901234"] {
        let refused = stage.anyone().post("/auth/register", body(weak)).await.expect(422);
        assert_eq!(refused.wrong_fields(), ["password"], "{weak}");
        let by_operator = identity::operator::create_account(
            &stage.services,
            "ana@mailbox.example",
            "Ana Banana",
            weak,
            &[],
        )
        .await;
        assert!(by_operator.is_err(), "{weak}");
    }
    let ana = stage.registers("Ana").await;
    let weak = json!({ "currentPassword": PASSWORD, "newPassword": "Dragon2026!" });
    assert_eq!(ana.put("/me/password", weak).await.expect(422).wrong_fields(), ["newPassword"]);
    forgets(&stage, "Ana").await.expect(202);
    let token = mailed_token(&stage, 1).await;
    assert_eq!(resets(&stage.anyone(), &token, "Dragon2026!").await.expect(422).wrong_fields(), ["password"]);
    resets(&stage.anyone(), &token, "dragons over a teapot").await.expect(204);
}
