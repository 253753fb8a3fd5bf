//! What can be seen of a page: its words, its state, its cookies, its weight, and pictures of it.

use crate::{Browser, Cookie};
use data_encoding::BASE64;
use fantoccini::Locator;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What Chromium says when the next page came before the last one had faded out, which nobody notices.
const CUT_SHORT: &str = "Transition was aborted because of invalid state";

impl Browser {
    /// The words that can be seen, as a person would copy them.
    pub async fn text(&self) -> String {
        self.run_text("return document.body.innerText", Vec::new()).await
    }

    /// The words in the first thing that matches the CSS selector.
    pub async fn text_of(&self, selector: &str) -> String {
        self.element(selector).await.text().await.expect("it has text")
    }

    /// The words of each thing that matches the CSS selector, in the page's order.
    pub async fn texts_of(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())";
        let texts = self.run(script, vec![json!(selector)]).await;
        serde_json::from_value(texts).expect("a list of texts")
    }

    /// What the field with this label holds now.
    pub async fn value_of(&self, label: &str) -> String {
        self.field(label).await.prop("value").await.ok().flatten().unwrap_or_default()
    }

    /// Whether the box or radio with this label is ticked.
    pub async fn is_ticked(&self, label: &str) -> bool {
        self.field(label).await.is_selected().await.expect("a box")
    }

    /// An attribute of the first thing that matches the CSS selector.
    pub async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.element(selector).await.attr(name).await.expect("attributes can be read")
    }

    /// A style of the first match as the browser worked it out, such as `background-color`.
    pub async fn style_of(&self, selector: &str, property: &str) -> String {
        let script =
            "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])";
        self.run_text(script, vec![json!(selector), json!(property)]).await
    }

    /// How many things match the CSS selector, seen or not.
    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.expect("a valid selector").len()
    }

    /// Whether anything that matches the CSS selector can be seen now.
    pub async fn sees(&self, selector: &str) -> bool {
        let script = "return [...document.querySelectorAll(arguments[0])].some((e) => e.checkVisibility())";
        self.run(script, vec![json!(selector)]).await == json!(true)
    }

    pub async fn title(&self) -> String {
        self.client.title().await.expect("a page has a title")
    }

    /// The whole address.
    pub async fn url(&self) -> String {
        self.client.current_url().await.expect("a page has an address").into()
    }

    /// The address's path, without query.
    pub async fn path(&self) -> String {
        self.client.current_url().await.expect("a page has an address").path().to_owned()
    }

    /// The name of what has the focus, for walking a page by keyboard: its label or its words, else its tag.
    pub async fn focused(&self) -> String {
        let script = "const e = document.activeElement;
            const name = e.getAttribute('aria-label') || e.labels?.[0]?.innerText || e.innerText || e.value;
            return (e === document.body ? '' : name || e.tagName.toLowerCase()).replace(/\\s+/g, ' ').trim()";
        self.run_text(script, Vec::new()).await
    }

    /// Whether the page can be scrolled sideways, which on a phone means that something sticks out.
    pub async fn sticks_out(&self) -> bool {
        let script = "const root = document.documentElement; return root.scrollWidth > root.clientWidth";
        self.run(script, Vec::new()).await == json!(true)
    }

    /// Bytes that came over the wire for this page, headers included; what the cache gave counts as if it had come anew.
    pub async fn transferred_bytes(&self) -> u64 {
        let script = "const parts = [...performance.getEntriesByType('navigation'),
                ...performance.getEntriesByType('resource')];
            return parts.reduce((sum, part) => sum + Math.max(part.transferSize, part.encodedBodySize), 0)";
        self.run(script, Vec::new()).await.as_f64().map_or(0, whole)
    }

    /// What the browser complained about since last asked: scripts that failed, files missing, policy violations.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.vendor_command("se/log", json!({ "type": "browser" })).await;
        let serious = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let message = |entry: &Value| entry["message"].as_str().unwrap_or_default().to_owned();
        let all = entries.as_array().into_iter().flatten().filter(serious).map(message);
        all.filter(|message| !message.contains(CUT_SHORT)).collect()
    }

    pub async fn cookies(&self) -> Vec<Cookie<'static>> {
        self.client.get_all_cookies().await.expect("cookies can be read")
    }

    pub async fn cookie(&self, name: &str) -> Option<Cookie<'static>> {
        self.cookies().await.into_iter().find(|cookie| cookie.name() == name)
    }

    /// Sets a cookie of the site, such as a session; works before any page is open.
    pub async fn set_cookie(&self, name: &str, value: &str) {
        let cookie =
            json!({ "name": name, "value": value, "url": self.base.as_str(), "path": "/", "httpOnly": true });
        self.devtools("Network.setCookie", cookie).await;
    }

    pub async fn forget_cookies(&self) {
        self.client.delete_all_cookies().await.expect("cookies can be deleted");
    }

    /// Writes a picture of the whole page, also of what one would scroll to, as PNG. See [`shot`] for where to.
    pub async fn screenshot(&self, path: impl AsRef<Path>) {
        let metrics = self.devtools("Page.getLayoutMetrics", json!({})).await;
        let size = &metrics["cssContentSize"];
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        let picture =
            json!({ "format": "png", "captureBeyondViewport": true, "fromSurface": true, "clip": clip });
        let answer = self.devtools("Page.captureScreenshot", picture).await;
        let image = BASE64.decode(answer["data"].as_str().unwrap_or_default().as_bytes()).expect("base64");
        write_picture(path.as_ref(), &image).expect("the picture can be written");
    }

    async fn run_text(&self, script: &str, arguments: Vec<Value>) -> String {
        self.run(script, arguments).await.as_str().unwrap_or_default().to_owned()
    }
}

/// `target/shots/<name>.png` in the repository.
pub fn shot(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/shots/{name}.png"))
}

pub(crate) fn write_picture(path: &Path, image: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, image)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of bytes is neither huge nor negative"
)]
fn whole(bytes: f64) -> u64 {
    bytes as u64
}
