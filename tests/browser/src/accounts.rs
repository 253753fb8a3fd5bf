//! Opening an account and signing in, as people do it.

use kit::{PASSWORD, browser::Browser};

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
