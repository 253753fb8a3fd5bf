//! The example that fills an empty instance.

use kit::{Engine, Player, TestApp};

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
    assert_eq!(filled.people.len(), 12);
    let maya = app.signs_in_a_browser("maya@example.org").await;
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

/// What whoever edits the example is told of a script that cannot be played.
async fn said_of(script: &str) -> String {
    let app = TestApp::start(Engine::Embedded).await;
    let mut player = Player::new(app.server.router.clone(), app.clock.clone());
    let outcome = player.play("lunch.json", script).await;
    outcome.expect_err("the script is wrong").to_string()
}

#[tokio::test]
async fn a_step_that_is_refused_is_named_with_the_reason() {
    let refused = r#"[
        { "daysAgo": 3, "call": "POST /ranked-polls", "body": { "title": "Lunch", "candidates": ["Soup", "Pie"] }, "keep": { "lunch": "id" } },
        { "call": "POST /ranked-polls/{lunch}/votes", "body": { "rankings": ["{0}"] }, "rows": [["Soup"], ["Cake"]] }
    ]"#;
    let said = said_of(refused).await;
    assert!(said.starts_with("lunch.json, step 2, row 2: POST /ranked-polls/"), "{said}");
    let why = "/votes was answered with 422: rankings[0]: This is not one of the options.";
    assert!(said.ends_with(why), "{said}");
}

#[tokio::test]
async fn what_a_script_means_is_never_guessed() {
    let nobody = r#"[{ "as": "Zed", "call": "GET /me" }]"#;
    assert_eq!(said_of(nobody).await, "lunch.json, step 1: Nobody is called Zed.");
    let nothing = r#"[{ "show": { "title": "Lunch", "path": "/r/{lunch}" } }]"#;
    assert_eq!(said_of(nothing).await, "lunch.json, step 1: {lunch} stands for nothing.");
    let not_there = r#"[{ "call": "GET /ranked-polls", "keep": { "lunch": "id" } }]"#;
    assert!(said_of(not_there).await.starts_with("lunch.json, step 1: GET /ranked-polls "));
    let mistyped = r#"[{ "call": "GET /ranked-polls", "dayAgo": 3 }]"#;
    assert!(said_of(mistyped).await.contains("unknown field `dayAgo`"));
}
