//! An attacker registers the address of somebody else and leaves every way in that an account has. The owner of the address sets a
//! new password by mail, and none of them is left.

use crate::provider::Provider;
use kit::{
    Answer, Engine, PASSWORD, Person, Setup, TestApp,
    serde_json::{Value, json},
};

const NEW_PASSWORD: &str = "the owner's own password";

/// Ways in that an attacker has made.
struct WaysIn {
    session: Person,
    token: Person,
    jwt: Person,
    /// Addresses that are their own key: calendars and a screen.
    addresses: Vec<String>,
}

async fn attacker_comes_first(app: &TestApp, provider: &Provider) -> (Person, WaysIn) {
    let mallory = app.registers_in_a_browser("Owner").await;
    let form = [("form", "link"), ("currentPassword", PASSWORD)];
    let page = mallory.submit("/me", &form).await.expect(200);
    let back = provider.signs_in(&app.base_url, &provider.onward(&page.text), "mallory").await;
    mallory.page(&back).await.expect(303);
    let session = mallory.with_header("sec-fetch-site", "same-origin");
    let token = session.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token");
    let keys = json!({ "p256dh": format!("BA{}", "A".repeat(85)), "auth": "A".repeat(22) });
    let push = json!({ "endpoint": "https://push.example/mallory", "keys": keys });
    session.post("/me/push-subscriptions", push).await.expect(201);
    let group = session.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    session.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    let mut addresses = Vec::new();
    for path in ["/me/calendar-feed", "/me/screen-link", &format!("/groups/{group}/calendar-feed")] {
        let url = session.act(path).await.expect(201).text_at("url");
        addresses.push(url.strip_prefix(&app.base_url).expect("an address here").to_owned());
    }
    let jwt = provider.token(&app.base_url, "mallory").await;
    let anyone = app.anyone();
    let ways = WaysIn { session, token: anyone.with_bearer(token), jwt: anyone.with_bearer(jwt), addresses };
    (mallory, ways)
}

/// The token of the letter that sets a new password.
pub async fn mailed_token(app: &TestApp) -> String {
    app.finish_work().await;
    let mut letters = app.mail.letters();
    loop {
        let mut links = letters.iter().filter_map(|letter| letter.text.split_once("/reset?token="));
        if let Some((_, link)) = links.next_back() {
            return link.split_whitespace().next().unwrap().to_owned();
        }
        letters = app.mail.wait_for(letters.len() + 1).await;
    }
}

async fn opened_by(ways: &WaysIn) -> Vec<u16> {
    let mut statuses = Vec::new();
    for person in [&ways.session, &ways.token, &ways.jwt] {
        statuses.push(person.get("/me").await.status.as_u16());
    }
    for address in &ways.addresses {
        statuses.push(ways.session.page(address).await.status.as_u16());
    }
    statuses
}

async fn a_reset_leaves_an_attacker_who_came_first_no_way_in(engine: Engine) {
    let provider = Provider::start();
    let app = TestApp::with(Setup { oidc: Some(provider.settings(None)), ..Setup::on(engine) }).await;
    app.registers("Root").await;
    let (hijacked, ways) = attacker_comes_first(&app, &provider).await;
    assert_eq!(opened_by(&ways).await, [200; 6]);

    let owner = app.anyone();
    owner.post("/auth/forgot", json!({ "email": hijacked.email })).await.expect(202);
    let reset = json!({ "token": mailed_token(&app).await, "password": NEW_PASSWORD });
    owner.post("/auth/reset", reset).await.expect(204);
    assert_eq!(opened_by(&ways).await, [401, 401, 401, 404, 404, 404]);
    app.anyone().signs_in("Owner", PASSWORD).await.expect(401);

    let back = app.anyone();
    let away = back.page("/api/v1/auth/oidc/login").await.expect(303);
    back.page(&provider.signs_in(&app.base_url, away.location(), "mallory").await).await.expect(303);
    let me: Answer = back.get("/me").await.expect(200);
    assert_ne!(me.text_at("userId"), hijacked.user_id, "that identity opens an account of its own");

    let owner = owner.with_account(&owner.signs_in("Owner", NEW_PASSWORD).await.expect(200));
    assert_eq!(owner.user_id, hijacked.user_id);
    assert_eq!(owner.get("/me/links").await.expect(200).json["items"], json!([]));
    let export = owner.get("/me/export").await.expect(200);
    assert_eq!(export.json["pushSubscriptions"], json!([]));
    assert_eq!(export.json["calendarFeedMadeAt"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_leaves_an_attacker_who_came_first_no_way_in_embedded() {
    a_reset_leaves_an_attacker_who_came_first_no_way_in(Engine::Embedded).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_leaves_an_attacker_who_came_first_no_way_in_dynamodb() {
    a_reset_leaves_an_attacker_who_came_first_no_way_in(Engine::Dynamodb).await;
}
