//! Style, scripts and drawings: part of the binary, served under a name that changes with their content, so that browsers keep
//! them for good.

use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use std::sync::LazyLock;

/// To add one: put it in `assets/` and name it here, after those it imports.
const FILES: &[(&str, &str)] = &[
    ("style.css", include_str!("../assets/style.css")),
    ("brand.svg", include_str!("../assets/brand.svg")),
    ("morph.js", include_str!("../assets/morph.js")),
    ("toast.js", include_str!("../assets/toast.js")),
    ("share.js", include_str!("../assets/share.js")),
    ("forms.js", include_str!("../assets/forms.js")),
    ("live.js", include_str!("../assets/live.js")),
    ("times.js", include_str!("../assets/times.js")),
    ("here.js", include_str!("../assets/here.js")),
    ("stepper.js", include_str!("../assets/stepper.js")),
    ("checklist.js", include_str!("../assets/checklist.js")),
    ("rank.js", include_str!("../assets/rank.js")),
    ("key.js", include_str!("../assets/key.js")),
];

struct Asset {
    name: &'static str,
    /// Where it is served: `/assets/style.0123456789ab.css`.
    path: String,
    tag: String,
    content: String,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let mut assets: Vec<Asset> = Vec::with_capacity(FILES.len());
    for (name, content) in FILES {
        // A module imports `./morph.js`; what a browser gets names the address that is served.
        let linked = assets.iter().fold((*content).to_owned(), |content, earlier| {
            content.replace(&format!("\"./{}\"", earlier.name), &format!("\"{}\"", earlier.path))
        });
        let hash = blake3::hash(linked.as_bytes()).to_hex();
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let path = format!("/assets/{stem}.{}.{extension}", &hash[..12]);
        assets.push(Asset { name, path, tag: format!("\"{}\"", &hash[..12]), content: linked });
    }
    assets
});

/// The address of an asset by its name in `assets/`. A name that is not there is a slip of the program, which tests catch.
pub fn asset(name: &str) -> &'static str {
    let found = ASSETS.iter().find(|asset| asset.name == name);
    debug_assert!(found.is_some(), "there is no asset {name}");
    found.map_or("", |asset| asset.path.as_str())
}

/// `GET /assets/{file}`
pub(crate) async fn serve(Path(file): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.path.strip_prefix("/assets/") == Some(file.as_str()))
    else {
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
