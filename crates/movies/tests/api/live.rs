//! Open pages learn of votes and picks; those who left do not.

use crate::support::{Engine, Home, draft, votes, voting};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use serde_json::json;
use std::time::Duration;

/// The next events of a stream that hold `word`, or what came until then.
async fn hears(body: &mut axum::body::Body, word: &str) -> Result<String, String> {
    let mut heard = String::new();
    loop {
        match tokio::time::timeout(Duration::from_secs(5), body.frame()).await {
            Ok(Some(Ok(frame))) => {
                heard.push_str(&String::from_utf8_lossy(&frame.into_data().unwrap_or_default()));
            }
            _ => return Err(heard),
        }
        if heard.contains(word) {
            return Ok(heard);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_is_pushed_to_everybody_in_the_household_and_to_the_screen() {
    let home = Home::on(Engine::Embedded).await;
    let family = home.family().await;
    let round = voting(&family.nora).await;
    let link = family.nora.act("/me/screen-link").await.expect(201).text_at("url");
    let key = link.split_once("key=").unwrap().1.to_owned();
    let mut page = family.sam.opens(&format!("/movies/rounds/{}/live?parts=1", round.id)).await.into_body();
    let mut screen = home.anyone().opens(&format!("/movies/screen/live?key={key}&parts=1")).await.into_body();
    hears(&mut page, "open").await.unwrap();
    hears(&mut screen, "open").await.unwrap();
    home.advance(SignedDuration::from_secs(1));
    votes(&family.nora, &round, round.films[0], "up").await.expect(200);
    let pushed = hears(&mut page, "Yes: Nora").await.unwrap();
    assert!(pushed.contains("1/3"), "{pushed}");
    hears(&mut screen, "1/3").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_for_the_next_round_learns_of_it_and_of_every_step() {
    let home = Home::on(Engine::Embedded).await;
    let family = home.family().await;
    let mut waiting = family.sam.opens("/movies/live?parts=1").await.into_body();
    hears(&mut waiting, "open").await.unwrap();
    let round = draft(&family.nora).await;
    hears(&mut waiting, "event: edited").await.unwrap();
    family.nora.act(&round.at("/start")).await.expect(200);
    hears(&mut waiting, "event: edited").await.unwrap();
    // Revisions are times: what comes later is newer.
    home.advance(SignedDuration::from_secs(1));
    votes(&family.nora, &round, round.films[0], "up").await.expect(200);
    hears(&mut waiting, "1/3").await.unwrap();
    let max = home.registers("Max").await;
    assert_eq!(max.opens("/movies/live").await.status().as_u16(), 404, "it is for the household alone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_for_the_household_alone() {
    let home = Home::on(Engine::Embedded).await;
    let family = home.family().await;
    let round = draft(&family.nora).await;
    let max = home.registers("Max").await;
    for (who, expected) in [(&family.sam, 200), (&max, 404), (&home.anyone(), 401)] {
        let answer = who.opens(&format!("/api/v1/rounds/{}/live", round.id)).await;
        assert_eq!(answer.status().as_u16(), expected);
    }
    home.anyone().page("/movies/screen?key=nonsense").await.expect(404);
    let token = family.sam.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token");
    home.anyone().with_bearer(token).act("/me/screen-link").await.expect(403);
    let link = family.sam.act("/me/screen-link").await.expect(201).text_at("url");
    let path = link.split_once("8080").unwrap().1.to_owned();
    home.anyone().page(&path).await.expect(200).shows("Mill Lane");
    family.sam.act("/me/screen-link").await.expect(201);
    home.anyone().page(&path).await.expect(404);
}
