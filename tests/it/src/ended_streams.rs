//! Streams end, on every server, when a password is reset, when a provider's identity is unlinked, and when an account is deactivated.

use crate::{hijacked_account::mailed_token, provider::Provider, streams::Stream};
use kit::{Engine, PASSWORD, Setup, TestApp, serde_json::json};
use std::sync::Arc;
use store::Store;

const NEW_PASSWORD: &str = "the owner's own password";

async fn streams_end(engine: Engine) {
    let provider = Provider::start();
    let app = TestApp::with(Setup { oidc: Some(provider.settings(None)), ..Setup::on(engine) }).await;
    let there = match engine {
        Engine::Embedded => None,
        // Both know the provider.
        Engine::Dynamodb => {
            let store: Arc<dyn Store> = app.storage.clone();
            let oidc = Some(provider.settings(None));
            Some(TestApp::with(Setup { oidc, store: Some(store), seed: 3, ..Setup::on(engine) }).await)
        }
    };
    let there = there.as_ref().unwrap_or(&app);
    let root = app.registers("Root").await;
    let ana = app.registers_in_a_browser("Ana").await.with_header("sec-fetch-site", "same-origin");
    let group = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    let live = format!("/api/v1/groups/{group}/live");

    // By a token of the provider, until its identity is unlinked.
    let page = ana.submit("/me", &[("form", "link"), ("currentPassword", PASSWORD)]).await.expect(200);
    let back = provider.signs_in(&app.base_url, &provider.onward(&page.text), "ana").await;
    ana.page(&back).await.expect(303);
    let jwt = provider.token(&app.base_url, "ana").await;
    let mut by_provider = Stream::open(&there.anyone().with_bearer(jwt), &live).await;
    let link = ana.get("/me/links").await.expect(200).text_at("/items/0/id");
    ana.delete(&format!("/me/links/{link}")).await.expect(204);
    by_provider.ends().await;

    // By a session, until the password is reset.
    let phone = app.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("token");
    let mut on_phone = Stream::open(&there.anyone().with_bearer(phone), &live).await;
    app.anyone().post("/auth/forgot", json!({ "email": ana.email })).await.expect(202);
    let reset = json!({ "token": mailed_token(&app).await, "password": NEW_PASSWORD });
    app.anyone().post("/auth/reset", reset).await.expect(204);
    on_phone.ends().await;

    // By a session, until the account is deactivated.
    let phone = app.anyone().signs_in("Ana", NEW_PASSWORD).await.expect(200).text_at("token");
    let mut on_phone = Stream::open(&there.anyone().with_bearer(phone), &live).await;
    root.put(&format!("/users/{}/deactivation", ana.user_id), json!({})).await.expect(200);
    on_phone.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_end_with_what_opened_them_embedded() {
    streams_end(Engine::Embedded).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_end_with_what_opened_them_dynamodb() {
    streams_end(Engine::Dynamodb).await;
}
