//! What makes Roundtable installable: its manifest, and the worker behind the page that is shown without a connection.

use crate::{assets, icons};
use serde_json::{Value, json};

/// Where the page is that stands in for one that did not load.
pub const PAGE: &str = "/offline";

/// The worker's part. It names what the offline page is made of, so that a browser takes it in anew whenever that changes.
pub fn worker() -> String {
    let files = ["style.css", "brand.svg", "share.js", "forms.js", "morph.js", "toast.js", "offline.js"];
    let files: Vec<_> = std::iter::once(PAGE).chain(files.map(assets::asset)).collect();
    format!("const FILES = {};\n{}", json!(files), include_str!("../assets/offline-worker.js"))
}

pub fn manifest() -> Value {
    let mark = json!({ "src": assets::asset("brand.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any" });
    let icons: Vec<_> =
        icons::ICONS.iter().filter_map(icons::Icon::in_manifest).chain(std::iter::once(mark)).collect();
    json!({
        "name": "Roundtable",
        "short_name": "Roundtable",
        "description": "Decide together, then do it.",
        "start_url": "/home",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#1c6b4c",
        "icons": icons,
        "shortcuts": [
            { "name": "Home", "url": "/home" },
            { "name": "Create something", "url": "/" },
        ],
    })
}
