//! Who may write: everything another site makes a browser send is refused.

use crate::house::House;
use axum::{Router, body::Body, routing::any};
use http::{Method, Request};
use web::App;

/// One way of asking, and whether it is let through.
struct Case {
    path: &'static str,
    kind: &'static str,
    headers: &'static [(&'static str, &'static str)],
    passes: bool,
}

const API: &str = "/api/v1/thing";
const PAGE: &str = "/s/abc";
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const COOKIE: (&str, &str) = ("cookie", "session=ana");
const BEARER: (&str, &str) = ("authorization", "Bearer ana");
const OURS: (&str, &str) = ("origin", "http://table.example");
const THEIRS: (&str, &str) = ("origin", "http://evil.example");
const NULL: (&str, &str) = ("origin", "null");
const SAME: (&str, &str) = ("sec-fetch-site", "same-origin");
const CROSS: (&str, &str) = ("sec-fetch-site", "cross-site");
const SIBLING: (&str, &str) = ("sec-fetch-site", "same-site");
const TYPED: (&str, &str) = ("sec-fetch-site", "none");

const fn case(
    path: &'static str,
    kind: &'static str,
    headers: &'static [(&'static str, &'static str)],
    passes: bool,
) -> Case {
    Case { path, kind, headers, passes }
}

const CASES: &[Case] = &[
    // A program without an account, or with a token: nothing to prove.
    case(API, JSON, &[], true),
    case(API, JSON, &[BEARER], true),
    case(API, JSON, &[BEARER, THEIRS], true),
    case(API, JSON, &[BEARER, COOKIE], true),
    // A script on another site.
    case(API, JSON, &[THEIRS], false),
    case(API, JSON, &[CROSS], false),
    // By cookie.
    case(API, JSON, &[COOKIE], false),
    case(API, JSON, &[COOKIE, OURS], true),
    case(API, JSON, &[COOKIE, SAME], true),
    case(API, JSON, &[COOKIE, TYPED], true),
    case(API, JSON, &[COOKIE, THEIRS], false),
    case(API, JSON, &[COOKIE, NULL], false),
    case(API, JSON, &[COOKIE, CROSS], false),
    case(API, JSON, &[COOKIE, SIBLING], false),
    case(API, JSON, &[COOKIE, CROSS, OURS], false),
    case(API, JSON, &[COOKIE, SAME, NULL], true),
    // Every form post, with or without a cookie or a token.
    case(PAGE, FORM, &[], false),
    case(PAGE, FORM, &[OURS], true),
    case(PAGE, FORM, &[SAME], true),
    case(PAGE, FORM, &[SAME, NULL], true),
    case(PAGE, FORM, &[NULL], false),
    case(PAGE, FORM, &[THEIRS], false),
    case(PAGE, FORM, &[SIBLING], false),
    case(PAGE, FORM, &[BEARER], false),
    case(PAGE, "", &[], false),
    case(PAGE, "", &[COOKIE], false),
    case(API, FORM, &[], false),
    case(API, FORM, &[BEARER], false),
    case(API, "text/plain", &[BEARER, THEIRS], false),
    case(API, "multipart/form-data; boundary=x", &[THEIRS], false),
];

fn request(method: Method, case: &Case) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(case.path).header("host", "table.example");
    if !case.kind.is_empty() {
        request = request.header("content-type", case.kind);
    }
    for (name, value) in case.headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).unwrap()
}

fn routes() -> Router<App> {
    Router::new().route(API, any(async || "done")).route(PAGE, any(async || "done"))
}

#[tokio::test]
async fn a_write_passes_only_from_our_own_pages_or_with_a_token() {
    let house = House::with(|settings| settings.requests_per_second = 0);
    for case in CASES {
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let answer = house.send(routes(), request(method.clone(), case)).await;
            let expected = if case.passes { 200 } else { 403 };
            assert_eq!(answer.status, expected, "{method} {} {} {:?}", case.path, case.kind, case.headers);
        }
    }
}

#[tokio::test]
async fn reading_needs_no_proof() {
    let house = House::new();
    for case in CASES {
        let answer = house.send(routes(), request(Method::GET, case)).await;
        assert_eq!(answer.status, 200, "{} {:?}", case.path, case.headers);
    }
}

#[tokio::test]
async fn behind_a_proxy_with_another_name_the_base_address_counts() {
    let house = House::with(|settings| settings.base_url = "https://table.example".into());
    let request = |origin: &str| {
        let request = Request::post(PAGE).header("host", "backend:8080").header("origin", origin);
        request.body(Body::empty()).unwrap()
    };
    assert_eq!(house.send(routes(), request("https://table.example")).await.status, 200);
    assert_eq!(house.send(routes(), request("https://table.example.evil")).await.status, 403);
}
