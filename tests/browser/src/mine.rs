//! What is mine: on every device where I am signed in, and what I created before I had an account.

use crate::look::is_good;
use kit::{
    Engine, PASSWORD, TestApp,
    browser::{Browser, View},
};

async fn registers(browser: &Browser, name: &str) {
    browser.goto("/register").await;
    browser.fill("Name", name).await;
    browser.fill("Email", &format!("{}@example.org", name.to_lowercase())).await;
    browser.fill("Password", PASSWORD).await;
    browser.click("Create account").await;
    browser.wait_for_path("/home").await;
}

async fn signs_in(browser: &Browser, name: &str) {
    browser.goto("/sign-in").await;
    browser.fill("Email", &format!("{}@example.org", name.to_lowercase())).await;
    browser.fill("Password", PASSWORD).await;
    browser.click_css("main form .btn.primary").await;
    browser.wait_for_path("/home").await;
}

/// Creates a ranked poll, and leaves the page that manages it open.
async fn asks(browser: &Browser, question: &str) {
    browser.goto("/new/ranked").await;
    browser.fill("Question", question).await;
    browser.fill("Options", "Porto\nOslo\nGdańsk").await;
    browser.click("Create the poll").await;
    browser.wait_for_text("You manage this ranked poll").await;
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
    phone.wait_for_text("You manage this ranked poll").await;
    phone.wait_for_text("This poll is yours").await;
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
    ana.goto("/new/checklist").await;
    ana.fill("Name", "Lake kit").await;
    ana.click_css("main form .btn.primary").await;
    ana.wait_for_text("Save this organiser passcode now.").await;
    registers(&ana, "Ana").await;
    // Both are on this device, and go to the account together.
    ana.goto("/here").await;
    ana.wait_for_text("Where to next summer?").await;
    ana.wait_for_text("Lake kit").await;
    is_good(&ana, "here/keep").await;
    ana.click("Keep all in my account").await;
    ana.wait_for_text("2 things added to your account.").await;
    let elsewhere = ana.beside(View::desktop()).await;
    signs_in(&elsewhere, "Ana").await;
    elsewhere.goto("/me/things").await;
    elsewhere.wait_for_text("Where to next summer?").await;
    elsewhere.click("Lake kit").await;
    elsewhere.wait_for_text("This checklist is in your account.").await;
}
