//! Letters of fixed words: how many, to whom, and what becomes of those that do not go out.

use futures::future::join_all;
use identity::{
    letters::{Body, FixedLetter, LetterKind, Sent, send},
    model::Email,
};
use jiff::SignedDuration;
use outbound::{Letter, NotSent};
use serde_json::json;
use stage::{Engine, PASSWORD, Person, Stage, on_both_engines};
use std::net::IpAddr;

struct Post(Stage);

impl Post {
    async fn on(engine: Engine) -> Self {
        Self(Stage::on(engine, Vec::new).await)
    }

    fn letter(&self, kind: LetterKind, to: &str, name: &str) -> FixedLetter {
        FixedLetter {
            kind,
            name: name.into(),
            to: Email::parse(to).unwrap(),
            confirmed: false,
            from: None,
            about: None,
            since: self.0.now().into(),
            subject: "Hello".into(),
            body: Body::default(),
        }
    }

    async fn sends(&self, kind: LetterKind, to: &str, name: &str) -> Sent {
        send(&self.0.services, self.letter(kind, to, name)).await.unwrap()
    }
}

async fn asks_for(person: &Person, email: &str) {
    person.post("/me/email", json!({ "email": email, "password": PASSWORD })).await.expect(202);
}

fn to<'a>(letters: &'a [Letter], email: &str) -> Vec<&'a Letter> {
    letters.iter().filter(|letter| letter.to == email).collect()
}

on_both_engines! {
    async fn an_address_gets_three_confirmations_a_day_and_the_next_waits(post: Post) {
        let ana = post.0.registers("Ana").await;
        for _ in 0..4 {
            asks_for(&ana, "new@example.org").await;
            post.0.finish_work().await;
        }
        let letters = post.0.mail.letters();
        assert_eq!(to(&letters, "new@example.org").len(), 3);
        post.0.advance(SignedDuration::from_hours(24));
        post.0.finish_work().await;
        let letters = post.0.mail.letters();
        assert_eq!(to(&letters, "new@example.org").len(), 4, "the fourth went out when it was allowed");
    }

    async fn of_letters_from_two_servers_at_once_exactly_those_go_out_that_may(post: Post) {
        let other = post.0.another_server().await;
        let here = (0..8).map(|at| (&post.0, at));
        let there = (8..16).map(|at| (&other, at));
        let all = here.chain(there).map(|(stage, at)| {
            let letter = post.letter(LetterKind::Confirmation, "ana@example.org", &format!("letter {at}"));
            async move { send(&stage.services, letter).await.unwrap() }
        });
        let sent = join_all(all).await;
        assert_eq!(sent.iter().filter(|sent| **sent == Sent::Yes).count(), 3, "{sent:?}");
        assert_eq!(post.0.mail.letters().len(), 3);
    }

    async fn a_letter_that_failed_is_tried_again_with_the_same_link(post: Post) {
        let stage = &post.0;
        stage.registers("Ana").await;
        stage.finish_work().await;
        stage.mail.fail_next(NotSent::Later("busy".into()));
        stage.mail.fail_next(NotSent::Later("busy".into()));
        stage.anyone().post("/auth/forgot", json!({ "email": "ana@example.org" })).await.expect(202);
        stage.finish_work().await;
        assert_eq!(stage.mail.letters().len(), 1);
        stage.advance(SignedDuration::from_hours(3));
        stage.finish_work().await;
        assert_eq!(stage.mail.letters().len(), 1);
        stage.advance(SignedDuration::from_hours(3));
        stage.finish_work().await;
        let letters = stage.mail.letters();
        assert_eq!(letters.len(), 2);
        let token = letters[1].text.split("token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        stage.advance(SignedDuration::from_mins(59));
        let body = json!({ "token": token, "password": "another long password" });
        stage.anyone().post("/auth/reset", &body).await.expect(204);
        stage.anyone().post("/auth/reset", &body).await.expect(410);
    }
}

#[tokio::test]
async fn a_letter_that_waited_for_a_day_is_dropped() {
    let post = Post::on(Engine::Embedded).await;
    for at in 0..3 {
        post.sends(LetterKind::Confirmation, "ana@example.org", &format!("{at}")).await;
    }
    let letter = post.letter(LetterKind::Confirmation, "ana@example.org", "late");
    assert!(matches!(send(&post.0.services, letter.clone()).await.unwrap(), Sent::Later(_)));
    post.0.advance(SignedDuration::from_hours(25));
    assert_eq!(send(&post.0.services, letter).await.unwrap(), Sent::Dropped);
    assert_eq!(post.0.mail.letters().len(), 3);
}

#[tokio::test]
async fn callers_at_one_network_address_have_twenty_letters_an_hour_sent() {
    let post = Post::on(Engine::Embedded).await;
    let from = |at: u32, last: u8| FixedLetter {
        from: Some(IpAddr::from([198, 51, 100, last])),
        ..post.letter(LetterKind::Confirmation, &format!("p{at}@example.org"), &format!("{at}"))
    };
    for at in 0..20 {
        assert_eq!(send(&post.0.services, from(at, 1)).await.unwrap(), Sent::Yes);
    }
    assert!(matches!(send(&post.0.services, from(20, 1)).await.unwrap(), Sent::Later(_)));
    assert_eq!(send(&post.0.services, from(21, 2)).await.unwrap(), Sent::Yes, "others are not held back");
    post.0.advance(SignedDuration::from_hours(1));
    assert_eq!(send(&post.0.services, from(20, 1)).await.unwrap(), Sent::Yes);
}

#[tokio::test]
async fn an_address_gets_one_invitation_to_a_thing_and_three_of_all_things_a_day() {
    let post = Post::on(Engine::Embedded).await;
    let about = |kind, thing: &str, name: &str| FixedLetter {
        about: Some(thing.into()),
        ..post.letter(kind, "ana@example.org", name)
    };
    let sends = async |letter| send(&post.0.services, letter).await.unwrap();
    assert_eq!(sends(about(LetterKind::Invitation, "event 1", "a")).await, Sent::Yes);
    assert_eq!(
        sends(about(LetterKind::Invitation, "event 1", "a")).await,
        Sent::Yes,
        "the same one, tried again"
    );
    assert_eq!(sends(about(LetterKind::Invitation, "event 1", "b")).await, Sent::Dropped);
    assert_eq!(sends(about(LetterKind::AddressCheck, "event 1", "c")).await, Sent::Yes);
    assert_eq!(sends(about(LetterKind::Invitation, "event 2", "d")).await, Sent::Yes);
    assert!(matches!(sends(about(LetterKind::Invitation, "event 3", "e")).await, Sent::Later(_)));
    assert_eq!(
        post.sends(LetterKind::Confirmation, "ana@example.org", "f").await,
        Sent::Yes,
        "counted apart"
    );
}

#[tokio::test]
async fn who_wants_no_more_mail_gets_none_but_a_new_password() {
    let post = Post::on(Engine::Embedded).await;
    let stage = &post.0;
    let ana = stage.registers("Ana").await;
    stage.finish_work().await;
    let letter = stage.mail.letters().remove(0);
    assert!(!letter.text.contains("Ana"), "a stranger may have chosen the name: {}", letter.text);
    let address = letter.unsubscribe.clone().unwrap();
    assert!(letter.text.contains(&format!("No more mail from this server: {address}")), "{}", letter.text);
    let path = address.strip_prefix(&stage.services.settings.base_url).unwrap();
    stage.anyone().page(&format!("{path}x")).await.expect(404);
    stage.anyone().page(path).await.expect(200).shows("No more mail from this server?");
    stage.anyone().submit_from_anywhere(path, &[("List-Unsubscribe", "One-Click")]).await.expect(200);
    assert_eq!(post.sends(LetterKind::Invitation, "ana@example.org", "a").await, Sent::Dropped);
    assert_eq!(post.sends(LetterKind::Confirmation, "ana@example.org", "b").await, Sent::Dropped);
    stage.anyone().post("/auth/forgot", json!({ "email": "ana@example.org" })).await.expect(202);
    stage.finish_work().await;
    assert_eq!(stage.mail.letters().len(), 1, "nobody has confirmed the address");
    let page = stage.anyone().page(path).await.expect(200);
    page.shows("Allow mail again");
    stage.confirms(&ana).await;
    stage.anyone().submit(path, &[]).await.expect(200);
    stage.anyone().post("/auth/forgot", json!({ "email": "ana@example.org" })).await.expect(202);
    stage.finish_work().await;
    assert_eq!(stage.mail.letters().len(), 2, "the way back into an account stays");
    stage.anyone().submit(path, &[("allow", "true")]).await.expect(200);
    assert_eq!(post.sends(LetterKind::Invitation, "ana@example.org", "c").await, Sent::Yes);
}

#[tokio::test]
async fn a_letter_that_was_refused_is_not_tried_again() {
    let post = Post::on(Engine::Embedded).await;
    post.0.mail.fail_next(NotSent::Refused("no such mailbox".into()));
    post.0.registers("Ana").await;
    post.0.finish_work().await;
    post.0.advance(SignedDuration::from_hours(1));
    post.0.finish_work().await;
    assert!(post.0.mail.letters().is_empty());
}

#[tokio::test]
async fn the_operator_sees_how_many_letters_did_not_go_out_and_why() {
    let post = Post::on(Engine::Embedded).await;
    let stage = &post.0;
    let root = stage.registers_in_a_browser("Root").await;
    stage.finish_work().await;
    assert!(!root.page("/admin/accounts").await.expect(200).text.contains("Letters that were not sent"));
    stage.mail.fail_next(NotSent::Refused("550 <ana@example.org> unknown".into()));
    assert_eq!(post.sends(LetterKind::Confirmation, "ana@example.org", "a").await, Sent::Dropped);
    stage.advance(SignedDuration::from_hours(26));
    stage.mail.fail_next(NotSent::Refused("551 <ben@example.org> moved".into()));
    assert_eq!(post.sends(LetterKind::Confirmation, "ben@example.org", "b").await, Sent::Dropped);
    let page = root.page("/admin/accounts").await.expect(200);
    page.shows("Refused by the mail server").shows("2 letters").shows("551 … moved");
    assert!(!page.text.contains("ben@example.org"), "no address is shown");
    stage.advance(SignedDuration::from_hours(31 * 24));
    assert!(
        !stage
            .signs_in("Root")
            .await
            .page("/admin/accounts")
            .await
            .text
            .contains("Letters that were not sent")
    );
}

#[tokio::test]
async fn an_invitation_to_the_owner_of_a_deactivated_account_is_not_sent() {
    let post = Post::on(Engine::Embedded).await;
    let root = post.0.registers("Root").await;
    let ana = post.0.registers("Ana").await;
    root.put(&format!("/users/{}/deactivation", ana.user_id), json!({})).await.expect(200);
    assert_eq!(post.sends(LetterKind::Invitation, "ana@example.org", "a").await, Sent::Dropped);
    assert_eq!(post.sends(LetterKind::Invitation, "ben@example.org", "b").await, Sent::Yes);
}
