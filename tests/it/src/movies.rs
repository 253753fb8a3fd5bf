//! Movie night on `/home`: the household's round in every state, and what waits for me.

use kit::{Engine, Person, TestApp, serde_json::json};

async fn shows(person: &Person, words: &[&str]) {
    let home = person.page("/home").await.expect(200);
    for one in words {
        home.shows(one);
    }
}

/// What `/home` asks of storage.
async fn cost(app: &TestApp, person: &Person) -> usize {
    app.storage.during(person.page("/home")).await.1.calls()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn home_shows_the_round_in_every_state_and_asks_for_a_vote_and_a_rating() {
    let app = TestApp::start(Engine::Embedded).await;
    let nora = app.registers("Nora").await;
    let before = nora.page("/home").await.expect(200).text;
    assert!(!before.contains("id=\"movie-night\""), "nobody without a household is shown one");
    nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    shows(&nora, &["Mill Lane", "No round is going on.", "Start a movie night"]).await;
    let round = nora.post("/rounds", json!({})).await.expect(201);
    let film = round.json["suggestions"][0]["tmdbMovieId"].clone();
    let at = |rest: &str| format!("/rounds/{}{rest}", round.text_at("roundId"));
    shows(&nora, &["Draft", "See the shortlist", "Hello Nora.<"]).await;
    nora.act(&at("/start")).await.expect(200);
    shows(&nora, &["0/1", "Vote now", "Vote for tonight’s film", "One thing is waiting for you."]).await;
    nora.put(&at(&format!("/votes/{film}")), json!({ "vote": "up" })).await.expect(200);
    shows(&nora, &["1/1", "See the votes", "Hello Nora.<"]).await;
    nora.post(&at("/pick"), json!({ "tmdbMovieId": film })).await.expect(201);
    shows(&nora, &["Picked", "Tonight:", "See the pick"]).await;
    nora.act(&at("/watched")).await.expect(200);
    shows(&nora, &["0/1", "Say how you liked it", "Say how you liked ", "One thing is waiting"]).await;
    nora.put(&at(&format!("/ratings/{}", nora.user_id)), json!({ "rating": "loved" })).await.expect(200);
    shows(&nora, &["No round is going on.", "Hello Nora.<"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_movie_night_costs_on_home_depends_on_nothing_that_grows() {
    let app = TestApp::start(Engine::Embedded).await;
    let nora = app.registers("Nora").await;
    nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    let voting = async || {
        let round = nora.post("/rounds", json!({})).await.expect(201);
        nora.act(&format!("/rounds/{}/start", round.text_at("roundId"))).await.expect(200);
        round
    };
    let round = voting().await;
    let few = cost(&app, &nora).await;
    for film in round.json["suggestions"].as_array().expect("films") {
        let path = format!("/rounds/{}/votes/{}", round.text_at("roundId"), film["tmdbMovieId"]);
        nora.put(&path, json!({ "vote": "up" })).await.expect(200);
    }
    for at in 0..10 {
        nora.post("/households/mine/members/managed", json!({ "displayName": format!("Child {at}") }))
            .await
            .expect(201);
    }
    nora.act(&format!("/rounds/{}/expire", round.text_at("roundId"))).await.expect(200);
    voting().await;
    assert_eq!(cost(&app, &nora).await, few);
}
