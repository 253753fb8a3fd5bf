//! Style and scripts: kept for good under a name that changes with them.

use crate::house::{House, get, with};
use axum::Router;
use http::StatusCode;
use web::assets::asset;

#[tokio::test]
async fn an_asset_is_kept_for_good_under_its_hashed_name() {
    let house = House::new();
    for (name, kind) in [
        ("style.css", "text/css; charset=utf-8"),
        ("live.js", "text/javascript; charset=utf-8"),
        ("brand.svg", "image/svg+xml"),
    ] {
        let answer = house.send(Router::new(), get(asset(name))).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, kind));
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        let again = with(get(asset(name)), "if-none-match", answer.header("etag"));
        let again = house.send(Router::new(), again).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    }
}

#[tokio::test]
async fn other_names_are_not_there() {
    let house = House::new();
    for path in
        ["/assets/style.css", "/assets/style.000000000000.css", "/assets/..%2Fsrc%2Flib.rs", "/assets/"]
    {
        assert_eq!(house.send(Router::new(), get(path)).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn modules_import_each_other_by_the_names_that_are_served() {
    let house = House::new();
    let live = house.send(Router::new(), get(asset("live.js"))).await.text;
    assert!(live.contains(&format!("from \"{}\"", asset("morph.js"))), "{live}");
    for name in ["live.js", "forms.js", "share.js", "morph.js"] {
        let script = house.send(Router::new(), get(asset(name))).await.text;
        assert!(!script.contains("\"./"), "{name} imports something that is not served");
    }
}

#[tokio::test]
async fn what_is_large_travels_compressed() {
    let house = House::new();
    let mut whole = 0;
    for plain in [get(asset("style.css")), with(get(asset("style.css")), "accept-encoding", "identity")] {
        let answer = house.send(Router::new(), plain).await;
        assert_eq!(answer.header("content-encoding"), "");
        whole = answer.size;
    }
    for coding in ["br", "gzip"] {
        let answer =
            house.send(Router::new(), with(get(asset("style.css")), "accept-encoding", coding)).await;
        assert_eq!(answer.header("content-encoding"), coding);
        assert!(answer.size * 3 < whole, "{} of {whole}", answer.size);
    }
}

#[tokio::test]
async fn whoever_keeps_answers_is_told_that_some_travel_compressed() {
    let house = House::new();
    for request in [get(asset("style.css")), with(get(asset("style.css")), "accept-encoding", "br")] {
        let answer = house.send(Router::new(), request).await;
        let told: Vec<_> = answer.headers.get_all("vary").iter().collect();
        assert_eq!(told, ["accept-encoding"]);
    }
}
