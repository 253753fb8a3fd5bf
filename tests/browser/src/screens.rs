//! On a projector: the code to join by, and what comes in, live.

use crate::{
    look::Made,
    people::{event, poll, ranked},
};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_shows_code_qr_and_results_as_they_come_in() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, event, (ballot, made)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let list = json!({"entity": "checklist", "name": "Kit", "expiresAfter": 7, "items": [{"name": "Tent"}, {"name": "Stove"}]});
    let list = Made::by(&app, list).await;
    let screen = Browser::open(&app.base_url, View::desktop()).await;
    let ranked_code = made["poll"]["code"].as_str().expect("a code").to_uppercase();
    for (page, code) in [
        (poll.page(), poll.code.to_uppercase()),
        (event.page(), event.code.to_uppercase()),
        (list.page(), list.code.to_uppercase()),
        (ballot.clone(), ranked_code),
    ] {
        screen.goto(&format!("{page}/screen")).await;
        screen.wait_for(".qr svg").await;
        assert_eq!(screen.text_of(".shortcode").await, code, "{page}");
    }

    screen.goto(&format!("{}/screen", poll.page())).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    let option = shown.text_at("/questions/0/options/1/pollQuestionOptionId");
    let answers =
        json!([{"pollQuestionId": shown.text_at("/questions/0/pollQuestionId"), "optionIds": [option]}]);
    app.anyone().post(&poll.api("/votes"), &json!({"name": "Zelda", "answers": answers})).await.expect(201);
    screen.wait_for_text_within(A_SECOND, "1 person has answered").await;
    screen
        .wait_until(A_SECOND, "the coast to lead", async || {
            screen.texts_of(".bars .lead .name").await == ["Coast"]
        })
        .await;

    screen.goto(&format!("{}/screen", event.page())).await;
    let rsvp = json!({"name": "Zelda", "response": "going", "guestCount": 2});
    app.anyone().post(&event.api("/rsvps"), &rsvp).await.expect(201);
    screen.wait_for_text_within(A_SECOND, "Going 1, guests 2").await;

    screen.goto(&format!("{}/screen", list.page())).await;
    let item = app.anyone().get(&list.api("")).await.expect(200).text_at("/items/0/checklistItemId");
    app.anyone().put(&list.api(&format!("/items/{item}/tick")), &json!({})).await.expect(200);
    screen.wait_for_text_within(2 * A_SECOND, "1/2").await;

    screen.goto(&format!("{ballot}/screen")).await;
    screen.wait_for_text("7 ballots").await;
    for _ in 0..3 {
        let vote = json!({"rankings": ["Slovenian lakes"]});
        let votes = format!("/ranked-polls{}/votes", ballot.trim_start_matches("/r"));
        app.anyone().post(&votes, &vote).await.expect(201);
    }
    screen.wait_for_text_within(2 * A_SECOND, "10 ballots").await;
    screen
        .wait_until(2 * A_SECOND, "the lakes to lead", async || {
            screen.text_of(".winner .mega").await == "Slovenian lakes"
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_results_do_not_go_on_a_screen() {
    let app = TestApp::start(Engine::Embedded).await;
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let poll = json!({"entity": "poll", "expiresAfter": 7, "resultsVisibility": "afterClose", "questions": questions});
    let poll = Made::by(&app, poll).await;
    let hidden = json!({"title": "Where?", "candidates": ["Lake", "Coast"], "settings": {"resultsVisibility": "afterClose"}});
    let ranked = app.anyone().post("/ranked-polls", &hidden).await.expect(201).text_at("/id");
    let screen = poll.organiser(&app, View::desktop()).await;
    for page in [poll.page(), format!("/r/{ranked}")] {
        screen.goto(&format!("{page}/screen")).await;
        screen.wait_for(".qr svg").await;
        assert!(!screen.sees(".bars").await && !screen.sees(".winner").await, "{page}");
    }
}
