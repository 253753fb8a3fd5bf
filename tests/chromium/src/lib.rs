//! A real Chromium for tests to look at pages with, as a person does: by what is written on the screen.
//!
//! ```no_run
//! # async fn story(base: &str) {
//! use chromium::{Browser, View};
//! let ana = Browser::open(base, View::phone()).await;
//! ana.goto("/register").await;
//! ana.fill("Name", "Ana").await;
//! ana.click("Create account").await;
//! ana.wait_for_text("Welcome, Ana").await;
//! assert_eq!(ana.axe().await, Vec::<String>::new());
//! let ben = ana.beside(View::desktop().dark()).await;
//! # }
//! ```
//!
//! Everything that acts waits up to [`PATIENCE`] for what it needs, and a thing that never comes fails the test with a sentence,
//! the page's text, and a picture under `target/shots/failed`. A test never sleeps. Scripts that the test itself runs work even
//! where the page's own are turned off.
//!
//! It knows nothing of Roundtable, so that the driver can be trusted before the server can.
#![allow(clippy::expect_used, clippy::panic, reason = "its callers are tests: what cannot go on has failed")]

mod act;
mod axe;
mod driver;
mod read;
mod view;
mod wait;
mod world;

pub use act::Key;
pub use fantoccini::cookies::Cookie;
pub use fantoccini::elements::Element;
pub use read::shot;
pub use view::{NOT_LOCAL, View};
pub use wait::PATIENCE;

use driver::Driver;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::sync::{Arc, atomic::AtomicUsize};
use url::Url;

/// One window of one browser with a profile of its own, closed when dropped.
pub struct Browser {
    client: Client,
    session: String,
    driver: Arc<Driver>,
    base: Url,
    view: View,
    clicks: AtomicUsize,
}

impl Browser {
    /// Starts a browser with an empty profile for the site at `base`. Nothing is loaded yet: see [`Browser::goto`].
    pub async fn open(base: &str, view: View) -> Self {
        Self::connect(Arc::new(Driver::start()), Url::parse(base).expect("the site's address"), view).await
    }

    /// A second person at the same site: another browser with its own empty profile.
    pub async fn beside(&self, view: View) -> Self {
        Self::connect(self.driver.clone(), self.base.clone(), view).await
    }

    async fn connect(driver: Arc<Driver>, base: Url, view: View) -> Self {
        let capabilities: Capabilities =
            serde_json::from_value(view.capabilities()).expect("capabilities are an object");
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver.address())
            .await
            .expect("chromium starts (scripts/install-tools installs it)");
        // Closing is ours, in `Drop`: the client would try it on a runtime that is gone by then.
        client.persist().await.expect("the client answers");
        let session = client.session_id().await.ok().flatten().expect("a session has an id");
        let browser = Self { client, session, driver, base, view, clicks: AtomicUsize::new(0) };
        for (command, parameters) in view.emulation() {
            browser.devtools(command, parameters).await;
        }
        browser
    }

    /// Looks at the page that is open as `view` from now on. Scripts stay as they were when the browser was opened.
    pub async fn look_as(&mut self, view: View) {
        for (now, before) in view.emulation().into_iter().zip(self.view.emulation()) {
            if now != before {
                self.devtools(now.0, now.1).await;
            }
        }
        self.view = view;
    }

    /// How this browser looks at pages.
    pub fn view(&self) -> View {
        self.view
    }

    /// Goes to a path of the site, such as `/home`, or to a whole address, and waits until it is loaded.
    pub async fn goto(&self, path: &str) {
        let address = self.base.join(path).expect("a path or an address");
        if let Err(error) = self.client.goto(address.as_str()).await {
            self.fail(&format!("{address} did not load: {error}")).await;
        }
    }

    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page loads again");
    }

    pub async fn back(&self) {
        self.client.back().await.expect("there is a page before this one");
    }

    /// Runs a function body with `arguments` in the page and gives what it returns. The page's content security policy and its
    /// scripts being off do not matter to it.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        match self.client.execute(script, arguments).await {
            Ok(value) => value,
            Err(error) => self.fail(&format!("a script of the test failed: {error}")).await,
        }
    }

    /// As [`Browser::run`], for a script that calls its last argument with its answer once it has one.
    pub async fn run_async(&self, script: &str) -> Value {
        match self.client.execute_async(script, Vec::new()).await {
            Ok(value) => value,
            Err(error) => self.fail(&format!("a script of the test failed: {error}")).await,
        }
    }

    /// Sends a command of Chromium's devtools protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.vendor_command("goog/cdp/execute", body).await
    }

    async fn vendor_command(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(VendorCommand { path, body }).await.expect("chromedriver takes the command")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.driver.end_session(&self.session);
    }
}

/// A chromedriver command beyond the WebDriver standard.
#[derive(Debug)]
struct VendorCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for VendorCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
