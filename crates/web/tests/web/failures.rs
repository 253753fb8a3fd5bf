//! How failures look: to programs as problem+json, to people as a page with a way back; our own faults say nothing of the inside.

use crate::house::{Answer, House, get, post_json, with};
use axum::{Router, routing::get as on_get};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use kernel::{Class, FieldError};
use store::StoreError;
use web::{App, Ctx, Problem};

const SECRET: &str = "table Identity at 10.0.0.7";

fn fail(class: Class) -> Result<(), Problem> {
    Err(Problem::new(class, SECRET))
}

async fn failing(class: Class, path: &'static str) -> Answer {
    let routes: Router<App> = Router::new().route(path, on_get(async move || fail(class.clone())));
    House::new().send(routes, get(path)).await
}

#[tokio::test]
async fn every_class_has_its_status_and_is_a_problem_under_api() {
    let wait = SignedDuration::from_millis(2_500);
    let errors = vec![FieldError { field: "name".into(), message: "This is required.".into() }];
    let classes = [
        (Class::Malformed, 400),
        (Class::Unauthenticated, 401),
        (Class::Forbidden, 403),
        (Class::NotFound, 404),
        (Class::Conflict, 409),
        (Class::Gone, 410),
        (Class::Stale, 412),
        (Class::TooLarge, 413),
        (Class::UnsupportedMedia, 415),
        (Class::Invalid(errors), 422),
        (Class::TooMany(wait), 429),
        (Class::Internal, 500),
        (Class::Unavailable(wait), 503),
    ];
    for (class, status) in classes {
        let answer = failing(class.clone(), "/api/v1/thing").await;
        assert_eq!(answer.status.as_u16(), status);
        assert_eq!(answer.header("content-type"), "application/problem+json");
        let problem = answer.json();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(problem["reference"], answer.header("x-request-id"));
        assert_eq!(problem["detail"] == SECRET, status < 500, "{problem}");
        assert_eq!(problem["errors"].is_array(), status == 422);
        let waits = matches!(status, 429 | 503);
        assert_eq!(answer.header("retry-after"), if waits { "3" } else { "" });
        assert_eq!(answer.header("www-authenticate"), if status == 401 { "Bearer" } else { "" });
    }
}

#[tokio::test]
async fn a_person_gets_a_page_with_a_reference_and_nothing_of_the_inside() {
    let answer = failing(Class::Internal, "/s/abc").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    assert!(answer.text.contains(answer.header("x-request-id")), "{}", answer.text);
    assert!(answer.text.contains("href=\"/\"") && !answer.text.contains(SECRET), "{}", answer.text);
    let gone = failing(Class::Gone, "/s/abc").await;
    assert!(gone.text.contains("This has expired"), "{}", gone.text);
}

#[tokio::test]
async fn the_way_back_leads_to_our_own_page_only() {
    let routes = || Router::<App>::new().route("/go", on_get(async || fail(Class::Conflict)));
    let house = House::new();
    let from = async |referer: &str| house.send(routes(), with(get("/go"), "referer", referer)).await.text;
    assert!(from("http://table.example/s/abc?x=1").await.contains(r#"href="/s/abc?x=1">Go back"#));
    for elsewhere in [
        "http://evil.example/s/abc",
        "http://table.example//evil.example",
        "http://table.example/go",
        "rubbish",
    ] {
        assert!(!from(elsewhere).await.contains("Go back"), "{elsewhere}");
    }
}

#[tokio::test]
async fn signed_out_a_page_leads_to_the_sign_in_page_and_back() {
    let routes: Router<App> = Router::new().route(
        "/home",
        on_get(async |ctx: Ctx| -> Result<String, Problem> {
            Ok(ctx.actor.signed_in()?.display_name.clone())
        }),
    );
    let house = House::new();
    let out = house.send(routes.clone(), get("/home?tab=new&x=1")).await;
    assert_eq!(out.status, StatusCode::SEE_OTHER);
    assert_eq!(out.header("location"), "/sign-in?next=%2Fhome%3Ftab%3Dnew%26x%3D1");
    assert_eq!(house.send(routes.clone(), with(get("/home"), "cookie", "session=ana")).await.text, "Ana");
    let ended = house.send(routes.clone(), with(get("/home"), "cookie", "session=dead")).await;
    assert_eq!(ended.status, StatusCode::SEE_OTHER, "an ended session is being signed out");
}

#[tokio::test]
async fn a_dead_or_misshapen_bearer_is_401_and_anothers_is_passed_on() {
    let routes: Router<App> =
        Router::new().route("/api/v1/who", on_get(async |ctx: Ctx| ctx.bearer.unwrap_or_default()));
    let house = House::new();
    let who = async |value: &str| {
        house.send(routes.clone(), with(get("/api/v1/who"), "authorization", value)).await
    };
    assert_eq!(who("Bearer dead").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(who("Basic YTpi").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(who("Bearer ana").await.text, "");
    assert_eq!(who("bearer share-token").await.text, "share-token");
}

#[tokio::test]
async fn what_no_route_answers_is_drawn_too() {
    let house = House::new();
    let routes = || Router::<App>::new().route("/api/v1/thing", on_get(async || "here"));
    let lost = house.send(routes(), get("/api/v1/nowhere")).await;
    assert_eq!(
        (lost.status, lost.header("content-type")),
        (StatusCode::NOT_FOUND, "application/problem+json")
    );
    let page = house.send(routes(), get("/nowhere")).await;
    assert!(page.status == StatusCode::NOT_FOUND && page.text.contains("Page not found"), "{}", page.text);
    let method = house.send(routes(), post_json("/api/v1/thing", "{}")).await;
    assert_eq!((method.status, method.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, "GET,HEAD"));
    assert_eq!(method.json()["status"], 405);
    let mut odd = get("/api/v1/thing");
    *odd.method_mut() = Method::from_bytes(b"BREW").unwrap();
    assert_eq!(
        house.send(routes(), with(odd, "sec-fetch-site", "same-origin")).await.status,
        StatusCode::METHOD_NOT_ALLOWED
    );
}

#[tokio::test]
async fn a_panic_is_our_fault_and_the_next_request_is_answered() {
    async fn faint() -> &'static str {
        panic!("{SECRET}")
    }
    let house = House::new();
    let routes = Router::<App>::new()
        .route("/api/v1/faint", on_get(faint))
        .route("/api/v1/fine", on_get(async || "fine"));
    let answer = house.send(routes.clone(), get("/api/v1/faint")).await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(!answer.text.contains(SECRET) && answer.json()["status"] == 500);
    assert_eq!(answer.json()["reference"], answer.header("x-request-id"));
    assert_eq!(house.send(routes, get("/api/v1/fine")).await.text, "fine");
}

#[tokio::test]
async fn storage_that_is_not_there_is_503_with_a_time_to_come_back() {
    let routes: Router<App> = Router::new().route(
        "/api/v1/thing",
        on_get(async || -> Result<(), Problem> { Err(StoreError::Unavailable(SECRET.into()).into()) }),
    );
    let answer = House::new().send(routes, get("/api/v1/thing")).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "2"));
    assert!(!answer.text.contains(SECRET));
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_takes_too_long_is_503() {
    let routes: Router<App> = Router::new().route("/api/v1/slow", on_get(std::future::pending::<String>));
    let answer = House::new().send(routes, get("/api/v1/slow")).await;
    assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "5"));
    assert_eq!(answer.json()["status"], 503);
}
