//! Messages to the app on a phone.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use outbound::{
    PushError,
    push::{PhoneMessage, PhonePush},
};
use serde_json::{Value, json};
use stage::{Engine, Person, Setup, Stage, on_both_engines};
use std::sync::{Arc, Mutex};
use store::Write;
use web::notify::{Announcement, Topic};

/// Keeps every message, and answers as it is told.
#[derive(Default)]
struct Phones {
    messages: Mutex<Vec<(String, PhoneMessage)>>,
    answers: Mutex<Vec<PushError>>,
}

#[async_trait]
impl PhonePush for Phones {
    async fn send(&self, device: &str, message: &PhoneMessage, _: Timestamp) -> Result<(), PushError> {
        self.messages.lock().unwrap().push((device.to_owned(), message.clone()));
        self.answers.lock().unwrap().pop().map_or(Ok(()), Err)
    }
}

struct Town {
    stage: Stage,
    phones: Arc<Phones>,
}

impl Town {
    async fn on(engine: Engine) -> Self {
        let phones = Arc::new(Phones::default());
        let mut setup = Setup::new(engine, Vec::new);
        setup.outbound.phones = Some(phones.clone());
        Self { stage: Stage::of(setup).await, phones }
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
        self.stage.services.store.write(announcement.write(self.stage.now()).unwrap()).await.unwrap();
        self.stage.finish_work().await;
    }

    fn sent_to(&self) -> Vec<String> {
        self.phones.messages.lock().unwrap().iter().map(|(device, _)| device.clone()).collect()
    }
}

async fn has_phone(person: &Person, device: &str) {
    person.put("/me/device-token", json!({ "deviceToken": device })).await.expect(204);
}

on_both_engines! {
    async fn a_phone_is_told_once_and_forgotten_when_apple_no_longer_reaches_it(town: Town) {
        let ana = town.stage.registers("Ana").await;
        assert_eq!(ana.get("/me").await.expect(200).json["phonePush"], true);
        town.tells(&ana, "hangout#0").await;
        assert_eq!(town.sent_to(), [""; 0], "no phone yet");
        has_phone(&ana, "a1b2").await;
        town.tells(&ana, "hangout#1").await;
        town.tells(&ana, "hangout#1").await;
        assert_eq!(town.sent_to(), ["a1b2"]);
        let message = town.phones.messages.lock().unwrap()[0].1.clone();
        assert_eq!((message.title.as_str(), message.path.as_str()), ("New: Supper", "/hangouts/1"));

        town.phones.answers.lock().unwrap().push(PushError::Gone);
        town.tells(&ana, "hangout#2").await;
        assert_eq!(ana.get("/me/export").await.expect(200).json["deviceToken"], Value::Null);
        town.tells(&ana, "hangout#3").await;
        assert_eq!(town.sent_to().len(), 2);
    }

    async fn a_message_that_failed_is_sent_again_later_and_a_refused_one_is_not(town: Town) {
        let ana = town.stage.registers("Ana").await;
        has_phone(&ana, "a1b2").await;
        town.phones.answers.lock().unwrap().push(PushError::Later("busy".into()));
        town.tells(&ana, "hangout#1").await;
        assert_eq!(town.sent_to().len(), 1);
        town.stage.advance(SignedDuration::from_mins(2));
        town.stage.finish_work().await;
        assert_eq!(town.sent_to().len(), 2);
        town.stage.advance(SignedDuration::from_mins(10));
        town.stage.finish_work().await;
        assert_eq!(town.sent_to().len(), 2, "it has arrived");

        town.phones.answers.lock().unwrap().push(PushError::Refused("topic".into()));
        town.tells(&ana, "hangout#2").await;
        town.stage.advance(SignedDuration::from_hours(1));
        town.stage.finish_work().await;
        assert_eq!(town.sent_to().len(), 3);
        assert_eq!(ana.get("/me/export").await.expect(200).json["deviceToken"], "a1b2", "kept");
    }

    async fn a_deactivated_person_gets_no_mail_and_no_message(town: Town) {
        let root = town.stage.registers("Root").await;
        let ana = town.stage.registers("Ana").await;
        town.stage.confirms(&ana).await;
        has_phone(&ana, "a1b2").await;
        root.put(&format!("/users/{}/deactivation", ana.user_id), json!({})).await.expect(200);
        let before = town.stage.mail.letters().len();
        town.tells(&ana, "hangout#1").await;
        assert_eq!((town.sent_to().len(), town.stage.mail.letters().len()), (0, before));
    }

    async fn a_subscription_whose_keys_are_none_is_dropped(town: Town) {
        let ana = town.stage.registers("Ana").await;
        let keys = json!({ "p256dh": format!("BA{}", "A".repeat(85)), "auth": "A".repeat(22) });
        let push = json!({ "endpoint": "https://push.example/1", "keys": keys });
        let id = ana.post("/me/push-subscriptions", push).await.expect(201).text_at("id");
        let key = identity::keys::push(ana.user_id.parse().unwrap(), id.parse().unwrap());
        let broken = Write::update(&web::system::SYSTEM, key).set("p256dh", "no base64!");
        town.stage.services.store.write(broken).await.unwrap();
        town.tells(&ana, "hangout#1").await;
        let held = ana.get("/me/export").await.expect(200).json["pushSubscriptions"].clone();
        assert_eq!(held, json!([]));
    }
}

#[tokio::test]
async fn without_a_service_me_says_so_and_only_a_person_names_their_phone() {
    let stage = crate::scene::alone().await;
    let ana = stage.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
    assert_eq!(ana.get("/me").await.expect(200).json["phonePush"], false);
    ana.page("/me").await.expect(200).shows("This server sends no messages to phone apps.");
    let token = ana.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token");
    let program = stage.anyone().with_bearer(token);
    program.put("/me/device-token", json!({ "deviceToken": "a1b2" })).await.expect(403);
    program.delete("/me/device-token").await.expect(403);
    has_phone(&ana, "a1b2").await;
}

#[tokio::test]
async fn a_picture_is_one_of_the_predefined_ones() {
    let stage = crate::scene::alone().await;
    let ana = stage.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
    let refused = ana.patch("/me", json!({ "avatarKey": "dragon" })).await.expect(422);
    assert_eq!(refused.wrong_fields(), ["avatarKey"]);
    let form = |key: &'static str| [("form", "profile"), ("displayName", "Ana"), ("avatar", key)];
    ana.submit("/me", &form("owl")).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).text_at("avatarKey"), "owl");
    ana.page("/me").await.expect(200).shows("value=\"owl\" checked");
    ana.submit("/me", &form("dragon")).await.expect(422);
    ana.submit("/me", &[("form", "profile"), ("displayName", "Anna")]).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).text_at("avatarKey"), "owl");
    ana.submit("/me", &form("")).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).json["avatarKey"], Value::Null);
}
