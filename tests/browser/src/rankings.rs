//! A ranked poll: made on a phone, ranked by finger, by keyboard and without scripts, and watched as ballots come in.

use crate::look::{is_good, is_good_in_every_look, is_well_drawn_in_every_look};
use kit::{
    Engine, TestApp,
    browser::{Browser, Key, PATIENCE, View, shot},
    serde_json::json,
};
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);

/// Makes a poll in the browser and gives its address.
async fn makes_a_poll(browser: &Browser) -> String {
    browser.goto("/new/ranked").await;
    browser.fill("Question", "Where to next summer?").await;
    browser.fill("Options", "Lisbon\nSlovenian lakes\nEdinburgh\nBrittany").await;
    browser.click("Create ranked poll").await;
    browser.wait_for_text("Share your ranked poll").await;
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

/// A ballot that cannot be counted comes back with its options in order, and says why it was not cast.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_ballot_says_why_and_keeps_its_order() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let poll = makes_a_poll(&ana).await;
    let ben = ana.beside(View::phone().without_scripts()).await;
    ben.goto(&poll).await;
    ben.fill("Place of Edinburgh", "1").await;
    ben.fill("Place of Lisbon", "1").await;
    ben.press(Key::Enter).await;
    ben.wait_for_text("Two options have place 1. Give each its own number.").await;
    ben.wait_for_text("Your ballot was not cast.").await;
    assert_eq!(ben.path().await, poll);
    assert_eq!(order(&ben).await, ["Lisbon", "Edinburgh"], "both are still there");
    fits(&ben, "ranked/ballot-refused").await;
    // The poll is closed while Ben still ranks.
    ana.goto(&format!("{poll}/manage")).await;
    ana.click("Close the poll").await;
    ana.wait_for_text("The poll is closed.").await;
    ben.click("Cast my ballot").await;
    ben.wait_for_text("Your ballot was not cast.").await;
    ben.wait_for_text("Voting is over").await;
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
    let mut browser = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    for (path, name) in [
        ("/new/ranked".to_owned(), "new"),
        (format!("/r/{id}"), "ballot"),
        (format!("/r/{id}/results"), "results"),
    ] {
        browser.goto(&path).await;
        is_good_in_every_look(&mut browser, &format!("ranked/{name}")).await;
    }
    browser.click("Share").await;
    browser.wait_for("#share-title").await;
    is_good_in_every_look(&mut browser, "ranked/share").await;
    browser.goto(&format!("/r/{hidden}/results")).await;
    is_well_drawn_in_every_look(&mut browser, "ranked/hidden").await;
    browser.goto(&format!("/r/{id}/manage#key={key}")).await;
    assert_eq!(browser.value_of("Manage key").await, key, "the link fills in the key");
    is_well_drawn_in_every_look(&mut browser, "ranked/manage-key").await;
    browser.click("Open").await;
    browser.wait_for_text("Manage ranked poll").await;
    is_well_drawn_in_every_look(&mut browser, "ranked/manage").await;
}

/// A poll with more options than fit on a screen.
async fn long_ballot(app: &TestApp) -> String {
    let candidates: Vec<String> = (1..=40).map(|number| format!("Option {number:02}")).collect();
    let made = json!({ "title": "Which of forty?", "candidates": candidates });
    format!("/r/{}", app.anyone().post("/ranked-polls", &made).await.expect(201).text_at("/id"))
}

async fn scrolled(browser: &Browser) -> i64 {
    browser.run("return Math.round(scrollY)", vec![]).await.as_i64().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn ranking_on_a_long_ballot_leaves_the_page_where_it_is() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    ana.goto(&long_ballot(&app).await).await;
    for name in ["Option 30", "Option 20", "Option 35"] {
        let press = "const button = document.querySelector(`[aria-label='Rank ${arguments[0]}']`);
            button.scrollIntoView({ block: 'center', behavior: 'instant' });
            const before = scrollY;
            button.click();
            return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Math.abs(scrollY - before)))))";
        let jumped = ana.run(press, vec![json!(name)]).await.as_f64().expect("a number");
        assert!(jumped < 100.0, "the page jumps by {jumped} pixels");
    }
    assert_eq!(order(&ana).await, ["Option 30", "Option 20", "Option 35"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_that_rests_at_the_edge_scrolls_the_page_along() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    ana.goto(&long_ballot(&app).await).await;
    for number in 1..=25 {
        ana.click(&format!("Rank Option {number:02}")).await;
    }
    ana.run("scrollTo({ top: 0, behavior: 'instant' })", vec![]).await;
    let touch = async |kind: &str, y: Option<f64>| {
        let points = y.map_or_else(|| json!([]), |y| json!([{ "x": 40, "y": y }]));
        ana.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    };
    let place = "const handle = document.querySelector(arguments[0]); handle.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = handle.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]";
    let at = ana.run(place, vec![json!(handle("Option 01"))]).await;
    let (x, y) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    let start = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
    ana.devtools("Input.dispatchTouchEvent", start).await;
    for step in 1..=4 {
        touch("touchMove", Some(y + (820.0 - y) * f64::from(step) / 4.0)).await;
    }
    let before = scrolled(&ana).await;
    ana.wait_until(PATIENCE, "the page to come along while the finger rests", async || {
        scrolled(&ana).await > before + 300
    })
    .await;
    touch("touchEnd", None).await;
    let place = order(&ana).await.iter().position(|name| name == "Option 01");
    assert!(place.is_none_or(|place| place > 5), "it was carried along: {place:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn down_on_the_last_place_drops_nothing() {
    let app = TestApp::start(Engine::Embedded).await;
    let browser = Browser::open(&app.base_url, View::desktop()).await;
    browser.goto(&long_ballot(&app).await).await;
    browser.click("Rank Option 01").await;
    browser.click("Rank Option 02").await;
    assert!(browser.attribute("[aria-label='Move Option 02 down']", "disabled").await.is_some());
    browser.run("document.querySelector(arguments[0]).focus()", vec![json!(handle("Option 02"))]).await;
    browser.press(Key::Down).await;
    assert_eq!(order(&browser).await, ["Option 01", "Option 02"]);
    let without = browser.beside(View::phone().without_scripts()).await;
    without.goto(&browser.path().await).await;
    without.click("Rank Option 01").await;
    without.wait_for("[aria-label='Leave Option 01 out']").await;
    assert!(without.attribute("[aria-label='Move Option 01 down']", "disabled").await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ranked_poll_is_found_remembered_and_used_again_like_any_other() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/new/ranked").await;
    ana.fill("Question", "Where to next summer?").await;
    ana.fill("Options", "Lisbon\nEdinburgh\nBrittany").await;
    ana.click("Settings").await;
    ana.fill("Description", "We book on Sunday.").await;
    ana.click("Create ranked poll").await;
    ana.wait_for(".shortcode").await;
    let code = ana.text_of(".shortcode").await;
    let poll = ana.path().await.trim_end_matches("/manage").to_owned();
    ana.goto("/here").await;
    ana.wait_for_text("Created").await;
    ana.click("Where to next summer?").await;
    ana.wait_for_path(&format!("{poll}/manage")).await;

    let ben = ana.beside(View::phone()).await;
    ben.goto("/").await;
    ben.fill("Code or link", &code.to_lowercase().replace('-', "")).await;
    ben.click("Open").await;
    ben.wait_for_path(&poll).await;
    ben.wait_for_text("We book on Sunday.").await;
    ben.wait_for_text("Put the ones you like in order.").await;
    ben.click("Cast my ballot").await;
    ben.wait_for_text("Rank at least one option.").await;
    ben.click("Rank Edinburgh").await;
    ben.click("Cast my ballot").await;
    ben.wait_for_text("Your ballot is in.").await;
    ben.wait_for_text("See results so far").await;
    ben.goto("/here").await;
    ben.wait_for_text("Answered").await;
    ben.click("Where to next summer?").await;
    ben.wait_for_text("Your ballot is in.").await;
    assert_eq!(order(&ben).await, ["Edinburgh"], "on return it is as it was cast");
    ben.wait_for_text("Available for a year after its last ballot.").await;

    ana.click("Copy ranked poll").await;
    ana.wait_for_text("No ballots yet").await;
    let copy = ana.path().await;
    assert!(copy.ends_with("/manage") && copy != format!("{poll}/manage"), "{copy}");
    ana.goto(&format!("{poll}/manage")).await;
    ana.click("Close the poll").await;
    ana.wait_for_text("Available until Monday 15 November 2038").await;
    ana.click("Delete ranked poll").await;
    ana.click("Delete").await;
    ana.wait_for_text("Deleted").await;
}

/// Whoever organises finds the same things in the same order, whatever was made.
#[tokio::test(flavor = "multi_thread")]
async fn a_ranked_poll_is_managed_on_a_page_like_any_other() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let ranked = makes_a_poll(&ana).await;
    ana.goto("/new/poll").await;
    ana.fill("Question 1", "Where?").await;
    ana.fill("Options", "Lake\nCoast").await;
    ana.click("Create poll").await;
    ana.wait_for_text("Share your poll").await;
    let plain = ana.path().await;
    let both = async |selector: &str| {
        ana.goto(&plain).await;
        let of_plain = ana.texts_of(selector).await;
        ana.goto(&format!("{ranked}/manage")).await;
        (of_plain, ana.texts_of(selector).await)
    };
    let (plain_tabs, tabs) = both(".tabs a").await;
    assert!(
        ["View", "Manage"]
            .iter()
            .all(|tab| plain_tabs.contains(&(*tab).into()) && tabs.contains(&(*tab).into()))
    );
    for part in [
        ".shortcode",
        ".qr",
        "[data-copy]",
        "a[href$='/poster']",
        "a[href$='/screen']",
        "[popovertarget=sure]",
    ] {
        let (of_plain, of_ranked) = both(part).await;
        assert!(!of_plain.is_empty() && !of_ranked.is_empty(), "{part}: {of_plain:?}, {of_ranked:?}");
    }
    let (of_plain, of_ranked) = both("main h2").await;
    for part in ["Copy", "Delete"] {
        assert!(
            of_plain.iter().any(|name| name == part) && of_ranked.iter().any(|name| name == part),
            "{part}"
        );
    }
}
