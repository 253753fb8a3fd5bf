//! A ranked poll: made on a phone, ranked by finger, by keyboard and without scripts, and watched as ballots come in.

use crate::look::{is_good, is_well_drawn};
use kit::{
    Engine, TestApp,
    browser::{Browser, Key, View, shot},
    serde_json::json,
};
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);

/// Makes a poll in the browser and gives its address.
async fn makes_a_poll(browser: &Browser) -> String {
    browser.goto("/new/ranked").await;
    browser.fill("Question", "Where to next summer?").await;
    browser.fill("Options", "Lisbon\nSlovenian lakes\nEdinburgh\nBrittany").await;
    browser.click("Create the poll").await;
    browser.wait_for_text("You manage this ranked poll").await;
    browser.path().await.trim_end_matches("/manage").to_owned()
}

async fn order(browser: &Browser) -> Vec<String> {
    browser.texts_of("[data-rank-list] b").await
}

fn handle(name: &str) -> String {
    format!("[data-rank-name='{name}'] [data-rank-handle]")
}

async fn tabs_to(browser: &Browser, name: &str) {
    for _ in 0..40 {
        browser.press(Key::Tab).await;
        if browser.focused().await.contains(name) {
            return;
        }
    }
    browser.fail(&format!("“{name}” cannot be reached by keyboard")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ballot_is_ranked_by_finger_and_seen_in_the_results_within_a_second() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let poll = makes_a_poll(&ana).await;
    is_good(&ana, "ranked/manage-new").await;
    ana.goto(&format!("{poll}/results")).await;
    ana.wait_for_text("No ballots yet").await;
    // A page that is still gliding in lies under its own picture, out of a finger's reach.
    let ben = ana.beside(View::phone().dark().reduced_motion()).await;
    ben.goto(&poll).await;
    for name in ["Lisbon", "Edinburgh", "Brittany"] {
        ben.click(&format!("Rank {name}")).await;
    }
    ben.drag_by_touch(&handle("Brittany"), "#mine").await;
    assert_eq!(order(&ben).await, ["Brittany", "Lisbon", "Edinburgh"]);
    ben.click("Leave Edinburgh out").await;
    assert_eq!(order(&ben).await, ["Brittany", "Lisbon"]);
    ben.click("Cast my ballot").await;
    ben.wait_for_text("Your ballot is in.").await;
    assert_eq!(order(&ben).await, ["Brittany", "Lisbon"]);
    ana.wait_for_text_within(A_SECOND, "Ahead right now").await;
    assert_eq!(ana.text_of(".winner .mega").await, "Brittany");
    ben.wait_for("[data-rank-handle]:not([hidden])").await;
    ben.drag_by_touch(&handle("Lisbon"), "#mine").await;
    assert_eq!(order(&ben).await, ["Lisbon", "Brittany"]);
    is_good(&ben, "ranked/ballot-sorted").await;
    ben.click("Change my ballot").await;
    ben.wait_for_text("Your ballot is changed.").await;
    ana.wait_until(A_SECOND, "Lisbon to lead", async || ana.text_of(".winner .mega").await == "Lisbon").await;
    is_good(&ana, "ranked/results-one-ballot").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ballot_is_ranked_with_the_keyboard_alone() {
    let app = TestApp::start(Engine::Embedded).await;
    let browser = Browser::open(&app.base_url, View::desktop()).await;
    let poll = makes_a_poll(&browser).await;
    browser.goto(&poll).await;
    for name in ["Rank Edinburgh", "Rank Lisbon"] {
        tabs_to(&browser, name).await;
        browser.press(Key::Enter).await;
    }
    assert_eq!(order(&browser).await, ["Edinburgh", "Lisbon"]);
    assert!(browser.focused().await.contains("Move Lisbon up"), "focus stays on what was ranked");
    browser.press(Key::Enter).await;
    assert_eq!(browser.text_of("[data-rank-said]").await, "Lisbon moved to place 1 of 2.");
    tabs_to(&browser, "Cast my ballot").await;
    browser.press(Key::Enter).await;
    browser.wait_for_text("Your ballot is in.").await;
    browser.wait_for("[data-rank-handle]:not([hidden])").await;
    tabs_to(&browser, "Move Lisbon with the arrow keys").await;
    browser.press(Key::Down).await;
    assert_eq!(order(&browser).await, ["Edinburgh", "Lisbon"]);
}

/// What can be told of a page in which nothing runs.
async fn fits(browser: &Browser, name: &str) {
    browser.screenshot(shot(name)).await;
    assert!(!browser.sticks_out().await, "{name} is wider than the window");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_is_made_ranked_and_read_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let browser = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let poll = makes_a_poll(&browser).await;
    browser.goto(&poll).await;
    browser.fill("Place of Edinburgh", "1").await;
    browser.fill("Place of Lisbon", "2").await;
    browser.press(Key::Enter).await;
    browser.wait_for_text("Your ballot is in.").await;
    assert_eq!(order(&browser).await, ["Edinburgh", "Lisbon"]);
    browser.click("Move Lisbon up").await;
    browser
        .wait_until(A_SECOND, "Lisbon to be first", async || order(&browser).await == ["Lisbon", "Edinburgh"])
        .await;
    fits(&browser, "ranked/ballot-without-scripts").await;
    browser.click("Change my ballot").await;
    browser.wait_for_text("Your ballot is changed.").await;
    browser.click("See results so far").await;
    browser.wait_for_text("Your ballot counts for Lisbon").await;
    fits(&browser, "ranked/results-without-scripts").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_a_ranked_poll_is_good_in_every_look() {
    let app = TestApp::start(Engine::Embedded).await;
    let api = app.anyone();
    let body = json!({ "title": "Where to next summer?", "candidates": ["Lisbon", "Edinburgh", "Slovenian lakes", "Brittany", "Athens"] });
    let made = api.post("/ranked-polls", &body).await.expect(201);
    let (id, key) = (made.text_at("/id"), made.text_at("/manageKey"));
    let ballots = [
        ("Slovenian lakes", "Lisbon", 7),
        ("Lisbon", "Slovenian lakes", 7),
        ("Edinburgh", "Lisbon", 5),
        ("Brittany", "Slovenian lakes", 3),
        ("Brittany", "Athens", 1),
        ("Athens", "Slovenian lakes", 1),
        ("Athens", "Edinburgh", 1),
    ];
    for (first, second, times) in ballots {
        for _ in 0..times {
            let vote = json!({ "rankings": [first, second] });
            api.post(&format!("/ranked-polls/{id}/votes"), &vote).await.expect(201);
        }
    }
    let hidden = json!({ "title": "Who brings what?", "candidates": ["A", "B"], "settings": { "resultsVisibility": "afterClose" } });
    let hidden = api.post("/ranked-polls", &hidden).await.expect(201).text_at("/id");
    for view in View::every_look() {
        let browser = Browser::open(&app.base_url, view).await;
        for (path, name) in [
            ("/new/ranked".to_owned(), "new"),
            (format!("/r/{id}"), "ballot"),
            (format!("/r/{id}/results"), "results"),
        ] {
            browser.goto(&path).await;
            is_good(&browser, &format!("ranked/{name}")).await;
        }
        browser.click("Share").await;
        browser.wait_for("#share-title").await;
        is_good(&browser, "ranked/share").await;
        browser.goto(&format!("/r/{hidden}/results")).await;
        is_well_drawn(&browser, "ranked/hidden").await;
        browser.goto(&format!("/r/{id}/manage#key={key}")).await;
        assert_eq!(browser.value_of("Manage key").await, key, "the link fills in the key");
        is_well_drawn(&browser, "ranked/manage-key").await;
        browser.click("Open").await;
        browser.wait_for_text("You manage this ranked poll").await;
        is_well_drawn(&browser, "ranked/manage").await;
    }
}
