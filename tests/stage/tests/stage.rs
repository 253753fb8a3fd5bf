//! The kit holds itself to what it promises.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::json;
use stage::{Engine, Person, Scene, Stage, authorisation_table, on_both_engines};
use std::sync::Arc;
use store::decorators::{FailingStore, Fault};

/// A server with identity alone.
struct Alone;

impl Alone {
    async fn on(engine: Engine) -> Stage {
        Stage::on(engine, Vec::new).await
    }
}

on_both_engines! {
    async fn people_are_known_to_every_server_on_the_same_data(stage: Alone) {
        let ana = stage.registers("Ana").await;
        let ben = stage.registers_in_a_browser("Ben").await;
        let other = stage.another_server().await;
        let told = other.get("/me", ana.bearer()).await.expect(200);
        assert_eq!(told.text_at("userId"), ana.user_id);
        assert_eq!(other.signs_in("Ben").await.user_id, ben.user_id);
    }
}

#[tokio::test]
async fn a_store_can_be_made_to_fail_beneath_another_server() {
    let stage = Alone::on(Engine::Embedded).await;
    let ana = stage.registers("Ana").await;
    let failing = stage
        .over(|store| {
            let failing = FailingStore::new(store);
            failing.always(Fault::Before);
            Arc::new(failing)
        })
        .await;
    failing.get("/me", ana.bearer()).await.expect(503);
    ana.get("/me").await.expect(200);
}

#[tokio::test]
async fn indexes_lag_until_they_catch_up() {
    let (stage, indexes) = Stage::with_lagging_indexes(Engine::Embedded, Vec::new).await;
    let ana = stage.registers("Ana").await;
    let find = store::Query::index(&identity::tables::USERS, "email-index", ana.email.as_str());
    let found = async || stage.services.store.query(find.clone()).await.unwrap().items.len();
    assert_eq!(found().await, 0);
    indexes.catch_up().await.unwrap();
    assert_eq!(found().await, 1);
}

#[tokio::test]
async fn the_calls_of_a_request_are_counted() {
    let stage = Alone::on(Engine::Embedded).await;
    let ana = stage.registers("Ana").await;
    let counts = stage.calls(async || ana.get("/me").await.expect(200)).await;
    assert!(counts.calls() > 0 && counts.writes() == 0, "{counts}");
}

async fn two_people(stage: &Stage) -> impl AsyncFn(&'static str, &'static str) -> Scene {
    let (nobody, ana): (Person, Person) = (stage.anyone(), stage.registers("Ana").await);
    async move |_, caller| Scene::new(if caller == "Ana" { &ana } else { &nobody }).with("name", "Anna")
}

#[tokio::test]
async fn a_table_makes_every_call_as_every_caller_with_the_parts_of_its_scene() {
    let stage = Alone::on(Engine::Embedded).await;
    let table = authorisation_table! {
        callers: "anyone", "Ana";
        account {
            GET "/me" => [401, 200];
            PATCH "/me", { "displayName": "{name}" } => [401, 200];
            PAGE "/sign-in" => [200, 303];
        }
    };
    table.check(two_people(&stage).await).await;
    let names = stage.rows(&identity::tables::USERS).await;
    assert!(format!("{names:?}").contains("Anna"), "the scene's part was filled in");
}

#[tokio::test]
#[should_panic(expected = "GET /me (account) by anyone: 401 instead of 200")]
async fn a_wrong_cell_fails() {
    let stage = Alone::on(Engine::Embedded).await;
    let table = authorisation_table! {
        callers: "anyone", "Ana";
        account { GET "/me" => [200, 200]; }
    };
    table.check(two_people(&stage).await).await;
}

#[test]
#[should_panic(expected = "PATCH /me is in no row")]
fn a_forgotten_call_fails() {
    let table = authorisation_table! {
        callers: "anyone";
        account { GET "/me" => [401]; }
    };
    table.covers(vec![identity::feature()]);
}

#[test]
#[should_panic(expected = "no feature describes GET /nowhere")]
fn a_row_about_nothing_fails() {
    let table = authorisation_table! {
        callers: "anyone";
        account { GET "/nowhere" => [404]; }
    };
    table.covers(Vec::new());
}

#[tokio::test]
async fn an_answer_is_read_by_name_or_pointer() {
    let stage = Alone::on(Engine::Embedded).await;
    let made = stage.anyone().registers("Ana").await.expect(201);
    assert_eq!(made.text_at("/user/displayName"), "Ana");
    assert!(!made.text_at("token").is_empty());
    let wrong = stage
        .anyone()
        .post("/auth/register", json!({ "email": "x", "password": "y", "displayName": "" }))
        .await;
    assert!(wrong.expect(422).wrong_fields().contains(&"email"));
}
