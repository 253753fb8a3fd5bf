//! What requests ask of storage.

use crate::scene::alone;
use jiff::SignedDuration;
use serde_json::json;
use stage::{PASSWORD, Stage};
use std::{collections::HashMap, net::IpAddr};
use store::decorators::Counts;

async fn costs<T>(stage: &Stage, work: impl Future<Output = T>) -> Counts {
    stage.storage.during(work).await.1
}

#[tokio::test]
async fn a_signed_in_request_costs_one_read_and_a_dead_or_foreign_credential_no_more() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let me = costs(&stage, ana.get("/me")).await;
    assert_eq!((me.calls(), me.writes()), (2, 0), "the session with its account, and the profile: {me}");
    let foreign = costs(&stage, stage.anyone().with_bearer("v1.share").get("/me")).await;
    assert_eq!(foreign.calls(), 0, "{foreign}");
    let broken = costs(&stage, stage.anyone().with_bearer("rts_made-up").get("/me")).await;
    assert_eq!(broken.calls(), 0, "{broken}");
}

#[tokio::test]
async fn that_someone_was_here_is_written_down_once_an_hour() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let mut writes = 0;
    for _ in 0..12 {
        stage.advance(SignedDuration::from_mins(10));
        writes += costs(&stage, ana.get("/me")).await.writes();
    }
    assert_eq!(writes, 2);
}

#[tokio::test]
async fn signing_in_costs_the_same_however_many_sessions_there_are() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let mut each = Vec::new();
    for _ in 0..5 {
        each.push(costs(&stage, stage.anyone().signs_in("Ana", PASSWORD)).await.calls());
    }
    assert!(each.iter().all(|calls| *calls == each[0] && *calls <= 6), "{each:?}");
}

#[tokio::test]
async fn ending_all_other_sessions_is_one_write_however_many_there_are() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for _ in 0..5 {
        stage.anyone().signs_in("Ana", PASSWORD).await.expect(200);
    }
    let ended = costs(&stage, ana.delete("/me/sessions")).await;
    assert_eq!((ended.calls(), ended.writes()), (3, 1), "{ended}");
}

#[tokio::test]
async fn many_names_are_one_read() {
    let stage = alone().await;
    let mut wanted = HashMap::new();
    for name in ["Ana", "Ben", "Cem"] {
        let id = stage.registers(name).await.user_id.clone().parse().unwrap();
        wanted.insert(id, name.to_owned());
    }
    let mut users: Vec<_> = wanted.keys().copied().collect();
    users.extend(users.clone());
    users.push("0190a000-0000-7000-8000-000000000000".parse().unwrap());
    let store = stage.services.store.as_ref();
    let (names, counts) = stage.storage.during(identity::list_names(store, &users)).await;
    assert_eq!((names.unwrap(), counts.calls()), (wanted, 1));
}

#[tokio::test]
async fn refusals_are_cheap() {
    let stage = alone().await;
    let address: IpAddr = "203.0.113.5".parse().unwrap();
    let invalid = json!({ "email": "x", "password": "y", "displayName": "" });
    let refused = costs(&stage, stage.anyone_at(address).post("/auth/register", invalid)).await;
    assert_eq!(refused.calls(), 0, "{refused}");
}
