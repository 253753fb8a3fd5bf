//! Who may write: everything another site makes a browser send is refused.

use crate::house::House;
use axum::{Router, body::Body, routing::any};
use http::{Method, Request};
use web::App;

/// One way of asking, and the answer.
struct Case {
    path: &'static str,
    kind: &'static str,
    headers: &'static [(&'static str, &'static str)],
    status: u16,
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
    status: u16,
) -> Case {
    Case { path, kind, headers, status }
}

const CASES: &[Case] = &[
    // A program without an account, or with a token: nothing to prove.
    case(API, JSON, &[], 200),
    case(API, JSON, &[BEARER], 200),
    case(API, JSON, &[BEARER, THEIRS], 200),
    case(API, JSON, &[BEARER, COOKIE], 200),
    // A script on another site.
    case(API, JSON, &[THEIRS], 403),
    case(API, JSON, &[CROSS], 403),
    // By cookie.
    case(API, JSON, &[COOKIE], 403),
    case(API, JSON, &[COOKIE, OURS], 200),
    case(API, JSON, &[COOKIE, SAME], 200),
    case(API, JSON, &[COOKIE, TYPED], 200),
    case(API, JSON, &[COOKIE, THEIRS], 403),
    case(API, JSON, &[COOKIE, NULL], 403),
    case(API, JSON, &[COOKIE, CROSS], 403),
    case(API, JSON, &[COOKIE, SIBLING], 403),
    case(API, JSON, &[COOKIE, CROSS, OURS], 403),
    case(API, JSON, &[COOKIE, SAME, NULL], 200),
    // Every form post, with or without a cookie or a token.
    case(PAGE, FORM, &[], 403),
    case(PAGE, FORM, &[OURS], 200),
    case(PAGE, FORM, &[SAME], 200),
    case(PAGE, FORM, &[SAME, NULL], 200),
    case(PAGE, FORM, &[NULL], 403),
    case(PAGE, FORM, &[THEIRS], 403),
    case(PAGE, FORM, &[SIBLING], 403),
    case(PAGE, FORM, &[BEARER], 403),
    case(PAGE, "", &[], 403),
    case(PAGE, "", &[COOKIE], 403),
    // The API takes no forms. A program is told so; what a browser sends in somebody's name is judged by where it comes from.
    case(API, FORM, &[], 415),
    case(API, FORM, &[BEARER], 415),
    case(API, "text/plain", &[BEARER, THEIRS], 415),
    case(API, "multipart/form-data; boundary=x", &[THEIRS], 415),
    case(API, FORM, &[COOKIE], 403),
    case(API, FORM, &[COOKIE, THEIRS], 403),
    case(API, FORM, &[COOKIE, BEARER], 403),
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
            assert_eq!(answer.status, case.status, "{method} {} {} {:?}", case.path, case.kind, case.headers);
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
