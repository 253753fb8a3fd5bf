//! New passwords: by the old one, by mail, by the operator.

use crate::{
    people::{Answer, PASSWORD, Person, email_of},
    table::Table,
};
use jiff::SignedDuration;
use serde_json::json;

const NEW: &str = "another long password";

async fn forgets(table: &Table, name: &str) -> Answer {
    table.somebody().post("/api/v1/auth/forgot", json!({ "email": email_of(name) })).await
}

async fn resets(by: &Person, token: &str, password: &str) -> Answer {
    by.post("/api/v1/auth/reset", json!({ "token": token, "password": password })).await
}

/// The token in the newest of `count` letters.
async fn mailed_token(table: &Table, count: usize) -> String {
    let letters = table.mail.wait_for(count).await;
    token_in(&letters[count - 1].text)
}

fn token_in(text: &str) -> String {
    let (_, rest) = text.split_once("http://table.example/reset?token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_only_it_works() {
    let table = Table::new();
    let here = table.registers("Ana").await;
    let there =
        here.with_bearer(table.somebody().signs_in("Ana", PASSWORD).await.expect(200).text_at("/token"));
    here.put("/api/v1/me/password", json!({ "currentPassword": PASSWORD, "newPassword": NEW }))
        .await
        .expect(204);
    there.get("/api/v1/me").await.expect(401);
    here.get("/api/v1/me").await.expect(200);
    table.somebody().signs_in("Ana", PASSWORD).await.expect(401);
    table.somebody().signs_in("Ana", NEW).await.expect(200);
}

#[tokio::test]
async fn a_password_is_not_changed_without_the_old_one_and_guessing_it_is_slowed() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let refused = ana.put("/api/v1/me/password", change("wrong", NEW)).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["currentPassword"]);
    let weak = ana.put("/api/v1/me/password", change(PASSWORD, "password")).await.expect(422);
    assert_eq!(weak.wrong_fields(), ["newPassword"]);
    let mut last = 0;
    for _ in 0..7 {
        last = ana.put("/api/v1/me/password", change("wrong", NEW)).await.status;
    }
    assert_eq!(last, 429);
    table.somebody().put("/api/v1/me/password", change(PASSWORD, NEW)).await.expect(401);
}

#[tokio::test]
async fn a_mailed_link_sets_a_new_password_once_and_ends_every_session() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    forgets(&table, "Nobody").await.expect(202);
    forgets(&table, "Ana").await.expect(202);
    let token = mailed_token(&table, 1).await;
    let letter = table.mail.letters().remove(0);
    assert_eq!((letter.to.as_str(), letter.text.contains("Hello Ana")), ("ana@example.org", true));
    ana.get("/api/v1/me").await.expect(200);
    let weak = resets(&table.somebody(), &token, "short").await.expect(422);
    assert_eq!(weak.wrong_fields(), ["password"]);
    resets(&table.somebody(), &token, NEW).await.expect(204);
    resets(&table.somebody(), &token, PASSWORD).await.expect(410);
    ana.get("/api/v1/me").await.expect(401);
    table.somebody().signs_in("Ana", NEW).await.expect(200);
    assert_eq!(table.mail.letters().len(), 1, "nobody else gets a letter");
}

#[tokio::test]
async fn a_link_dies_after_an_hour_and_when_a_password_is_set_otherwise() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    forgets(&table, "Ana").await.expect(202);
    let old = mailed_token(&table, 1).await;
    table.advance(SignedDuration::from_hours(1));
    resets(&table.somebody(), &old, NEW).await.expect(410);
    forgets(&table, "Ana").await.expect(202);
    let overtaken = mailed_token(&table, 2).await;
    ana.put("/api/v1/me/password", json!({ "currentPassword": PASSWORD, "newPassword": NEW }))
        .await
        .expect(204);
    resets(&table.somebody(), &overtaken, "a third long password").await.expect(410);
    table.somebody().signs_in("Ana", NEW).await.expect(200);
}

#[tokio::test]
async fn made_up_links_are_refused_and_trying_them_is_slowed() {
    let table = Table::new();
    let session = table.somebody().registers("Ana").await.expect(201).text_at("/token");
    let guesser = table.somebody();
    resets(&guesser, &session, NEW).await.expect(410);
    let mut last = 0;
    for _ in 0..7 {
        last = resets(&guesser, "rtr_made-up", NEW).await.status;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn asking_for_links_is_limited_per_address_and_nobodys_letter_box_is_filled() {
    let table = Table::new();
    table.registers("Ana").await;
    table.somebody().post("/api/v1/auth/forgot", json!({ "email": "not an address" })).await.expect(422);
    let busy = table.somebody();
    for _ in 0..20 {
        busy.post("/api/v1/auth/forgot", json!({ "email": email_of("nobody") })).await.expect(202);
    }
    busy.post("/api/v1/auth/forgot", json!({ "email": email_of("nobody") })).await.expect(429);
    for _ in 0..25 {
        forgets(&table, "Ana").await.expect(202);
    }
    assert_eq!(table.mail.wait_for(20).await.len(), 20);
}

#[tokio::test]
async fn the_operators_link_works_for_a_day() {
    let table = Table::new();
    table.registers("Ana").await;
    let link = identity::operator::make_reset_link(&table.services, "ANA@example.org").await.unwrap();
    table.advance(SignedDuration::from_hours(23));
    resets(&table.somebody(), &token_in(&link), NEW).await.expect(204);
    let late = identity::operator::make_reset_link(&table.services, "ana@example.org").await.unwrap();
    table.advance(SignedDuration::from_hours(24));
    resets(&table.somebody(), &token_in(&late), NEW).await.expect(410);
    let nobody = identity::operator::make_reset_link(&table.services, "nobody@example.org").await;
    assert_eq!(nobody, Err(identity::Error::NoSuchAccount));
}
