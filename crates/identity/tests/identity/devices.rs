//! A browser that has signed in before is not kept out by strangers who guess.

use crate::scene::alone;
use stage::{PASSWORD, Person, Stage};

async fn signs_in(person: &Person, password: &str) -> u16 {
    let fields = [("email", "ana@example.org"), ("password", password)];
    person.submit("/sign-in", &fields).await.status.as_u16()
}

/// Anna's browser, signed out, while strangers guess at her account.
async fn under_attack(stage: &Stage) -> Person {
    let ana = stage.registers_in_a_browser("Ana").await;
    ana.submit("/sign-out", &[]).await.expect(303);
    for _ in 0..6 {
        stage.anyone().signs_in("Ana", "not the password").await;
    }
    assert_eq!(signs_in(&stage.anyone(), PASSWORD).await, 429, "from a new browser");
    ana
}

#[tokio::test]
async fn strangers_who_guess_do_not_keep_out_a_browser_that_was_signed_in_before() {
    let stage = alone().await;
    let ana = under_attack(&stage).await;
    assert_eq!(signs_in(&ana, PASSWORD).await, 303);
}

#[tokio::test]
async fn a_known_browser_is_slowed_by_its_own_failures() {
    let stage = alone().await;
    let ana = under_attack(&stage).await;
    for _ in 0..5 {
        assert_eq!(signs_in(&ana, "not the password").await, 401);
    }
    assert_eq!(signs_in(&ana, PASSWORD).await, 429);
}

#[tokio::test]
async fn what_a_browser_is_known_by_ends_with_a_password_reset_and_opens_nothing() {
    let stage = alone().await;
    let ana = under_attack(&stage).await;
    ana.page("/me").await.expect(303);
    let link = identity::operator::make_reset_link(&stage.services, "ana@example.org").await.unwrap();
    let token = link.split_once("token=").unwrap().1;
    let fields = [("token", token), ("password", "another long password")];
    stage.anyone().submit("/reset", &fields).await.expect(303);
    assert_eq!(signs_in(&ana, "another long password").await, 429);
}

#[tokio::test]
async fn json_answers_set_no_cookie() {
    let stage = alone().await;
    let ana = stage.anyone();
    ana.registers("Ana").await.expect(201);
    let answer = ana.signs_in("Ana", PASSWORD).await.expect(200);
    assert_eq!((answer.header("set-cookie"), ana.cookie("device")), ("", None));
}
