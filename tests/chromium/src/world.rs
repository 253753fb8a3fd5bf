//! What the world around a browser is like: a slow network, another time zone, large text, a printer.

use crate::Browser;
use serde_json::{Value, json};

impl Browser {
    /// From now on every request takes more than a second each way, as in a train.
    pub async fn slow_network(&self) {
        let slow = json!({ "offline": false, "latency": 1200, "download_throughput": 20_000, "upload_throughput": 20_000 });
        self.vendor_command("chromium/network_conditions", json!({ "network_conditions": slow })).await;
    }

    /// The reader is in this time zone from the next page on.
    pub async fn be_in(&self, zone: &str) {
        self.devtools("Emulation.setTimezoneOverride", json!({ "timezoneId": zone })).await;
    }

    /// Makes the text of the page that is open twice as large, as people do who see badly.
    pub async fn enlarge_text(&self) {
        self.run("document.documentElement.style.fontSize = '200%'", Vec::new()).await;
    }

    /// Taps a button three times in half a second, as people do when nothing happens.
    pub async fn tap_three_times(&self, name: &str) {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             const here = (button) => button.textContent.trim() === {} && button.offsetParent;
             const button = [...document.querySelectorAll('main button')].find(here);
             // On the page that comes of the first tap there is no such button any more.
             if (!button) return done(false);
             button.click();
             setTimeout(() => button.click(), 250);
             setTimeout(() => {{ button.click(); done(true); }}, 500);",
            json!(name)
        );
        self.run_async(&script).await;
    }

    /// How many sheets of paper the page takes.
    pub async fn printed_pages(&self) -> usize {
        let paper = json!({ "printBackground": true, "preferCSSPageSize": true });
        let pdf = self.devtools("Page.printToPDF", paper).await;
        let pdf = pdf.get("data").and_then(Value::as_str).expect("a PDF").to_owned();
        let count = "return atob(arguments[0]).match(/\\/Type \\/Page[^s]/g).length";
        let pages = self.run(count, vec![json!(pdf)]).await;
        usize::try_from(pages.as_u64().expect("a number")).expect("not many pages")
    }

    /// Whether something that can be seen with these words lies inside the window.
    pub async fn is_in_sight(&self, selector: &str) -> bool {
        let script = "const box = document.querySelector(arguments[0])?.getBoundingClientRect();
            return Boolean(box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight)";
        self.run(script, vec![json!(selector)]).await == json!(true)
    }
}
