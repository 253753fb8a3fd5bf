//! Connections that nobody uses are not kept, and those that somebody uses are not cut.

use axum::{
    Router,
    body::{Body, Bytes},
    routing::{get, post},
};
use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

const LONG: Duration = Duration::from_mins(1);

/// A connection to a server whose one answer takes a minute.
async fn connect() -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let slow = async || {
        sleep(LONG).await;
        "there you are"
    };
    tokio::spawn(server::serve::accept(
        listener,
        Router::new().route("/slow", get(slow)),
        CancellationToken::new(),
    ));
    TcpStream::connect(address).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_asks_for_nothing_is_closed() {
    // Nothing, the beginning of HTTP/2, the beginning of HTTP/1.
    for sent in ["", "PRI * HTTP/2.0\r\n", "GET /slow HTTP/1.1\r\nHo"] {
        let mut connection = connect().await;
        let began = Instant::now();
        connection.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        timeout(LONG, connection.read_to_end(&mut answer)).await.expect("it is closed").unwrap();
        assert!(answer.is_empty() && began.elapsed() < Duration::from_secs(15), "{sent:?}");
    }
}

/// A connection that is kept between requests: when it is closed, counted from the last answer.
async fn closed_after(mut connection: TcpStream) -> Duration {
    let answered = Instant::now();
    let mut rest = Vec::new();
    timeout(2 * LONG, connection.read_to_end(&mut rest)).await.expect("it is closed").unwrap();
    answered.elapsed()
}

#[tokio::test(start_paused = true)]
async fn a_connection_is_kept_for_more_than_a_minute_between_requests() {
    for begun in ["", "GET /quick HTTP/1.1\r\nHo"] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/quick", get(async || "here"));
        tokio::spawn(server::serve::accept(listener, router, CancellationToken::new()));
        let mut connection = TcpStream::connect(address).await.unwrap();
        for _ in 0..2 {
            connection.write_all(b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
            let mut answer = Vec::new();
            while !answer.ends_with(b"here") {
                answer.push(connection.read_u8().await.expect("an answer"));
            }
            sleep(LONG).await;
        }
        connection.write_all(b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        connection.read_exact(&mut [0; 16]).await.unwrap();
        connection.write_all(begun.as_bytes()).await.unwrap();
        let kept = closed_after(connection).await;
        assert!((70..80).contains(&kept.as_secs()), "{begun:?}: {kept:?}");
    }
}

/// Tells when it is given up.
struct GivenUp(Option<oneshot::Sender<()>>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        let _ = self.0.take().map(|tell| tell.send(()));
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_reads_nothing_of_their_answer_is_cut_off() {
    let (tell, told) = oneshot::channel();
    let end = Arc::new(Mutex::new(Some(GivenUp(Some(tell)))));
    let endless = async move || {
        let end = end.lock().unwrap().take();
        let chunks = futures::stream::repeat_with(move || {
            let _held = &end;
            Ok::<_, Infallible>(Bytes::from_static(&[0; 16 * 1024]))
        });
        Body::from_stream(chunks)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/endless", get(endless));
    tokio::spawn(server::serve::accept(listener, router, CancellationToken::new()));
    let mut connection = TcpStream::connect(address).await.unwrap();
    let began = Instant::now();
    connection.write_all(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    timeout(LONG, told).await.expect("it is given up").unwrap();
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_waited_for_no_longer_than_half_a_minute() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let reads = async |body: web::Json<serde_json::Value>| body.0.to_string();
    let router = Router::new().route("/api/v1/notes", post(reads));
    tokio::spawn(server::serve::accept(listener, router, CancellationToken::new()));
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = "POST /api/v1/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{";
    let began = Instant::now();
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(LONG, connection.read_to_string(&mut answer)).await.expect("it is answered").unwrap();
    assert!(answer.starts_with("HTTP/1.1 400") && began.elapsed() < Duration::from_secs(30), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_take_longer_than_its_question() {
    let mut connection = connect().await;
    connection.write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("there you are"), "{answer}");
}
