//! What must hold of every page, whatever it shows.

use kit::{
    TestApp,
    browser::{Browser, View, shot},
    serde_json::{Value, json},
};
use std::path::PathBuf;

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
    is_small(browser, name).await;
}

async fn is_small(browser: &Browser, name: &str) {
    let bytes = browser.transferred_bytes().await;
    assert!(bytes < MOST_BYTES, "{name} transfers {bytes} bytes");
}

/// The page that is open is all that on a phone and on a desktop, in the light and in the dark.
pub async fn is_good_in_every_look(browser: &mut Browser, name: &str) {
    is_well_drawn_in_every_look(browser, name).await;
    assert_eq!(browser.complaints().await, Vec::<String>::new(), "{name}");
}

/// The same for a page that answers with an error.
pub async fn is_well_drawn_in_every_look(browser: &mut Browser, name: &str) {
    is_small(browser, name).await;
    let wrong = faults_in_every_look(browser, |view| Some(shot(&format!("{name}-{view}")))).await;
    assert_eq!(wrong, Vec::<String>::new(), "{name}");
}

/// What is wrong with the page that is open in any look. It is loaded once, on a phone, and looked at in an order in which each look
/// differs from the one before in one thing; light and dark differ in their colours alone. `picture` says where pictures are kept.
pub async fn faults_in_every_look(
    browser: &mut Browser,
    picture: impl Fn(View) -> Option<PathBuf>,
) -> Vec<String> {
    let (phone, desktop) = (View::phone().reduced_motion(), View::desktop().reduced_motion());
    let looks = [
        (phone, false),
        (phone.dark(), true),
        (phone.dark().of_width(360), true),
        (desktop.dark(), false),
        (desktop, true),
    ];
    let mut wrong = Vec::new();
    for (view, seen) in looks {
        browser.look_as(view).await;
        let mut faults = Vec::new();
        if browser.sticks_out().await {
            faults.push(format!("is wider than {} pixels", view.width));
        }
        if view.width != 360 {
            if let Some(picture) = picture(view) {
                browser.screenshot(picture).await;
            }
            faults.extend(if seen { browser.axe_colours().await } else { browser.axe().await });
        }
        wrong.extend(faults.into_iter().map(|fault| format!("{view}: {fault}")));
    }
    browser.look_as(phone).await;
    wrong
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

    /// An answer that chooses one option of a poll's first question.
    pub async fn choosing(&self, app: &TestApp, option: usize) -> Value {
        let shown = app.anyone().get(&self.api("")).await.expect(200).json;
        let question = &shown["questions"][0];
        let chosen = &question["options"][option]["pollQuestionOptionId"];
        json!([{ "pollQuestionId": question["pollQuestionId"], "optionIds": [chosen] }])
    }

    /// Its page, these pages below it, and the form that creates its kind are good in every look, in its organiser's browser.
    pub async fn is_good_in_every_look(&self, app: &TestApp, kind: &str, pages: &[&str]) -> Browser {
        let mut organiser = self.organiser(app, View::phone().reduced_motion()).await;
        for rest in pages.iter().chain(&[""]) {
            organiser.goto(&format!("{}{rest}", self.page())).await;
            let name = rest.split(['/', '=']).next_back().filter(|name| !name.is_empty()).unwrap_or("page");
            is_good_in_every_look(&mut organiser, &format!("{kind}/{name}")).await;
        }
        organiser.goto(&format!("/new/{kind}")).await;
        is_good_in_every_look(&mut organiser, &format!("{kind}/new")).await;
        organiser
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
