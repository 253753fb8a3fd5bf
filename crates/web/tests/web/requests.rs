//! Limits on the way in: requests a second per address, behind proxies the caller's own.

use crate::house::{House, get, post_form, post_json, with};
use axum::{
    Router,
    body::Bytes,
    extract::ConnectInfo,
    routing::{get as on_get, post as on_post},
};
use jiff::SignedDuration;
use std::{net::SocketAddr, sync::Arc};
use tokio::sync::Notify;
use tower::ServiceExt;
use web::{App, Ctx, Problem};

fn routes() -> Router<App> {
    Router::new().route("/api/v1/where", on_get(async |ctx: Ctx| ctx.actor.address.to_string()))
}

#[tokio::test]
async fn a_flood_from_one_address_is_429_until_it_slows_down() {
    let house = House::with(|settings| settings.requests_per_second = 2);
    let from = async |last: u8| {
        let mut request = get("/api/v1/where");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, last], 1))));
        house.send(routes(), request).await
    };
    for _ in 0..20 {
        assert_eq!(from(1).await.status, 200);
    }
    let refused = from(1).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "1"));
    assert_eq!(from(2).await.status, 200, "others are not affected");
    let style = house.send(routes(), get(web::assets::asset("style.css"))).await;
    assert_eq!(style.status, 200, "what a page is made of does not count");
    house.pass(SignedDuration::from_secs(1));
    assert_eq!(from(1).await.status, 200);
}

#[tokio::test]
async fn a_wrong_secret_counts_as_ten_requests_and_keeps_nobody_out() {
    let house = House::with(|settings| settings.requests_per_second = 2);
    let asks = async |token: &str| {
        house
            .send(routes(), with(get("/api/v1/where"), "authorization", &format!("Bearer {token}")))
            .await
            .status
    };
    assert_eq!(asks("dead").await, 401);
    for _ in 0..10 {
        assert_eq!(asks("ana").await, 200);
    }
    assert_eq!(asks("ana").await, 429, "a burst of twenty is used up by ten and ten");
}

#[tokio::test]
async fn a_request_without_a_host_or_with_two_is_400() {
    let house = House::new();
    let mut none = get("/api/v1/where");
    none.headers_mut().remove("host");
    let mut two = get("/api/v1/where");
    two.headers_mut().append("host", "elsewhere.example".parse().unwrap());
    for request in [none, two, with(get("/api/v1/where"), "host", "")] {
        let answer = house.send(routes(), request).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["detail"]),
            (400, &"Send exactly one Host header.".into())
        );
    }
}

#[tokio::test]
async fn what_a_request_sends_counts_among_the_bytes_of_its_address() {
    let house = House::with(|settings| settings.participant_mb_per_hour = 1);
    let answers = |ctx: Ctx, body: Bytes| async move {
        ctx.take_answer_bytes().map(|()| body.len().to_string()).map_err(Problem::from)
    };
    let routes = || Router::new().route("/api/v1/answers", on_post(answers));
    let sends = async |bytes: usize, expect: &'static str| {
        let request = post_json("/api/v1/answers", &"x".repeat(bytes));
        let request = if expect.is_empty() { request } else { with(request, "expect", expect) };
        house.send(routes(), request).await.status
    };
    assert_eq!(sends(600_000, "").await, 200);
    assert_eq!(sends(600_000, "").await, 429);
    assert_eq!(sends(600_000, "100-continue").await, 429, "whoever asks first sends as much");
    assert_eq!(sends(300_000, "").await, 200);
}

#[tokio::test]
async fn only_a_trusted_proxy_is_believed() {
    let asked = async |house: &House| {
        house
            .send(routes(), with(get("/api/v1/where"), "x-forwarded-for", "203.0.113.5, 198.51.100.7"))
            .await
            .text
    };
    assert_eq!(asked(&House::new()).await, "192.0.2.1");
    let trusting = House::with(|settings| settings.trusted_proxies = vec!["192.0.2.0/24".parse().unwrap()]);
    assert_eq!(asked(&trusting).await, "198.51.100.7");
}

#[tokio::test]
async fn behind_a_proxy_each_caller_has_a_rate_of_their_own() {
    let house = House::with(|settings| {
        settings.requests_per_second = 1;
        settings.trusted_proxies = vec!["192.0.2.1/32".parse().unwrap()];
    });
    let from = async |caller: &str| {
        house.send(routes(), with(get("/api/v1/where"), "x-forwarded-for", caller)).await.status
    };
    for _ in 0..10 {
        assert_eq!(from("198.51.100.1").await, 200);
    }
    assert_eq!(from("198.51.100.1").await, 429);
    assert_eq!(from("198.51.100.2").await, 200);
}

#[tokio::test]
async fn a_change_is_finished_also_when_its_caller_hangs_up() {
    let (begun, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let finished = Arc::new(Notify::new());
    let (b, g, f) = (begun.clone(), goes_on.clone(), finished.clone());
    let changes = async move || {
        b.notify_one();
        g.notified().await;
        f.notify_one();
    };
    let house = House::new();
    let router = web::shell(Router::new().route("/notes", on_post(changes)), house.app.clone());
    let mut request = router.oneshot(post_form("/notes", "a=b"));
    tokio::select! {
        _ = &mut request => panic!("it waits"),
        () = begun.notified() => {}
    }
    drop(request);
    goes_on.notify_one();
    finished.notified().await;
}
