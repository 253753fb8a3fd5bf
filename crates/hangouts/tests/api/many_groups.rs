//! A hangout in five hundred groups, made, renamed and deleted while everything is cut short at random moments. On DynamoDB there are
//! fewer groups, still more than one transaction takes, unless `HANGOUT_GROUPS` says how many.

use crate::support::{Town, features};
use jiff::SignedDuration;
use kernel::Rng;
use serde_json::json;
use stage::{Engine, Person};
use std::{sync::Arc, time::Duration};
use store::decorators::FailingStore;

const GROUPS: usize = 500;

async fn groups(ana: &Person, count: usize) -> Vec<String> {
    let mut groups = Vec::new();
    for at in 0..count {
        let made = ana.post("/groups", json!({ "name": format!("G{at}") })).await.expect(201);
        groups.push(made.text_at("groupId"));
    }
    groups
}

/// A town, and how many groups it has.
struct Fair {
    town: Town,
    groups: usize,
    /// The longest that a process lives, in microseconds: a part of what the work takes.
    lives: u64,
}

impl Fair {
    async fn on(engine: Engine) -> Self {
        let (groups, lives) = match engine {
            Engine::Embedded => (GROUPS, 30_000),
            Engine::Dynamodb => (100, 400_000),
        };
        Self { town: Town::on(engine).await, groups: stage::told("HANGOUT_GROUPS", groups), lives }
    }
}

/// Works as a process does that is killed after a moment: its task is dropped wherever it is. Its leases run out later.
async fn work_until_killed(Fair { town, lives, .. }: &Fair, rng: &Rng) {
    let services = town.another_server().await.services.clone();
    let work = features().into_iter().flat_map(|feature| feature.work);
    let runner = web::work::Runner::new(services, work);
    let moment = Duration::from_micros(rng.below(*lives));
    _ = tokio::time::timeout(moment, runner.run_until_idle()).await;
    town.advance(SignedDuration::from_mins(1));
}

async fn titles(town: &Town) -> Vec<String> {
    let rows = town.rows(&hangouts::tables::INVITER_TABLE).await;
    let pointers = rows.iter().filter(|row| {
        row.get("SK").and_then(store::View::as_str).unwrap_or_default().starts_with("HANGOUT#")
    });
    pointers.map(|row| row.get("title").and_then(store::View::as_str).unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn a_hangout_in_five_hundred_groups_survives_being_killed_at_any_moment(fair: Fair) {
        let town = &fair.town;
        let (ana, rng) = (town.registers("Ana").await, Rng::seeded(7));
        let groups = groups(&ana, fair.groups).await;
        let body = json!({ "title": "Fair", "groupIds": groups, "startTime": town.in_hours(5) });
        let path = format!("/hangouts/{}", ana.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
        for _ in 0..4 {
            work_until_killed(&fair, &rng).await;
        }
        // Renamed while the first pointers are still being written: no late chunk brings the old name back.
        ana.patch(&path, json!({ "title": "Great fair" })).await.expect(200);
        for _ in 0..4 {
            work_until_killed(&fair, &rng).await;
        }
        town.settles().await;
        assert_eq!(titles(town).await, vec!["Great fair"; fair.groups]);
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        // Fewer groups: the others lose it.
        ana.patch(&path, json!({ "groupIds": groups[..3] })).await.expect(200);
        work_until_killed(&fair, &rng).await;
        town.settles().await;
        assert_eq!(titles(town).await.len(), 3);
        ana.patch(&path, json!({ "groupIds": groups })).await.expect(200);
        ana.delete(&path).await.expect(204);
        for _ in 0..4 {
            work_until_killed(&fair, &rng).await;
        }
        town.settles().await;
        assert_eq!(titles(town).await, Vec::<String>::new());
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_while_storage_fails() {
    let town = Town::on(Engine::Embedded).await;
    let ana = town.registers("Ana").await;
    let groups = groups(&ana, GROUPS).await;
    let body = json!({ "title": "Fair", "groupIds": groups });
    let path = format!("/hangouts/{}", ana.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
    ana.patch(&path, json!({ "title": "Great fair" })).await.expect(200);
    let shaky = town
        .over(|store| {
            let store = FailingStore::new(store);
            store.at_random(3, 20);
            Arc::new(store)
        })
        .await;
    for _ in 0..30 {
        let work = features().into_iter().flat_map(|feature| feature.work);
        _ = web::work::Runner::new(shaky.services.clone(), work).run_until_idle().await;
        town.advance(SignedDuration::from_mins(1));
    }
    town.settles().await;
    assert_eq!(titles(&town).await, vec!["Great fair"; GROUPS]);
    assert_eq!(town.findings(false).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_is_deleted_meanwhile_gets_no_pointer() {
    let town = Town::on(Engine::Embedded).await;
    let ana = town.registers("Ana").await;
    let groups = groups(&ana, GROUPS).await;
    let path = ana.post("/hangouts", json!({ "title": "Fair", "groupIds": groups })).await.expect(201);
    let path = format!("/hangouts/{}", path.text_at("hangoutId"));
    for group in &groups[..5] {
        ana.delete(&format!("/groups/{group}")).await.expect(204);
    }
    town.settles().await;
    assert_eq!(titles(&town).await.len(), GROUPS - 5);
    assert_eq!(ana.get(&path).await.expect(200).json["groupIds"].as_array().unwrap().len(), GROUPS - 5);
    assert_eq!(town.findings(false).await, Vec::<String>::new());
}
