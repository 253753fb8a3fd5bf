//! The example that fills an empty instance.

use kit::{Cast, Engine, TestApp};

/// Everything that is stored, as text that can be compared.
async fn stored(app: &TestApp) -> Vec<String> {
    let mut rows: Vec<_> =
        app.everything().await.into_iter().map(|(table, item)| format!("{table} {item:?}")).collect();
    rows.sort();
    rows
}

/// Fills an engine, and gives what is stored there once everything is found to be in order.
async fn in_order(engine: Engine) -> Vec<String> {
    let (app, filled) = TestApp::with_example(engine, 7).await;
    let stored = stored(&app).await;
    assert_eq!(app.doctor().await, Ok(()));
    assert_eq!(filled.people.len(), Cast::ALL.len());
    let maya = app.signs_in_a_browser(&Cast::Maya.email()).await;
    for sight in &filled.sights {
        maya.page(&sight.path).await.expect(200);
    }
    maya.page("/home").await.expect(200).shows("Autumn in the Arrábida");
    stored
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_in_the_example_is_in_order_and_the_same_on_either_engine() {
    assert_eq!(in_order(Engine::Embedded).await, in_order(Engine::Dynamodb).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_seed_and_clock_give_the_same_example() {
    let (one, _) = TestApp::with_example(Engine::Embedded, 7).await;
    let (same, _) = TestApp::with_example(Engine::Embedded, 7).await;
    let (other, _) = TestApp::with_example(Engine::Embedded, 8).await;
    let first = stored(&one).await;
    assert_eq!(first, stored(&same).await);
    assert_ne!(first, stored(&other).await);
}
