//! Style, scripts and drawings: part of the binary, served under a name that changes with their content, so that browsers keep
//! them for good.

use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use std::sync::{LazyLock, PoisonError, RwLock};

/// A script, style or drawing by the name that pages call it by, and its content.
pub type File = (&'static str, &'static str);

/// What several features use. To add one: put it in `assets/` and name it here, after those it imports. A feature's own are in
/// [`crate::Feature::assets`].
const FILES: &[File] = &[
    ("style.css", include_str!("../assets/style.css")),
    ("brand.svg", include_str!("../assets/brand.svg")),
    ("morph.js", include_str!("../assets/morph.js")),
    ("toast.js", include_str!("../assets/toast.js")),
    ("share.js", include_str!("../assets/share.js")),
    ("forms.js", include_str!("../assets/forms.js")),
    ("events.js", include_str!("../assets/events.js")),
    ("live.js", include_str!("../assets/live.js")),
    ("times.js", include_str!("../assets/times.js")),
    ("offline.js", include_str!("../assets/offline.js")),
    ("here.js", include_str!("../assets/here.js")),
];

struct Asset {
    name: &'static str,
    /// Where it is served: `/assets/style.0123456789ab.css`.
    path: &'static str,
    tag: String,
    content: String,
}

static ASSETS: LazyLock<RwLock<Vec<&'static Asset>>> = LazyLock::new(|| {
    let mut assets = Vec::new();
    for file in FILES {
        add(&mut assets, *file);
    }
    RwLock::new(assets)
});

/// Adds a feature's own files, after those they import; what is there already stays.
pub fn register(files: &[File]) {
    let mut assets = ASSETS.write().unwrap_or_else(PoisonError::into_inner);
    for file in files {
        add(&mut assets, *file);
    }
}

/// There are a few dozen for the life of the program, so they are never given back.
fn add(assets: &mut Vec<&'static Asset>, (name, content): File) {
    if assets.iter().any(|asset| asset.name == name) {
        return;
    }
    // A module imports `./morph.js`; what a browser gets names the address that is served.
    let linked = assets.iter().fold(content.to_owned(), |content, earlier| {
        content.replace(&format!("\"./{}\"", earlier.name), &format!("\"{}\"", earlier.path))
    });
    let hash = blake3::hash(linked.as_bytes()).to_hex();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let path = Box::leak(format!("/assets/{stem}.{}.{extension}", &hash[..12]).into_boxed_str());
    assets.push(Box::leak(Box::new(Asset {
        name,
        path,
        tag: format!("\"{}\"", &hash[..12]),
        content: linked,
    })));
}

fn find(is_it: impl Fn(&Asset) -> bool) -> Option<&'static Asset> {
    let assets = ASSETS.read().unwrap_or_else(PoisonError::into_inner);
    assets.iter().copied().find(|asset| is_it(asset))
}

/// The address of an asset by its name. A name that is not there is a slip of the program, which tests catch.
pub fn asset(name: &str) -> &'static str {
    let found = find(|asset| asset.name == name);
    debug_assert!(found.is_some(), "there is no asset {name}");
    found.map_or("", |asset| asset.path)
}

/// `GET /assets/{file}`
pub(crate) async fn serve(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = find(|asset| asset.path.strip_prefix("/assets/") == Some(file.as_str())) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kept =
        [(header::CACHE_CONTROL, "public, max-age=31536000, immutable"), (header::ETAG, asset.tag.as_str())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|tags| tags.as_bytes() == asset.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    let kind = match asset.name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    };
    (kept, [(header::CONTENT_TYPE, kind)], asset.content.as_str()).into_response()
}
