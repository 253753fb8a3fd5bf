//! The first page and the way in and out of an account.

use kit::{
    Engine, TestApp,
    browser::{Browser, View, shot},
};

/// What a page may transfer in all, compressed.
const MOST_BYTES: u64 = 100_000;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_is_accessible_light_and_small_in_every_look() {
    let app = TestApp::start(Engine::Embedded).await;
    for view in View::every_look() {
        let browser = Browser::open(&app.base_url, view).await;
        browser.bypass_worker().await;
        for path in ["/", "/sign-in", "/register", "/forgot", "/api/docs", "/nowhere"] {
            browser.goto(path).await;
            browser.assert_accessible().await;
            assert!(!browser.sticks_out().await, "{path} is wider than the window in {view}");
            assert!(browser.transferred_bytes().await < MOST_BYTES, "{path} is too large");
            let name =
                if path == "/" { "landing".to_owned() } else { path.trim_matches('/').replace('/', "-") };
            browser.screenshot(shot(&format!("shell/{name}-{view}"))).await;
            if path != "/nowhere" {
                assert_eq!(browser.complaints().await, Vec::<String>::new(), "{path}");
            }
        }
    }
}

async fn signs_up_and_out(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let browser = Browser::open(&app.base_url, view).await;
    browser.goto("/home").await;
    browser.wait_for_path("/sign-in").await;
    browser.goto("/register").await;
    browser.fill("Name", "Nora ليلى").await;
    browser.fill("Email", "nora@example.org").await;
    browser.fill("Password", "a long enough password").await;
    browser.click("Create account").await;
    browser.wait_for_path("/home").await;
    browser.wait_for_text("Nora ليلى").await;
    browser.screenshot(shot(&format!("shell/home-{view}"))).await;
    browser.goto("/me").await;
    browser.screenshot(shot(&format!("shell/me-{view}"))).await;
    browser.click("Sign out").await;
    browser.wait_for_path("/").await;
    browser.goto("/sign-in").await;
    browser.fill("Email", "nora@example.org").await;
    browser.fill("Password", "not the password").await;
    browser.click_css("main button").await;
    browser.wait_for_text("Wrong email or password.").await;
    assert_eq!(browser.value_of("Email").await, "nora@example.org", "what was typed is kept");
    browser.fill("Password", "a long enough password").await;
    browser.click_css("main button").await;
    browser.wait_for_path("/home").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_an_account_are_accessible() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = app.registers_in_a_browser("Ana").await;
    let browser = Browser::open(&app.base_url, View::phone().dark()).await;
    browser.goto("/").await;
    browser.set_cookie("session", &ana.cookie("session").expect("a session")).await;
    for path in ["/home", "/me"] {
        browser.goto(path).await;
        browser.assert_accessible().await;
        assert!(!browser.sticks_out().await, "{path}");
    }
}

stories! {
    someone_signs_up_out_and_in_on_a_phone: signs_up_and_out(View::phone());
    someone_signs_up_out_and_in_without_scripts: signs_up_and_out(View::desktop().dark().without_scripts());
}
