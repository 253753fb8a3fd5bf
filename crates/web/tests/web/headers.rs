//! What every answer carries, whoever asks for whatever.

use crate::house::{House, get};
use axum::{Router, routing::get as on_get};
use http::header;
use web::App;

fn routes() -> Router<App> {
    let fine = async || "fine";
    let kept = async || ([(header::CACHE_CONTROL, "public, max-age=60")], "kept");
    Router::new()
        .route("/api/v1/thing", on_get(fine))
        .route("/s/{id}", on_get(fine))
        .route("/r/{id}", on_get(fine))
        .route("/kept", on_get(kept))
}

#[tokio::test]
async fn every_answer_is_guarded_failures_and_assets_too() {
    let house = House::new();
    for path in ["/api/v1/thing", "/s/abc", "/nowhere", "/api/nowhere", web::assets::asset("style.css")] {
        let answer = house.send(routes(), get(path)).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("x-request-id").len(), 10, "{path}");
        assert_eq!(answer.header("strict-transport-security"), "", "{path}: not over plain http");
    }
}

#[tokio::test]
async fn the_address_of_a_share_is_told_to_nobody() {
    let house = House::new();
    for (path, policy) in
        [("/s/abc", "no-referrer"), ("/r/abc", "no-referrer"), ("/api/v1/thing", "same-origin")]
    {
        assert_eq!(house.send(routes(), get(path)).await.header("referrer-policy"), policy, "{path}");
    }
    assert_eq!(house.send(routes(), get("/s/no/such")).await.header("referrer-policy"), "no-referrer");
}

#[tokio::test]
async fn over_https_browsers_are_told_to_stay_there() {
    let house = House::with(|settings| settings.https = true);
    let answer = house.send(routes(), get("/api/v1/thing")).await;
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
}

#[tokio::test]
async fn answers_are_not_kept_unless_their_handler_says_so() {
    let house = House::new();
    assert_eq!(house.send(routes(), get("/api/v1/thing")).await.header("cache-control"), "no-store");
    assert_eq!(house.send(routes(), get("/kept")).await.header("cache-control"), "public, max-age=60");
}
