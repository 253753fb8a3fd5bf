//! A handler that keeps its thread busy for long is run aside, and nobody else waits for it.

use crate::house::{House, get};
use axum::{Router, extract::ConnectInfo, routing::get as on_get};
use futures::{StreamExt, stream::FuturesUnordered};
use std::{
    net::SocketAddr,
    thread::{self, ThreadId},
    time::{Duration, Instant},
};
use tower::ServiceExt;
use web::App;

/// Long enough to count, also on a machine that is busy with other things.
const BUSY: Duration = Duration::from_millis(80);

/// Where a handler runs: here, on the thread that answers, or aside.
fn place(here: ThreadId) -> &'static str {
    if thread::current().id() == here { "here" } else { "aside" }
}

fn routes() -> Router<App> {
    let here = thread::current().id();
    let heavy = async move || {
        let began = Instant::now();
        while began.elapsed() < BUSY {
            std::hint::spin_loop();
        }
        place(here)
    };
    Router::new().route("/heavy", on_get(heavy)).route("/light", on_get(async move || place(here)))
}

async fn ask(shell: Router, path: &'static str) -> (&'static str, String) {
    let mut request = get(path);
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 4711))));
    let answer = shell.oneshot(request).await.unwrap();
    let body = axum::body::to_bytes(answer.into_body(), 1_000).await.unwrap();
    (path, String::from_utf8(body.to_vec()).unwrap())
}

/// Asks for what is heavy until it is known to be.
async fn heavy_is_known(shell: &Router) {
    let mut tries = 0;
    while ask(shell.clone(), "/heavy").await.1 != "aside" {
        tries += 1;
        assert!(tries < 10, "it is noticed after a few requests");
    }
}

#[tokio::test]
async fn the_front_page_is_answered_while_many_heavy_pages_are_drawn() {
    let shell = web::shell(routes(), House::new().app);
    heavy_is_known(&shell).await;
    let mut asked: FuturesUnordered<_> = (0..20).map(|_| ask(shell.clone(), "/heavy")).collect();
    asked.push(ask(shell.clone(), "/light"));
    let mut heavy_before = 0;
    while let Some((path, place)) = asked.next().await {
        if path == "/light" {
            assert_eq!(place, "here");
            break;
        }
        assert_eq!(place, "aside");
        heavy_before += 1;
    }
    assert!(heavy_before < 5, "{heavy_before} of 20 came before it");
}

#[tokio::test]
async fn a_heavy_page_makes_no_other_heavy() {
    let shell = web::shell(routes(), House::new().app);
    heavy_is_known(&shell).await;
    for _ in 0..100 {
        assert_eq!(ask(shell.clone(), "/light").await.1, "here");
    }
}
