//! Push messages in the browser: turned on and off on the account page, and shown by the worker.

use crate::look::is_good;
use kit::{
    Engine, PASSWORD, TestApp,
    browser::{Browser, PATIENCE, View},
    serde_json::{Value, json},
};

/// A browser without a push service of its own, which a headless one lacks: the rest of what it does is real.
const PUSH_SERVICE: &str = r#"
const held = () => {
  const endpoint = localStorage.getItem("push");
  const keys = { p256dh: "BA" + "A".repeat(85), auth: "A".repeat(22) };
  const unsubscribe = async () => localStorage.removeItem("push");
  return endpoint && { endpoint, unsubscribe, toJSON: () => ({ endpoint, expirationTime: null, keys }) };
};
PushManager.prototype.getSubscription = async () => held();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (userVisibleOnly !== true || !applicationServerKey) throw new Error("not as browsers want it");
  localStorage.setItem("push", "https://push.example/send/1");
  return held();
};
"#;

async fn signed_up(app: &TestApp) -> Browser {
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": PUSH_SERVICE })).await;
    ana.goto("/register?next=/me").await;
    ana.fill("Name", "Ana").await;
    ana.fill("Email", "ana@example.org").await;
    ana.fill("Password", PASSWORD).await;
    ana.click_css("main form .btn.primary").await;
    ana.wait_for_text("Off for this device.").await;
    ana
}

async fn may_notify(browser: &Browser, setting: &str) {
    let permission = json!({ "permission": { "name": "notifications" }, "setting": setting });
    browser.devtools("Browser.setPermission", permission).await;
}

/// What the account is told at: the endpoints on the page.
async fn endpoints(browser: &Browser) -> Value {
    let script =
        "return [...document.querySelectorAll('[data-endpoint]')].map((row) => row.dataset.endpoint)";
    browser.run(script, Vec::new()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn push_messages_are_turned_on_shown_and_turned_off_on_the_account_page() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = signed_up(&app).await;
    may_notify(&ana, "denied").await;
    ana.click("Turn on for this device").await;
    ana.wait_for_text("This browser blocks notifications").await;
    may_notify(&ana, "granted").await;
    ana.click("Turn on for this device").await;
    ana.wait_for_text("On for this device.").await;
    assert_eq!(endpoints(&ana).await, json!(["https://push.example/send/1"]));
    is_good(&ana, "me/push").await;
    // As a push service would hand it to the worker. Chromium numbers workers; what is sent to a number that is not there is lost.
    let message =
        json!({ "title": "Tonight: Jaws", "body": "Sam picked the film.", "path": "/movies", "tag": "t" });
    let shown = "const done = arguments[arguments.length - 1];
        navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
          .then((all) => done(all.map((one) => [one.title, one.body, one.tag, one.data.path])));";
    ana.devtools("ServiceWorker.enable", json!({})).await;
    // A worker that is just starting may miss it; sent again, it takes the place of the one before.
    ana.wait_until(PATIENCE, "the notification", async || {
        for number in ["0", "1", "2"] {
            let deliver =
                json!({ "origin": app.base_url, "registrationId": number, "data": message.to_string() });
            ana.devtools("ServiceWorker.deliverPushMessage", deliver).await;
        }
        ana.run_async(shown).await == json!([["Tonight: Jaws", "Sam picked the film.", "t", "/movies"]])
    })
    .await;
    ana.click("Turn off for this device").await;
    ana.wait_for_text("Off for this device.").await;
    assert_eq!(endpoints(&ana).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_lost_is_turned_off_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = signed_up(&app).await;
    may_notify(&ana, "granted").await;
    ana.click("Turn on for this device").await;
    ana.wait_for_text("On for this device.").await;
    ana.click("Turn off push messages by push.example").await;
    ana.wait_for_text("That device gets no more push messages.").await;
    ana.wait_for_text("Off for this device.").await;
}
