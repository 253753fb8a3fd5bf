//! Connections that nobody uses are not kept, and those that somebody uses are not cut.

use axum::{Router, routing::get};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
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

#[tokio::test(start_paused = true)]
async fn an_answer_may_take_longer_than_its_question() {
    let mut connection = connect().await;
    connection.write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("there you are"), "{answer}");
}
