//! Rows just as each document writes them, put into DynamoDB by an AWS client: every page and call that shows them shows them, on
//! DynamoDB and, imported, on the embedded engine.

use crate::rows::{self, Form, Ids, People, World, fault, setup, visit};
use kit::serde_json::Value as Json;
use server::transfer;
use stage::{
    Engine, Setup, Stage,
    aws::{AttributeValue, Outsider},
    fresh_store,
};

/// What does not hold yet: the feature, the beginning of the path, and why. An empty path stands for all.
const NOT_YET: &[(&str, &str, &str)] = &[];

fn attribute(json: &Json) -> AttributeValue {
    match json {
        Json::Null => AttributeValue::Null(true),
        Json::Bool(flag) => AttributeValue::Bool(*flag),
        Json::Number(number) => AttributeValue::N(number.to_string()),
        Json::String(text) => AttributeValue::S(text.clone()),
        Json::Array(list) => AttributeValue::L(list.iter().map(attribute).collect()),
        Json::Object(map) => {
            AttributeValue::M(map.iter().map(|(name, json)| (name.clone(), attribute(json))).collect())
        }
    }
}

/// Looks at everything as everyone; returns what is wrong.
async fn faults(stage: &Stage, feature: &str, world: &World) -> Vec<String> {
    let people = People::sign_in(stage, world).await;
    let mut faults = Vec::new();
    for look in &world.looks {
        let answer = visit(&people.of(stage, look.by), look).await;
        let known = NOT_YET.iter().any(|(of, path, _)| *of == feature && look.path.starts_with(path));
        faults.extend(fault(look, &answer, None).filter(|_| !known));
    }
    faults
}

async fn shows_everywhere(feature: &str) {
    for (_, make) in rows::ALL.iter().filter(|(of, _)| *of == feature) {
        shows(feature, &make(Ids(12345), Form::Document)).await;
    }
}

async fn shows(feature: &str, world: &World) {
    let (setup, outsider) = Outsider::of(setup(Engine::Dynamodb)).await;
    for row in &world.rows {
        let put = outsider.client.put_item().table_name(outsider.name_of(row.table()));
        let item = row
            .item
            .as_object()
            .expect("an object")
            .iter()
            .map(|(name, json)| (name.clone(), attribute(json)));
        put.set_item(Some(item.collect()))
            .send()
            .await
            .unwrap_or_else(|error| panic!("{}: {error:?}", row.item));
    }
    let on_dynamodb = Stage::of(setup).await;
    let mut wrong = faults(&on_dynamodb, feature, world).await;
    let on_embedded = imported(&on_dynamodb).await;
    wrong.extend(
        faults(&on_embedded, feature, world).await.into_iter().map(|fault| format!("imported: {fault}")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A server on the embedded engine with the same data, carried over as `export` and `import` do.
async fn imported(from: &Stage) -> Stage {
    let setup = setup(Engine::Embedded);
    let store = fresh_store(Engine::Embedded, setup.tables(), setup.clock.clone()).await;
    let (out, lines) = transfer::channel();
    let into = transfer::target::Into { store: store.as_ref(), files: None };
    let sending = transfer::source::send_store(from.services.store.as_ref(), None, out);
    let taking = transfer::target::take(into, lines, |_| Ok(None), |_| {});
    let taken =
        transfer::both(sending, taking).await.map_err(|failure| failure.0).expect("the rows are taken in");
    taken.verify().map_err(|failure| failure.0).expect("all of them");
    Stage::of(Setup { store: Some(store), ..setup }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shareables_of_the_document_are_shown() {
    shows_everywhere("shareables").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ranked_polls_of_the_document_are_shown() {
    shows_everywhere("rankings").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_and_hangouts_of_the_document_are_shown() {
    shows_everywhere("hangouts").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_club_of_the_document_is_shown() {
    shows_everywhere("club").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn movie_night_of_the_document_is_shown() {
    shows_everywhere("movies").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_of_the_document_are_shown() {
    shows_everywhere("identity").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_with_our_own_attributes_are_shown() {
    let mut wrong = Vec::new();
    for (feature, make) in rows::ALL {
        let world = make(Ids(2), Form::Whole);
        let stage = Stage::of(setup(Engine::Embedded)).await;
        for row in &world.rows {
            stage
                .services
                .store
                .write(store::Write::put(row.table(), row.item()))
                .await
                .expect("it is written");
        }
        wrong.extend(faults(&stage, feature, &world).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
