//! What is mine: on every device where I am signed in, and what I created before I had an account.

use crate::{
    accounts::{registers, signs_in},
    look::is_good,
};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

/// Creates a ranked poll, and leaves the page that manages it open.
async fn asks(browser: &Browser, question: &str) {
    browser.goto("/new/ranked").await;
    browser.fill("Question", question).await;
    browser.fill("Options", "Porto\nOslo\nGdańsk").await;
    browser.click("Create ranked poll").await;
    browser.wait_for_text("Share your ranked poll").await;
}

/// Creates a checklist, and leaves the page of its organiser open.
async fn lists(browser: &Browser, name: &str) {
    browser.goto("/new/checklist").await;
    browser.fill("Name", name).await;
    browser.click_css("main form .btn.primary").await;
    browser.wait_for_text("Save this organiser passcode now.").await;
}

/// The phone, with the list of what is Ana's open.
async fn a_poll_made_on_a_laptop_is_managed_on_a_phone(app: &TestApp, view: fn(View) -> View) -> Browser {
    let laptop = Browser::open(&app.base_url, view(View::desktop())).await;
    registers(&laptop, "Ana").await;
    asks(&laptop, "Where to next summer?").await;
    let phone = laptop.beside(view(View::phone())).await;
    signs_in(&phone, "Ana").await;
    phone.wait_for_text("Created by you").await;
    phone.click("Where to next summer?").await;
    phone.wait_for_text("Manage ranked poll").await;
    phone.wait_for_text("This ranked poll is in your account.").await;
    phone.goto("/me/things").await;
    phone.wait_for_text("Ranked poll, created").await;
    phone
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_made_on_a_laptop_is_managed_on_a_phone_after_signing_in() {
    let app = TestApp::start(Engine::Embedded).await;
    let phone = a_poll_made_on_a_laptop_is_managed_on_a_phone(&app, |view| view).await;
    is_good(&phone, "me/things").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    a_poll_made_on_a_laptop_is_managed_on_a_phone(&app, View::without_scripts).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn something_made_before_signing_up_is_kept() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    asks(&ana, "Where to next summer?").await;
    lists(&ana, "Lake kit").await;
    registers(&ana, "Ana").await;
    // Both are on this device, and go to the account together.
    ana.goto("/here").await;
    ana.wait_for_text("Where to next summer?").await;
    ana.wait_for_text("Lake kit").await;
    is_good(&ana, "here/keep").await;
    ana.click("Add all to my account").await;
    ana.wait_for_text("2 things added to your account.").await;
    let elsewhere = ana.beside(View::desktop()).await;
    signs_in(&elsewhere, "Ana").await;
    elsewhere.goto("/me/things").await;
    elsewhere.wait_for_text("Where to next summer?").await;
    elsewhere.click("Lake kit").await;
    elsewhere.wait_for_text("This checklist is in your account.").await;
}

/// What was created here the browser alone knows, and without scripts it tells nobody: `/here` says where to go instead, and each
/// thing's own page keeps it.
#[tokio::test(flavor = "multi_thread")]
async fn something_made_before_signing_up_is_kept_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    asks(&ana, "Where to next summer?").await;
    let poll = ana.path().await;
    lists(&ana, "Lake kit").await;
    let checklist = ana.path().await;
    registers(&ana, "Ana").await;
    ana.goto("/here").await;
    ana.wait_for_text("open the page where you manage it").await;
    ana.goto(&poll).await;
    ana.click("Add to my account").await;
    ana.wait_for_text("Remove from my account").await;
    ana.goto(&checklist).await;
    ana.click("Add to my account").await;
    ana.wait_for_text("Remove from my account").await;
    ana.goto("/me/things").await;
    ana.wait_for_text("Where to next summer?").await;
    ana.click("Lake kit").await;
    ana.wait_for_text("This checklist is in your account.").await;
}

/// What others do in a group and in the household is on an open `/home` without loading it again.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_home_follows_groups_and_movie_night() {
    const SOON: Duration = Duration::from_secs(6);
    let app = TestApp::start(Engine::Embedded).await;
    let (ana, bo) = (app.registers_in_a_browser("Ana").await, app.registers("Bo").await);
    bo.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    let invite = bo.post("/households/mine/invites", json!({})).await.expect(201).text_at("token");
    let laptop = Browser::open(&app.base_url, View::desktop()).await;
    laptop.goto("/").await;
    laptop.set_cookie("session", &ana.cookie("session").expect("a session")).await;
    laptop.goto("/home").await;
    laptop.wait_for_text("You are in no group yet.").await;
    let here = ana.with_header("sec-fetch-site", "same-origin");
    here.act(&format!("/invites/{invite}/accept")).await.expect(200);
    laptop.wait_for_text_within(SOON, "No round is going on.").await;
    let group = bo.post("/groups", json!({ "name": "Walkers" })).await.expect(201).text_at("groupId");
    bo.post(&format!("/groups/{group}/members"), json!({ "userId": ana.user_id })).await.expect(201);
    laptop.wait_for_text_within(SOON, "Walkers").await;
    let round = bo.post("/rounds", json!({})).await.expect(201);
    let film = round.json["suggestions"][0]["tmdbMovieId"].clone();
    let path = format!("/rounds/{}", round.text_at("roundId"));
    bo.act(&format!("{path}/start")).await.expect(200);
    laptop.wait_for_text_within(SOON, "Vote for tonight’s film").await;
    bo.put(&format!("{path}/votes/{film}"), json!({ "vote": "up" })).await.expect(200);
    laptop.wait_for_text_within(SOON, "1 of 2 have voted").await;
}

async fn deletes_her_account(view: View) {
    let (app, filled) = TestApp::with_example(Engine::Embedded, 7).await;
    let link = filled.sights.iter().find(|sight| sight.path.starts_with("/club/sites/")).expect("a link");
    let person = app.signs_in_a_browser("priya@example.org").await;
    let priya = Browser::open(&app.base_url, view).await;
    priya.goto("/").await;
    priya.set_cookie("session", &person.cookie("session").expect("a session")).await;
    priya.goto(&link.path).await;
    priya.wait_for_text("Priya Raman").await;
    priya.goto("/me").await;
    priya.click("Delete account").await;
    priya.wait_for_text("Delete your account?").await;
    priya.click_css("form[action='/me/delete'] .primary").await;
    priya.wait_for_path("/sign-in").await;
    priya.wait_for_text("Your account is deleted.").await;
    app.finish_work().await;
    let maya = app.signs_in_a_browser("maya@example.org").await;
    priya.set_cookie("session", &maya.cookie("session").expect("a session")).await;
    priya.goto(&link.path).await;
    priya.wait_for_text("Former member").await;
    assert!(!priya.text().await.contains("Priya"), "her name is gone from what she added");
}

stories! {
    someone_deletes_her_account_and_what_she_added_stays_without_her_name: deletes_her_account(View::phone());
    someone_deletes_her_account_without_scripts: deletes_her_account(View::desktop().without_scripts());
}
