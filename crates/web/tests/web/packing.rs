//! Answers travel packed where that is worth it, and packing keeps nobody waiting.

use crate::house::{House, get, with};
use axum::{Router, routing::get as on_get};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use std::io::Read;
use tower::ServiceExt;
use web::{App, Json};

const LARGE: usize = 300_000;

fn routes() -> Router<App> {
    let of = |size: usize| Json(vec!["the same again"; size / 17]);
    Router::new()
        .route("/api/v1/small", on_get(async move || of(10_000)))
        .route("/api/v1/large", on_get(async move || of(LARGE)))
}

#[tokio::test]
async fn a_large_answer_is_packed_as_well_as_a_small_one() {
    let house = House::new();
    for (path, taken, packed) in [
        ("/api/v1/small", "gzip", "gzip"),
        ("/api/v1/small", "br", "br"),
        ("/api/v1/large", "gzip, br", "gzip"),
        ("/api/v1/large", "gzip;q=0", ""),
        // What takes long is packed in one way only, the quickest.
        ("/api/v1/large", "br", ""),
    ] {
        let answer = house.send(routes(), with(get(path), "accept-encoding", taken)).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-encoding")),
            (200, packed),
            "{path} {taken}"
        );
        assert_eq!(answer.size < 5_000, !packed.is_empty(), "{path} {taken}: {} bytes", answer.size);
    }
}

#[tokio::test]
async fn what_was_packed_is_what_was_said() {
    let house = House::new();
    let plain = house.send(routes(), get("/api/v1/large")).await;
    let router = web::shell(routes(), house.app.clone());
    let answer = router.oneshot(with(get("/api/v1/large"), "accept-encoding", "gzip")).await.unwrap();
    let length: usize = answer.headers()["content-length"].to_str().unwrap().parse().unwrap();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    let mut text = String::new();
    GzDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
    assert_eq!((bytes.len(), text), (length, plain.text));
}
