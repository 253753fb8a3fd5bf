//! Push subscriptions.

use crate::scene::alone;
use serde_json::{Value, json};
use stage::{Engine, Person, Setup, Stage};
use std::sync::Arc;

pub fn endpoint(device: usize) -> String {
    format!("https://push.example/send/{device}")
}

/// What the browser of a device says.
pub fn subscription(device: usize) -> Value {
    let p256dh = format!("BA{}", "A".repeat(85));
    json!({ "endpoint": endpoint(device), "expirationTime": null, "keys": { "p256dh": p256dh, "auth": "A".repeat(22) } })
}

async fn subscribe(person: &Person, device: usize) -> String {
    person.post("/me/push-subscriptions", subscription(device)).await.expect(201).text_at("/id")
}

async fn endpoints(person: &Person) -> Vec<String> {
    let export = person.get("/me/export").await.expect(200);
    let held = export.json["pushSubscriptions"].as_array().unwrap().clone();
    let mut held: Vec<_> = held.iter().map(|push| push["endpoint"].as_str().unwrap().to_owned()).collect();
    held.sort();
    held
}

#[tokio::test]
async fn a_device_is_subscribed_once_and_ended_by_its_id_or_its_endpoint() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let first = subscribe(&ana, 1).await;
    assert_eq!(subscribe(&ana, 1).await, first, "the same endpoint replaces");
    subscribe(&ana, 2).await;
    assert_eq!(endpoints(&ana).await, [endpoint(1), endpoint(2)]);
    let by_id = format!("/me/push-subscriptions/{first}");
    ben.delete(&by_id).await.expect(404);
    ana.delete(&by_id).await.expect(204);
    ana.delete(&by_id).await.expect(404);
    let by_endpoint = "/me/push-subscriptions?endpoint=https%3A%2F%2Fpush.example%2Fsend%2F2";
    ana.delete(by_endpoint).await.expect(204);
    ana.delete(by_endpoint).await.expect(404);
    ana.delete("/me/push-subscriptions").await.expect(422);
    assert!(endpoints(&ana).await.is_empty());
}

#[tokio::test]
async fn an_account_has_twenty_devices_and_can_still_renew_each() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for device in 0..20 {
        subscribe(&ana, device).await;
    }
    ana.post("/me/push-subscriptions", subscription(20)).await.expect(409);
    subscribe(&ana, 19).await;
    subscribe(&stage.registers("Ben").await, 20).await;
}

#[tokio::test]
async fn what_no_browser_would_say_is_refused_by_its_field() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for (change, field) in [
        (json!({ "endpoint": "http://push.example/1" }), "endpoint"),
        (json!({ "endpoint": format!("https://push.example/{}", "a".repeat(2000)) }), "endpoint"),
        (json!({ "keys": { "p256dh": "BAAA", "auth": "A".repeat(22) } }), "keys.p256dh"),
        (json!({ "keys": { "p256dh": subscription(1)["keys"]["p256dh"], "auth": "AAAA" } }), "keys.auth"),
    ] {
        let mut body = subscription(1);
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = ana.post("/me/push-subscriptions", body).await.expect(422);
        assert_eq!(refused.wrong_fields(), [field]);
    }
    for body in
        [json!({}), json!({ "endpoint": endpoint(1) }), json!({ "endpoint": endpoint(1), "keys": {} })]
    {
        ana.post("/me/push-subscriptions", body).await.expect(422);
    }
}

#[tokio::test]
async fn the_account_page_says_what_this_server_does_not_send() {
    let with = alone().await;
    let page = with.registers_in_a_browser("Ana").await.page("/me").await.expect(200);
    page.shows("You get these by email.").shows("data-push-key=\"recorded\"");
    let mut setup = Setup::new(Engine::Embedded, Vec::new);
    setup.outbound.mail = Arc::new(outbound::LoggedMail);
    setup.outbound.push = Arc::new(outbound::push::NoPush);
    let without = Stage::of(setup).await;
    let page = without.registers_in_a_browser("Ana").await.page("/me").await.expect(200);
    page.shows("This server sends no email.").shows("This server sends no push messages.");
    assert!(!page.text.contains("data-push-key"));
}

#[tokio::test]
async fn the_worker_is_at_the_root_and_never_old_and_a_device_is_ended_by_a_form() {
    let stage = alone().await;
    let worker = stage.anyone().page("/push-worker.js").await.expect(200);
    assert!(worker.header("content-type").starts_with("text/javascript"));
    assert_eq!(worker.header("cache-control"), "no-cache");
    let ana = stage.registers_in_a_browser("Ana").await;
    let id = subscribe(&stage.signs_in("Ana").await, 1).await;
    ana.page("/me").await.expect(200).shows(&format!("data-endpoint=\"{}\"", endpoint(1)));
    ana.submit(&format!("/me/push-subscriptions/{id}/end"), &[]).await.expect(303);
    assert!(!ana.page("/me").await.text.contains("data-endpoint"));
    ana.submit(&format!("/me/push-subscriptions/{id}/end"), &[]).await.expect(404);
}
