//! What the world around a browser is like: a slow network, another time zone, large text, a printer.

use crate::{Browser, read::write_picture};
use data_encoding::BASE64;
use serde_json::{Value, json};
use std::path::Path;

impl Browser {
    /// From now on every request takes more than a second each way, as in a train.
    pub async fn slow_network(&self) {
        let slow = json!({ "offline": false, "latency": 1200, "download_throughput": 20_000, "upload_throughput": 20_000 });
        self.vendor_command("chromium/network_conditions", json!({ "network_conditions": slow })).await;
    }

    /// Pages come straight from the server: a service worker hands on what it fetched unpacked, which is not what came over the wire.
    pub async fn bypass_worker(&self) {
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.setBypassServiceWorker", json!({ "bypass": true })).await;
    }

    /// The reader is in this time zone from the next page on.
    pub async fn be_in(&self, zone: &str) {
        self.devtools("Emulation.setTimezoneOverride", json!({ "timezoneId": zone })).await;
    }

    /// Makes the text of the page that is open twice as large, as people do who see badly.
    pub async fn enlarge_text(&self) {
        self.run("document.documentElement.style.fontSize = '200%'", Vec::new()).await;
    }

    /// Prints the page into a file, and says how many sheets of paper it takes.
    pub async fn printed_pages(&self, path: impl AsRef<Path>) -> usize {
        let paper = json!({ "printBackground": true, "preferCSSPageSize": true });
        let pdf = self.devtools("Page.printToPDF", paper).await;
        let pdf = pdf.get("data").and_then(Value::as_str).expect("a PDF").to_owned();
        let file = BASE64.decode(pdf.as_bytes()).expect("base64");
        write_picture(path.as_ref(), &file).expect("the file can be written");
        let count = "return atob(arguments[0]).match(/\\/Type \\/Page[^s]/g).length";
        let pages = self.run(count, vec![json!(pdf)]).await;
        usize::try_from(pages.as_u64().expect("a number")).expect("not many pages")
    }

    /// From now on pages look as they do on paper.
    pub async fn as_on_paper(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
    }

    /// Whether something that can be seen with these words lies inside the window.
    pub async fn is_in_sight(&self, selector: &str) -> bool {
        let script = "const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return Boolean(box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight)";
        self.run(script, vec![json!(selector)]).await == json!(true)
    }
}
