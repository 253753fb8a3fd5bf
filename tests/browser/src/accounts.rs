//! Opening an account and signing in, as people do it.

use kit::{
    Engine, PASSWORD, Setup, TestApp,
    browser::{Browser, View},
};

/// Opens an account on the page that is there.
pub async fn opens_account(browser: &Browser, name: &str) {
    browser.fill("Name", name).await;
    browser.fill("Email", &address(name)).await;
    browser.fill("Password", PASSWORD).await;
    browser.click_css("main form .btn.primary").await;
}

/// Registers somebody in a browser of their own.
pub async fn registers(browser: &Browser, name: &str) {
    browser.goto("/register").await;
    opens_account(browser, name).await;
    browser.wait_for_path("/home").await;
}

/// Signs in to an account that is there.
pub async fn signs_in(browser: &Browser, name: &str) {
    browser.goto("/sign-in").await;
    browser.fill("Email", &address(name)).await;
    browser.fill("Password", PASSWORD).await;
    browser.click_css("main form .btn.primary").await;
    browser.wait_for_path("/home").await;
}

fn address(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_that_the_server_prints_fills_in_the_set_up_code() {
    let setup = Setup {
        settings: |settings| settings.set_up_code = Some("k2m9pqrstuvw".into()),
        ..Setup::on(Engine::Embedded)
    };
    let app = TestApp::with(setup).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/register#code=k2m9pqrstuvw").await;
    assert_eq!(ana.value_of("Set-up code").await, "k2m9pqrstuvw");
    assert!(!ana.url().await.contains("k2m9"), "the code does not stay in the address");
    opens_account(&ana, "Ana").await;
    ana.wait_for_path("/home").await;
    let ben = Browser::open(&app.base_url, View::phone()).await;
    registers(&ben, "Ben").await;
}
