//! Made-up tokens whose keys nobody knows, and a sign-in provider that does not answer: only the first of them waits.

use crate::pool::{Pool, key};
use ::identity::{keys, model::Link, tables::IDENTITY};
use jiff::SignedDuration;
use kit::{Engine, Setup, TestApp, serde_json::json};
use store::put;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_made_up_tokens_and_a_silent_provider_delay_nobody() {
    let pool = Pool::start().await;
    let app = TestApp::with(Setup { oidc: Some(pool.settings()), ..Setup::on(Engine::Embedded) }).await;
    let ana = app.registers("Ana").await;
    let link = Link {
        user_id: ana.user_id.parse().unwrap(),
        issuer: Some(pool.issuer.clone()),
        created_at: app.now().into(),
    };
    let row = put(&IDENTITY, keys::link(&keys::oidc_hash(&pool.issuer, "s")), &link).unwrap();
    app.server.services.store.write(row).await.unwrap();
    let ours = json!({ "aud": "ours" });
    let program = app.anyone().with_bearer(pool.signs("one", &key(1), app.now(), ours.clone()));
    assert_eq!(program.get("/me").await.expect(200).text_at("userId"), ana.user_id);

    app.advance(SignedDuration::from_secs(31));
    pool.answers.send_replace(false);
    let attacker = |number: u8| {
        let name = format!("made-up-{number}");
        app.anyone().with_bearer(pool.signs(&name, &key(9), app.now(), ours.clone()))
    };
    let first = tokio::spawn({
        let first = attacker(1);
        async move { first.get("/me").await }
    });
    pool.is_asked(2).await;
    for number in 2..=4 {
        attacker(number).get("/me").await.expect(401);
    }
    program.get("/me").await.expect(200);
    ana.get("/me").await.expect(200);
    app.anyone().page("/").await.expect(200);
    assert!(!first.is_finished(), "all of them were answered while the provider was silent");
    pool.answers.send_replace(true);
    first.await.unwrap().expect(401);
}
