//! Open pages hear of what others do, and whoever is taken out of the group hears nothing more.

use crate::scene::{Club, singles};
use axum::body::Body;
use futures::StreamExt;
use serde_json::json;
use stage::Engine;
use std::time::Duration;

/// Reads a stream until it says `wanted`, or ends.
async fn hears(response: http::Response<Body>, wanted: &str) -> bool {
    let mut chunks = response.into_body().into_data_stream();
    let mut heard = String::new();
    let listening = async {
        while let Some(Ok(chunk)) = chunks.next().await {
            heard.push_str(&String::from_utf8_lossy(&chunk));
            if heard.contains(wanted) {
                return true;
            }
        }
        false
    };
    tokio::time::timeout(Duration::from_secs(20), listening).await.expect("the stream says something or ends")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ladder_moves_on_open_pages() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let watching = manager.opens("/squash/live?parts=1").await;
    manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
    assert!(hears(watching, "Ladder table").await, "the part is pushed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ones_own_place_moves_on_ones_own_page() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let linked = json!({ "userId": manager.user_id });
    manager.patch(&format!("/squash/players/{}", ids[0]), linked).await.expect(200);
    let path = "/squash/live?parts=1";
    let mine = manager.opens(path).await;
    manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
    assert!(hears(mine, "Your page").await, "the part of the player that one is");
    let (seen, other) =
        (manager.page("/squash").await.expect(200), club.root.page("/squash").await.expect(200));
    seen.shows("class=\"me\"").shows("Place 1");
    assert!(!other.text.contains("class=\"me\"") && !other.text.contains("Your page"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_taken_out_of_the_group_hears_no_more() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let watching = manager.opens("/squash/live?parts=1").await;
    club.root.delete(&format!("/rbac/groups/Squash/members/{}", manager.user_id)).await.expect(204);
    let listening = tokio::spawn(hears(watching, "Ladder table"));
    club.root.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
    assert!(!listening.await.unwrap(), "the stream ends without it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stars_reach_everyone_and_comments_only_accounts() {
    let club = Club::on(Engine::Embedded).await;
    let ana = club.registers("Ana").await;
    let id = club.adds_site("https://a.example/", &[]).await;
    let path = format!("/club/sites/{id}/live?parts=1");
    let (stranger, member) = (club.anyone().opens(&path).await, ana.opens(&path).await);
    ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello there" })).await.expect(201);
    assert!(hears(member, "Hello there").await);
    ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
    assert!(hears(stranger, "1 rating").await);
}
