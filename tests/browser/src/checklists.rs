//! A checklist: made, opened by its code, ticked, and seen live by someone else.

use kit::{Engine, TestApp, browser::{Browser, View, shot}};
use std::time::Duration;

async fn makes_a_checklist(browser: &Browser) -> String {
    browser.goto("/new/checklist").await;
    browser.fill("Name", "Lake weekend kit").await;
    browser.fill("Items", "Tent pegs\nCamp stove\nPancake mix").await;
    browser.click("Make the checklist").await;
    browser.wait_for(".share-code").await;
    browser.text_of(".share-code").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tick_is_seen_in_a_second_browser_within_a_second() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let code = makes_a_checklist(&ana).await;
    ana.goto(&format!("/s/{code}")).await;
    let ben = ana.beside(View::desktop().dark()).await;
    ben.goto("/").await;
    ben.fill("Code", &code.to_lowercase().replace('-', " ")).await;
    ben.click("Open").await;
    ben.wait_for_text("Tent pegs").await;
    ben.click("Tent pegs").await;
    ana.wait_for_text_within(Duration::from_secs(1), "1 of 3 done").await;
    for browser in [&ana, &ben] {
        browser.assert_accessible().await;
        assert!(!browser.sticks_out().await);
        assert_eq!(browser.complaints().await, Vec::<String>::new());
    }
    ana.screenshot(shot("checklist/phone")).await;
    ben.screenshot(shot("checklist/desktop-dark")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checklist_is_made_and_ticked_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let code = makes_a_checklist(&ana).await;
    ana.goto(&format!("/s/{code}")).await;
    ana.click("Tent pegs").await;
    ana.click("Save ticks").await;
    ana.wait_for_text("1 of 3 done").await;
}
