//! Every call × every kind of caller.

use crate::support::{Engine, Poll, Table, features, key};
use serde_json::json;
use stage::{Person, Scene, authorisation_table};

const EVERYONE: [u16; 6] = [200; 6];
/// Anyone, an account, another poll's manager, a voter, the owner, this poll's manager.
const MANAGED: [u16; 6] = [401, 403, 401, 401, 200, 200];

fn done(expected: [u16; 6], success: u16) -> [u16; 6] {
    expected.map(|status| if status == 200 { success } else { status })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_answers_every_kind_of_caller_as_the_table_says() {
    let stage = Table::on(Engine::Embedded).await;
    let calls = authorisation_table! {
        callers: "anyone", "an account", "another manager", "a voter", "the owner", "the manager";
        creating {
            POST "/ranked-polls", { "title": "New?", "candidates": ["Go", "Rust"] } => [201; 6];
        }
        poll {
            GET "/ranked-polls/{id}" => EVERYONE;
            PATCH "/ranked-polls/{id}", { "title": "New" } => MANAGED;
            POST "/ranked-polls/{id}/clone", {} => done(MANAGED, 201);
            POST "/ranked-polls/{id}/close" => MANAGED;
            POST "/ranked-polls/{id}/reopen" => MANAGED;
            // It is open, so there is nothing to make of it yet.
            POST "/ranked-polls/{id}/outcome", { "kind": "event" } => done(MANAGED, 409);
            GET "/ranked-polls/{id}/ballots.csv" => MANAGED;
            GET "/ranked-polls/{id}/ballots.blt" => MANAGED;
            GET "/ranked-polls/{id}/ballots.rctab.csv" => MANAGED;
            GET "/ranked-polls/{id}/results" => EVERYONE;
            GET "/ranked-polls/{id}/results.csv" => EVERYONE;
            POST "/ranked-polls/{id}/votes", { "rankings": ["Go"] } => [201; 6];
            GET "/ranked-polls/{id}/votes/{voteId}" => [401, 403, 401, 200, 403, 401];
            DELETE "/ranked-polls/{id}/votes/{voteId}" => [401, 403, 401, 204, 403, 401];
            PUT "/ranked-polls/{id}/owner" => [401, 409, 401, 401, 200, 401];
            DELETE "/ranked-polls/{id}/owner" => [401, 403, 401, 401, 204, 401];
            DELETE "/ranked-polls/{id}" => done(MANAGED, 204);
        }
        watching {
            GET "/ranked-polls/{id}/live" => [404; 6];
        }
    };
    calls.covers(features());
    let (account, owner) = (stage.registers("Ana").await, stage.registers("Olga").await);
    calls
        .check(async |scene, caller| {
            let made =
                owner.post("/ranked-polls", json!({ "title": "Which?", "candidates": ["Go", "Rust"] })).await;
            let (poll, other) = (Poll::of(&made.expect(201)), stage.make().await);
            let own = stage.vote(&poll, &key("voter"), &["Rust"]).await.expect(201).text_at("id");
            let anyone: Person = stage.anyone();
            let by = match caller {
                "an account" => account.clone(),
                "another manager" => anyone.with_bearer(other.key),
                "a voter" => anyone.with_bearer(key("voter")),
                "the owner" => owner.clone(),
                "the manager" => anyone.with_bearer(poll.key.clone()),
                _ => anyone,
            };
            // A stream does not end, so only that a poll which is not there has none is looked at here.
            let id = if scene == "watching" { uuid::Uuid::nil().to_string() } else { poll.id };
            Scene::new(&by).with("id", id).with("voteId", own)
        })
        .await;
}

#[tokio::test]
async fn a_dead_session_is_refused_and_not_taken_for_a_voter_key() {
    let table = Table::on(Engine::Embedded).await;
    let poll = table.make().await;
    let ana = table.account("Ana").await;
    table.act("/auth/logout", Some(&ana)).await.expect(204);
    table.post(&poll.at("/votes"), Some(&ana), json!({ "rankings": ["Go"] })).await.expect(401);
}
