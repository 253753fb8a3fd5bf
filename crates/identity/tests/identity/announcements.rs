//! What people are told when they are not looking: once, by the ways they have, as they have chosen.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use outbound::{Push, PushError, PushMessage, PushTo, RecordedPush};
use serde_json::json;
use stage::{Engine, Person, Setup, Stage, on_both_engines};
use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use web::notify::{Announcement, Topic};

struct Table {
    stage: Stage,
    push: Arc<RecordedPush>,
}

impl Table {
    async fn on(engine: Engine) -> Self {
        let push = Arc::new(RecordedPush::default());
        Self { push: push.clone(), ..Self::with(engine, push).await }
    }

    async fn with(engine: Engine, push: Arc<dyn Push>) -> Self {
        let mut setup = Setup::new(engine, Vec::new);
        setup.outbound.push = push;
        Self { stage: Stage::of(setup).await, push: Arc::default() }
    }

    /// Someone who has confirmed their address.
    async fn registers(&self, name: &str) -> Person {
        let person = self.stage.registers(name).await;
        self.stage.confirms(&person).await;
        person
    }

    async fn tells(&self, person: &Person, occasion: &str) {
        let announcement = Announcement {
            user: person.user_id.parse().unwrap(),
            topic: Some(Topic::HangoutNew),
            occasion: occasion.into(),
            title: "New: Supper".into(),
            text: "Ben plans Supper on Friday.".into(),
            path: "/hangouts/1".into(),
            links: Vec::new(),
            calendar: None,
        };
        let write = announcement.write(self.stage.now()).unwrap();
        self.stage.services.store.write(write).await.unwrap();
        self.stage.finish_work().await;
    }

    fn letters(&self) -> Vec<outbound::Letter> {
        let letters = self.stage.mail.letters().into_iter();
        letters.filter(|letter| !letter.subject.starts_with("Confirm")).collect()
    }
}

async fn subscribes(person: &Person) {
    subscribes_at(person, "https://push.example/send/abc").await;
}

async fn subscribes_at(person: &Person, endpoint: &str) {
    let key = |bytes: &[u8]| data_encoding::BASE64URL_NOPAD.encode(bytes);
    let keys = json!({ "p256dh": key(&[4; 65]), "auth": key(&[7; 16]) });
    person.post("/me/push-subscriptions", json!({ "endpoint": endpoint, "keys": keys })).await.expect(201);
}

async fn subscriptions(person: &Person) -> usize {
    person.get("/me/export").await.expect(200).json["pushSubscriptions"].as_array().unwrap().len()
}

/// A push service that takes every message and never answers.
#[derive(Default)]
struct Silent {
    waiting: AtomicUsize,
    most: AtomicUsize,
    all: AtomicUsize,
}

#[async_trait]
impl Push for Silent {
    fn public_key(&self) -> Option<String> {
        Some("silent".into())
    }

    async fn send(&self, _: &PushTo, _: &PushMessage, _: Timestamp) -> Result<(), PushError> {
        struct Waits<'a>(&'a AtomicUsize);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        self.all.fetch_add(1, Ordering::SeqCst);
        self.most.fetch_max(self.waiting.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let _waits = Waits(&self.waiting);
        pending().await
    }
}

on_both_engines! {
    async fn an_occasion_is_told_once_by_mail_and_push(table: Table) {
        let ana = table.registers("Ana").await;
        subscribes(&ana).await;
        table.tells(&ana, "hangout#1").await;
        table.tells(&ana, "hangout#1").await;
        let letters = table.letters();
        assert_eq!(letters.len(), 1);
        assert_eq!((&*letters[0].to, &*letters[0].subject), ("ana@example.org", "New: Supper"));
        assert!(letters[0].text.contains("/hangouts/1"), "{}", letters[0].text);
        assert_eq!(table.push.messages().len(), 1);
        table.tells(&ana, "hangout#2").await;
        assert_eq!((table.letters().len(), table.push.messages().len()), (2, 2));
        assert_ne!(letters[0].message_id, table.letters()[1].message_id);
    }

    async fn a_subscription_that_failed_five_times_in_a_row_is_dropped(table: Table) {
        let ana = table.stage.registers("Ana").await;
        subscribes(&ana).await;
        for (occasion, failures, left) in [("hangout#1", 4, (1, 1)), ("hangout#2", 5, (1, 0))] {
            for _ in 0..failures {
                table.push.answer_next(Err(PushError::Later("busy".into())));
            }
            table.tells(&ana, occasion).await;
            for _ in 0..4 {
                assert_eq!(subscriptions(&ana).await, 1, "{occasion}");
                table.stage.advance(SignedDuration::from_hours(1));
                table.stage.finish_work().await;
            }
            assert_eq!((table.push.messages().len(), subscriptions(&ana).await), left, "{occasion}");
        }
    }
}

#[tokio::test]
async fn twenty_subscriptions_at_a_silent_host_wait_together_and_are_dropped_and_no_letter_waits_for_them() {
    let push = Arc::new(Silent::default());
    let table = Table::with(Engine::Embedded, push.clone()).await;
    let ana = table.registers("Ana").await;
    for number in 0..20 {
        subscribes_at(&ana, &format!("https://push.example/send/{number}")).await;
    }
    // Deadlines pass at once, though not those of requests.
    tokio::time::pause();
    table.tells(&ana, "hangout#1").await;
    tokio::time::resume();
    assert_eq!((push.most.load(Ordering::SeqCst), push.all.load(Ordering::SeqCst)), (20, 20));
    assert_eq!((table.letters().len(), subscriptions(&ana).await), (1, 20));
    tokio::time::pause();
    for _ in 1..5 {
        table.stage.advance(SignedDuration::from_hours(1));
        table.stage.finish_work().await;
    }
    tokio::time::resume();
    assert_eq!((push.all.load(Ordering::SeqCst), subscriptions(&ana).await), (100, 0));
}

#[tokio::test]
async fn an_address_that_nobody_has_confirmed_gets_no_announcement() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.stage.registers("Ana").await;
    table.tells(&ana, "hangout#1").await;
    assert!(table.letters().is_empty());
    table.stage.confirms(&ana).await;
    table.tells(&ana, "hangout#1").await;
    assert!(table.letters().is_empty(), "that occasion is over");
    table.tells(&ana, "hangout#2").await;
    assert_eq!(table.letters().len(), 1);
}

#[tokio::test]
async fn who_does_not_want_to_be_told_is_not() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    ana.patch("/me/notifications", json!({ "hangoutNew": false })).await.expect(200);
    table.tells(&ana, "hangout#1").await;
    assert!(table.letters().is_empty());
}

#[tokio::test]
async fn a_push_service_that_is_busy_is_asked_again_and_the_letter_is_not_repeated() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    subscribes(&ana).await;
    table.push.answer_next(Err(PushError::Later("busy".into())));
    table.tells(&ana, "hangout#1").await;
    assert_eq!((table.letters().len(), table.push.messages().len()), (1, 0));
    table.stage.advance(SignedDuration::from_mins(11));
    table.stage.finish_work().await;
    assert_eq!((table.letters().len(), table.push.messages().len()), (1, 1));
}

#[tokio::test]
async fn a_browser_that_has_unsubscribed_is_forgotten() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    subscribes(&ana).await;
    table.push.answer_next(Err(PushError::Gone));
    table.tells(&ana, "hangout#1").await;
    table.tells(&ana, "hangout#2").await;
    assert!(table.push.messages().is_empty());
}

#[tokio::test]
async fn what_could_not_be_told_for_a_day_is_let_go() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    subscribes(&ana).await;
    table.push.answer_next(Err(PushError::Later("busy".into())));
    table.tells(&ana, "hangout#1").await;
    table.stage.advance(SignedDuration::from_hours(25));
    table.stage.finish_work().await;
    assert!(table.push.messages().is_empty());
}

#[tokio::test]
async fn a_letter_can_be_stopped_by_one_request_of_a_mail_program() {
    let table = Table::on(Engine::Embedded).await;
    let ana = table.registers("Ana").await;
    table.tells(&ana, "hangout#1").await;
    let address = table.letters()[0].unsubscribe.clone().unwrap();
    let path = address.strip_prefix(&table.stage.services.settings.base_url).unwrap();
    table.stage.anyone().page(path).await.expect(200);
    let one_click = [("List-Unsubscribe", "One-Click")];
    table.stage.anyone().submit_from_anywhere(path, &one_click).await.expect(200);
    assert_eq!(ana.get("/me/notifications").await.expect(200).json["hangoutNew"], false);
    table.stage.anyone().submit_from_anywhere(&format!("{path}x"), &one_click).await.expect(404);
    table.tells(&ana, "hangout#2").await;
    assert_eq!(table.letters().len(), 1);
}
