//! A page elsewhere makes the browser of a visitor who is signed in here open the addresses by which an identity is linked. Nothing is.

use crate::provider::Provider;
use kit::{Engine, PASSWORD, Person, Setup, TestApp, serde_json::json};

const LOGIN: &str = "/api/v1/auth/oidc/login";

async fn start() -> (TestApp, Provider) {
    let provider = Provider::start();
    let setup = Setup { oidc: Some(provider.settings(None)), ..Setup::on(Engine::Embedded) };
    let app = TestApp::with(setup).await;
    app.registers("Root").await;
    (app, provider)
}

async fn has_no_link(app: &TestApp, visitor: &Person) {
    let own = app.signs_in_a_browser(&visitor.email).await;
    assert_eq!(own.user_id, visitor.user_id);
    assert_eq!(own.get("/me/links").await.expect(200).json["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_opened_from_elsewhere_links_nothing() {
    let (app, provider) = start().await;
    let visitor = app.registers_in_a_browser("Vera").await;
    // The attacker has signed the visitor's browser in at the provider as themselves, and opens the address that signs in.
    let away = visitor.with_header("sec-fetch-site", "cross-site").page(LOGIN).await.expect(303);
    let back = provider.signs_in(&app.base_url, away.location(), "mallory").await;
    visitor.with_header("sec-fetch-site", "cross-site").page(&back).await.expect(303);
    let now = visitor.get("/me").await.expect(200);
    assert_ne!(now.text_at("userId"), visitor.user_id, "the browser is signed in to an account of its own");
    has_no_link(&app, &visitor).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_sent_from_elsewhere_links_nothing() {
    let (app, _provider) = start().await;
    let visitor = app.registers_in_a_browser("Vera").await;
    let form = [("form", "link"), ("currentPassword", PASSWORD)];
    let cross = visitor.with_header("sec-fetch-site", "cross-site");
    cross.submit_from_anywhere("/me", &form).await.expect(403);
    visitor
        .with_header("origin", "https://evil.example")
        .submit_from_anywhere("/me", &form)
        .await
        .expect(403);
    visitor.submit_from_anywhere("/me", &form).await.expect(403);
    assert!(visitor.cookie("oidc").is_none(), "no flow has begun");
    visitor.submit("/me", &[("form", "link")]).await.expect(422);
    has_no_link(&app, &visitor).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flow_of_the_attackers_own_does_nothing_in_another_browser() {
    let (app, provider) = start().await;
    let (visitor, mallory) =
        (app.registers_in_a_browser("Vera").await, app.registers_in_a_browser("Mallory").await);
    let form = [("form", "link"), ("currentPassword", PASSWORD)];
    let page = mallory.submit("/me", &form).await.expect(200);
    let back = provider.signs_in(&app.base_url, &provider.onward(&page.text), "mallory").await;
    visitor.page(&back).await.expect(401);
    // A neighbouring host can set the flow's cookie, and not the one that it is bound to.
    let planted = visitor.with_cookie("oidc", &mallory.cookie("oidc").expect("a flow"));
    planted.page(&back).await.expect(401);
    has_no_link(&app, &visitor).await;
    has_no_link(&app, &mallory).await;
}
