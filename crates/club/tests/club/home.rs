//! The club's cards on `/home`: shown to whom they concern, at the same cost however much there is.

use crate::scene::{Club, singles};
use axum::{Router, routing::get};
use serde_json::json;
use stage::{Engine, Setup};
use web::{Ctx, Feature, OnDemand, Problem};

/// A page of nothing but cards.
fn home() -> Feature {
    async fn cards(ctx: Ctx) -> Result<String, Problem> {
        let mut html = String::new();
        for card in &ctx.joined.home {
            html.extend(card.card(&ctx).await?);
        }
        Ok(html)
    }
    Feature {
        name: "home",
        pages: OnDemand(|| Router::new().route("/home", get(cards))),
        ..Feature::default()
    }
}

#[tokio::test]
async fn home_shows_the_newest_links_and_to_squash_members_the_latest_matches() {
    let club = Club::of(Setup::new(Engine::Embedded, || vec![club::feature(), home()])).await;
    let (ana, manager) = (club.registers("Ana").await, club.squash_manager("Mia").await);
    assert_eq!(ana.page("/home").await.expect(200).text, "", "nothing yet");
    manager.page("/home").await.expect(200).shows("No matches yet.").shows("Add a match");
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    let mut costs = Vec::new();
    for round in 0..2 {
        for n in 0..4 + round * 20 {
            let body = json!({ "url": format!("https://a{round}-{n}.example/"), "title": format!("Link {round} {n}"), "tags": [] });
            club.root.post("/sites", body).await.expect(201);
            manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
        }
        costs.push(club.calls(async || manager.page("/home").await.expect(200)).await.calls());
    }
    assert_eq!(costs[0], costs[1]);
    let seen = manager.page("/home").await.expect(200);
    seen.shows("Link 1 23").shows("Nora").shows("3 : 1").shows("Tuesday 10 November");
    assert!(!seen.text.contains("Link 1 20"), "only the newest: {}", seen.text);
    let outside = ana.page("/home").await.expect(200);
    outside.shows("Link 1 23");
    assert!(!outside.text.contains("Nora") && !outside.text.contains("squash"), "{}", outside.text);
}
