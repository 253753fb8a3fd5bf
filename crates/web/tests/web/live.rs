//! Live updates within one process: word gets round at once, bursts come as one, and whoever was late is told.

use crate::house::{House, get, with};
use axum::{Router, extract::ConnectInfo, response::Response, routing::get as on_get};
use futures::{FutureExt, Stream, StreamExt};
use http_body_util::BodyExt;
use jiff::SignedDuration;
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::time::{Instant, sleep};
use tower::ServiceExt;
use web::{App, Ctx, Problem};

fn quiet<S: Stream + Unpin>(stream: &mut S) -> bool {
    stream.next().now_or_never().is_none()
}

#[tokio::test(start_paused = true)]
async fn a_change_reaches_whoever_watches_and_nobody_else() {
    let house = House::new();
    let mut watcher = pin!(house.app.live.watch("share abc").unwrap());
    let mut stranger = pin!(house.app.live.watch("share xyz").unwrap());
    assert!(quiet(&mut watcher));
    house.app.live.tell("share abc");
    assert!(watcher.next().await.is_some());
    assert!(quiet(&mut stranger) && quiet(&mut watcher));
}

#[tokio::test(start_paused = true)]
async fn a_burst_is_at_most_four_events_a_second_and_the_last_is_not_lost() {
    let house = House::new();
    let mut watcher = pin!(house.app.live.watch("t").unwrap());
    let live = house.app.live.clone();
    let clock = house.clock.clone();
    tokio::spawn(async move {
        for _ in 0..1_000 {
            live.tell("t");
            clock.advance(SignedDuration::from_millis(1));
            sleep(Duration::from_millis(1)).await;
        }
    });
    let (began, mut seen) = (Instant::now(), Vec::new());
    while began.elapsed() < Duration::from_secs(2) {
        tokio::select! {
            rev = watcher.next() => seen.extend(rev),
            () = sleep(Duration::from_secs(1)) => {}
        }
    }
    assert!((4..=6).contains(&seen.len()), "{seen:?}");
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
    let last = u64::try_from("2026-11-15T09:00:00.999Z".parse::<jiff::Timestamp>().unwrap().as_millisecond())
        .unwrap();
    assert_eq!(seen.last(), Some(&last));
}

#[tokio::test(start_paused = true)]
async fn who_was_late_to_listen_is_told_at_once() {
    let house = House::new();
    let made = u64::try_from(house.app.clock.now().as_millisecond()).unwrap();
    house.pass(SignedDuration::from_millis(10));
    house.app.live.tell("t");
    house.pass(SignedDuration::from_millis(10));
    let now = made + 20;
    assert!(!quiet(&mut pin!(house.app.live.watch_since("t", Some(made)).unwrap())));
    assert!(quiet(&mut pin!(house.app.live.watch_since("t", Some(now)).unwrap())));
    assert!(quiet(&mut pin!(house.app.live.watch("t").unwrap())));
    // A page from before this process, or from so long ago that nothing is remembered, may be old.
    assert!(!quiet(&mut pin!(house.reborn().app.live.watch_since("t", Some(made)).unwrap())));
    house.pass(SignedDuration::from_secs(120));
    assert!(!quiet(&mut pin!(house.app.live.watch_since("other", Some(now)).unwrap())));
}

fn routes() -> Router<App> {
    let live = async |ctx: Ctx| -> Result<Response, Problem> { Ok(ctx.sse("share abc")?) };
    Router::new().route("/api/v1/shareables/abc/live", on_get(live))
}

async fn listen(house: &House, path: &str) -> Response {
    let mut request = with(get(path), "accept-encoding", "br, gzip");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 1))));
    web::shell(routes(), house.app.clone()).oneshot(request).await.unwrap()
}

async fn next_chunk(response: &mut Response) -> Option<String> {
    let frame = response.body_mut().frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

#[tokio::test(start_paused = true)]
async fn events_are_sent_plainly_and_end_when_the_server_stops() {
    let house = House::new();
    let mut response = listen(&house, "/api/v1/shareables/abc/live").await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(response.headers().get("content-encoding").is_none());
    assert!(next_chunk(&mut response).await.unwrap().contains("retry: 1000"));
    house.app.live.tell("share abc");
    next_chunk(&mut response).await.unwrap();
    let event = next_chunk(&mut response).await.unwrap();
    let rev = house.app.clock.now().as_millisecond();
    assert_eq!(event, format!("event: changed\nid: {rev}\ndata: {{\"rev\":{rev}}}\n\n"));
    sleep(Duration::from_secs(25)).await;
    assert!(next_chunk(&mut response).await.unwrap().starts_with(':'), "a sign of life");
    house.stop.cancel();
    assert_eq!(next_chunk(&mut response).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_browser_that_comes_back_is_told_what_it_missed() {
    let house = House::new();
    let seen = house.app.clock.now().as_millisecond();
    house.pass(SignedDuration::from_millis(5));
    house.app.live.tell("share abc");
    let mut response = listen(&house, &format!("/api/v1/shareables/abc/live?since={seen}")).await;
    next_chunk(&mut response).await;
    assert!(next_chunk(&mut response).await.unwrap().starts_with("event: edited"));
    assert!(next_chunk(&mut response).await.unwrap().starts_with("event: changed"));
}

#[tokio::test(start_paused = true)]
async fn who_claims_to_have_seen_the_future_hears_what_comes_and_disturbs_nobody() {
    let house = House::new();
    let mut watcher = pin!(house.app.live.watch("t").unwrap());
    for claimed in [u64::MAX, u64::MAX - 1, 1 << 60] {
        house.pass(SignedDuration::from_secs(1));
        let mut liar = pin!(house.app.live.watch_since("t", Some(claimed)).unwrap());
        assert!(quiet(&mut liar) && quiet(&mut watcher), "{claimed}");
        house.app.live.tell("t");
        assert!(liar.next().await.is_some() && watcher.next().await.is_some(), "{claimed}");
        assert!(quiet(&mut watcher), "{claimed}");
    }
}
