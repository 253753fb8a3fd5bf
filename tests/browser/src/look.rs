//! What must hold of every page, whatever it shows.

use kit::{
    TestApp,
    browser::{Browser, View, shot},
    serde_json::{Value, json},
};

/// What a page may transfer in all, compressed.
pub const MOST_BYTES: u64 = 100_000;

/// The page that is open is accessible, fits the window, is small, and gave the browser nothing to complain about. Its picture is
/// kept as `target/shots/<name>-<view>.png`.
pub async fn is_good(browser: &Browser, name: &str) {
    is_well_drawn(browser, name).await;
    assert_eq!(browser.complaints().await, Vec::<String>::new(), "{name}");
}

/// The same for a page that answers with an error, of which browsers always complain.
pub async fn is_well_drawn(browser: &Browser, name: &str) {
    let view = browser.view();
    browser.screenshot(shot(&format!("{name}-{view}"))).await;
    browser.assert_accessible().await;
    assert!(!browser.sticks_out().await, "{name} is wider than the window in {view}");
    let bytes = browser.transferred_bytes().await;
    assert!(bytes < MOST_BYTES, "{name} transfers {bytes} bytes");
}

/// A share made by a program, for tests that are about looking at it.
pub struct Made {
    pub code: String,
    pub token: String,
}

impl Made {
    pub async fn by(app: &TestApp, body: Value) -> Self {
        let made = app.anyone().post("/shareables", &body).await.expect(201);
        Self { code: made.text_at("/shortId"), token: made.text_at("/adminToken") }
    }

    pub fn page(&self) -> String {
        format!("/s/{}", self.code)
    }

    pub fn api(&self, rest: &str) -> String {
        format!("/shareables/{}{rest}", self.code)
    }

    /// A browser in which its organiser is at home.
    pub async fn organiser(&self, app: &TestApp, view: View) -> Browser {
        let browser = Browser::open(&app.base_url, view).await;
        for path in [self.page(), format!("/api/v1{}", self.api(""))] {
            let cookie = json!({ "name": "share", "value": self.token, "url": app.base_url, "path": path, "httpOnly": true });
            browser.devtools("Network.setCookie", cookie).await;
        }
        browser
    }
}
