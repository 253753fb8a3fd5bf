//! Waiting for a page to become what a test expects, by asking again and again until a deadline; and failing well when it
//! does not.

use crate::Browser;
use crate::read::{shot, write_picture};
use std::time::{Duration, Instant};

/// How long anything that acts or waits is given, unless a test says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

impl Browser {
    /// Waits until the text can be read on the page.
    pub async fn wait_for_text(&self, text: &str) {
        self.wait_for_text_within(PATIENCE, text).await;
    }

    /// Waits at most `within`, for what must come soon, such as another person's change.
    pub async fn wait_for_text_within(&self, within: Duration, text: &str) {
        let what = format!("the text “{text}”");
        self.wait_until(within, &what, async || self.text().await.contains(text)).await;
    }

    /// Waits until the text can no longer be read on the page.
    pub async fn wait_until_text_gone(&self, text: &str) {
        let what = format!("the text “{text}” to go away");
        self.wait_until(PATIENCE, &what, async || !self.text().await.contains(text)).await;
    }

    /// Waits until something matches the CSS selector and can be seen.
    pub async fn wait_for(&self, selector: &str) {
        let what = format!("something that matches {selector}");
        self.wait_until(PATIENCE, &what, async || self.sees(selector).await).await;
    }

    /// Waits until nothing that can be seen matches the CSS selector.
    pub async fn wait_until_gone(&self, selector: &str) {
        let what = format!("everything that matches {selector} to go away");
        self.wait_until(PATIENCE, &what, async || !self.sees(selector).await).await;
    }

    /// Waits until the address has this path, as after a form that leads elsewhere.
    pub async fn wait_for_path(&self, path: &str) {
        let what = format!("the path {path}");
        self.wait_until(PATIENCE, &what, async || self.path().await == path).await;
    }

    /// Waits until `ready` says yes; `what` is named in the failure.
    pub async fn wait_until(&self, within: Duration, what: &str, mut ready: impl AsyncFnMut() -> bool) {
        let deadline = Instant::now() + within;
        while !ready().await {
            if Instant::now() > deadline {
                self.fail(&format!("waited {within:?} in vain for {what}")).await;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Fails the test with a sentence, where the browser is, what it shows, and a picture of it.
    pub async fn fail(&self, reason: &str) -> ! {
        let address = self.client.current_url().await.map_or_else(|error| error.to_string(), String::from);
        let shown = match self.client.execute("return document.body.innerText", Vec::new()).await {
            Ok(text) => text.as_str().unwrap_or_default().chars().take(2000).collect(),
            Err(error) => format!("(unreadable: {error})"),
        };
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let picture = shot(&format!("failed/{test}-{}", self.view()));
        let seen = match self.client.screenshot().await {
            Ok(image) if write_picture(&picture, &image).is_ok() => picture.display().to_string(),
            _ => "no picture could be taken".to_owned(),
        };
        panic!("{reason}\n  at      {address} ({})\n  picture {seen}\n  it says:\n{shown}", self.view());
    }
}
