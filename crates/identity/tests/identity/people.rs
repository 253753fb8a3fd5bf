//! Looking after people: finding them, reset links that are handed over, accounts that are deactivated.

use crate::scene::{alone, token_for};
use serde_json::{Value, json};
use stage::{Engine, PASSWORD, Person, Stage, email_of, on_both_engines};

const NEW: &str = "another long password";

/// A server with identity alone, on either engine.
struct Alone;

impl Alone {
    async fn on(engine: Engine) -> Stage {
        Stage::on(engine, Vec::new).await
    }
}

/// The names that were found, in order.
fn names(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["displayName"].as_str().unwrap()).collect()
}

async fn finds(root: &Person, beginning: &str) -> Vec<String> {
    let page = root.get(&format!("/users?q={beginning}")).await.expect(200);
    names(&page.json).into_iter().map(str::to_owned).collect()
}

async fn confirms(stage: &Stage, name: &str) {
    stage.finish_work().await;
    let token = token_for(stage, &email_of(name));
    stage.anyone().post("/auth/confirm", json!({ "token": token })).await.expect(204);
}

on_both_engines! {
    async fn people_are_found_by_the_beginning_of_their_name_or_address(stage: Alone) {
        let root = stage.registers("Root").await;
        for name in ["Ben", "ana", "Anatol", "Zoë"] {
            stage.registers(name).await;
        }
        assert_eq!(finds(&root, "AN").await, ["ana", "Anatol"]);
        assert_eq!(finds(&root, "ana@example").await, ["ana"], "by the address");
        assert_eq!(finds(&root, "zo%C3%8B").await, ["Zoë"]);
        assert_eq!(finds(&root, "nobody").await, [""; 0]);
        assert_eq!(finds(&root, "").await, ["ana", "Anatol", "Ben", "Root", "Zoë"], "everyone, by name");

        // What changes is followed, on this server and, where several share a store, on the others.
        let elsewhere = stage.another_server().await;
        let there = elsewhere.anyone().with_account(&elsewhere.anyone().signs_in("Root", PASSWORD).await.expect(200));
        assert_eq!(finds(&there, "cl").await, [""; 0]);
        let clara = stage.registers("Clara").await;
        let by = if stage.engine() == Engine::Dynamodb { vec![&root, &there] } else { vec![&root] };
        stage.advance(jiff::SignedDuration::from_secs(1));
        for person in &by {
            assert_eq!(finds(person, "cl").await, ["Clara"]);
        }
        clara.patch("/me", json!({ "displayName": "Klara" })).await.expect(200);
        stage.advance(jiff::SignedDuration::from_secs(1));
        for person in &by {
            assert_eq!(finds(person, "kl").await, ["Klara"]);
            assert_eq!(finds(person, "clara@").await, ["Klara"]);
        }
        clara.delete("/me").await.expect(204);
        assert_eq!(finds(&root, "kl").await, [""; 0], "at once");
        stage.finish_work().await;
        stage.advance(jiff::SignedDuration::from_secs(1));
        for person in &by {
            assert_eq!(finds(person, "kl").await, [""; 0]);
        }
    }

    async fn a_deactivated_account_is_signed_out_everywhere_and_nobody_signs_in_to_it(stage: Alone) {
        let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
        let program = ben.with_bearer(ben.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token"));
        let calendar = ben.post("/me/calendar-feed", json!({})).await.expect(201).text_at("url");
        let calendar = calendar[calendar.find("/calendar/").unwrap()..].to_owned();
        let browser = stage.anyone();
        let fields = [("email", &*email_of("Ben")), ("password", PASSWORD)];
        browser.submit("/sign-in", &fields).await.expect(303);
        stage.anyone().page(&calendar).await.expect(200);

        let path = format!("/users/{}/deactivation", ben.user_id);
        let done = root.put(&path, json!({})).await.expect(200);
        assert_eq!(done.text_at("userId"), ben.user_id);
        let again = root.put(&path, json!({})).await.expect(200);
        assert_eq!(again.json, done.json, "a second time changes nothing");
        assert_eq!(root.get("/users?q=ben").await.expect(200).json["items"][0]["deactivatedAt"], done.json["deactivatedAt"]);
        for person in [&ben, &program] {
            person.get("/me").await.expect(401);
        }
        browser.page("/me").await.expect(303);
        stage.anyone().page(&calendar).await.expect(404);
        let refused = stage.anyone().signs_in("Ben", PASSWORD).await.expect(403);
        assert!(refused.text.contains("This account is deactivated"), "{}", refused.text);
        stage.anyone().signs_in("Ben", "not the password").await.expect(401);
        stage.anyone().submit("/sign-in", &fields).await.expect(403).shows("This account is deactivated");
        root.post(&format!("/users/{}/reset-link", ben.user_id), json!({})).await.expect(403);

        root.delete(&path).await.expect(204);
        root.delete(&path).await.expect(204);
        for person in [&ben, &program] {
            person.get("/me").await.expect(401);
        }
        stage.anyone().signs_in("Ben", PASSWORD).await.expect(200);
        stage.anyone().page(&calendar).await.expect(200);
        root.put("/users/0190a000-0000-7000-8000-000000000000/deactivation", json!({})).await.expect(404);
    }

    async fn the_last_super_admin_is_not_deactivated(stage: Alone) {
        let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
        let path = |person: &Person| format!("/users/{}/deactivation", person.user_id);
        root.put(&path(&root), json!({})).await.expect(409);
        root.put(&format!("/users/{}/roles", ben.user_id), json!({ "roles": ["SuperAdmin"] })).await.expect(200);
        root.put(&path(&ben), json!({})).await.expect(200);
        root.put(&path(&root), json!({})).await.expect(409);
        root.delete(&path(&ben)).await.expect(204);
        root.put(&path(&root), json!({})).await.expect(200);
    }
}

#[tokio::test]
async fn what_is_found_comes_in_pages_with_what_a_super_admin_needs() {
    let stage = alone().await;
    let root = stage.registers("Root").await;
    for at in 0..5 {
        stage.registers(&format!("p{at}")).await;
    }
    let first = root.get("/users?q=p&limit=3").await.expect(200);
    assert_eq!(names(&first.json), ["p0", "p1", "p2"]);
    let item = &first.json["items"][0];
    assert_eq!((&item["email"], &item["roles"]), (&json!("p0@example.org"), &json!([])));
    assert!(item["createdAt"].is_string() && item["lastActiveAt"].is_string(), "{item}");
    assert!(item.get("deactivatedAt").is_none() && item["userId"].is_string(), "{item}");
    let cursor = first.text_at("nextCursor");
    let rest = root.get(&format!("/users?q=p&limit=3&cursor={cursor}")).await.expect(200);
    assert_eq!((names(&rest.json), &rest.json["nextCursor"]), (vec!["p3", "p4"], &Value::Null));
    root.get(&format!("/users?q=x&cursor={cursor}")).await.expect(400);
    root.get("/users?q=p&email=p0@example.org").await.expect(422);
}

#[tokio::test]
async fn a_reset_link_is_handed_over_for_an_hour_and_its_owner_is_told() {
    let stage = alone().await;
    let (root, ben) = (stage.registers("Root").await, stage.registers("Ben").await);
    confirms(&stage, "Ben").await;
    let path = format!("/users/{}/reset-link", ben.user_id);
    let made = root.post(&path, json!({})).await.expect(201);
    let token = made.text_at("url").split_once("/reset?token=").unwrap().1.to_owned();
    assert!(made.text_at("expiresAt").parse::<jiff::Timestamp>().unwrap() > stage.now());
    stage.finish_work().await;
    let told = stage.mail.letters().into_iter().rfind(|letter| letter.to == email_of("Ben")).unwrap();
    assert!(
        told.text.contains("An administrator made a link") && !told.text.contains(&token),
        "{}",
        told.text
    );
    let body = json!({ "token": token, "password": NEW });
    stage.anyone().post("/auth/reset", body.clone()).await.expect(204);
    stage.anyone().signs_in("Ben", NEW).await.expect(200);
    stage.anyone().post("/auth/reset", body).await.expect(410);

    let late = root.post(&path, json!({})).await.expect(201).text_at("url");
    stage.advance(jiff::SignedDuration::from_mins(61));
    let body = json!({ "token": late.split_once("token=").unwrap().1, "password": NEW });
    stage.anyone().post("/auth/reset", body).await.expect(410);

    let other = stage.registers("Other").await;
    let roles = format!("/users/{}/roles", other.user_id);
    root.put(&roles, json!({ "roles": ["SuperAdmin"] })).await.expect(200);
    root.post(&format!("/users/{}/reset-link", other.user_id), json!({})).await.expect(403);
    root.post(&format!("/users/{}/reset-link", root.user_id), json!({})).await.expect(201);
    root.post("/users/0190a000-0000-7000-8000-000000000000/reset-link", json!({})).await.expect(404);
}

#[tokio::test]
async fn a_page_does_the_same_without_scripts() {
    let stage = alone().await;
    let root = stage.anyone().registered_in_a_browser("Root").await;
    let ben = stage.registers("Ben").await;
    root.page("/me").await.expect(200).shows("/admin/accounts");
    let found = root.page("/admin/accounts?q=be").await.expect(200);
    found.shows("ben@example.org");
    assert!(!found.text.contains("root@example.org"));
    let at = |what: &str| format!("/admin/accounts/{}/{what}", ben.user_id);
    let link = root.submit(&at("reset-link"), &[("q", "be")]).await.expect(200);
    link.shows("/reset?token=");
    let away = root.submit(&at("deactivate"), &[("q", "be")]).await.expect(303);
    assert!(away.header("location").starts_with("/admin/accounts?q=be"), "{}", away.header("location"));
    ben.get("/me").await.expect(401);
    root.page("/admin/accounts?q=be").await.expect(200).shows("Reactivate account");
    root.submit(&at("reactivate"), &[("q", "")]).await.expect(303);
    let own = format!("/admin/accounts/{}/deactivate", root.user_id);
    root.submit(&own, &[("q", "")]).await.expect(409).shows("The account was not deactivated.");
}
