//! Web push against a push service of our own, which opens what it is sent as a browser would.

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, http::StatusCode, routing::post};
use jiff::Timestamp;
use outbound::{FetchRules, Push, PushError, PushMessage, PushTo, WebPush, push::VapidKey};
use p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use web_push_native::Auth;

#[derive(Clone)]
struct Service {
    status: StatusCode,
    taken: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
}

async fn take(State(service): State<Service>, headers: HeaderMap, body: Bytes) -> StatusCode {
    service.taken.lock().unwrap().push((headers, body));
    service.status
}

/// A push service on this machine that answers with `status`.
async fn service(status: StatusCode) -> (String, Service) {
    let service = Service { status, taken: Arc::default() };
    let router = Router::new().route("/send/{id}", post(take)).with_state(service.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/send/abc", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (endpoint, service)
}

const SECRET: [u8; 16] = [9; 16];

fn browser(endpoint: &str) -> (SecretKey, PushTo) {
    let key = SecretKey::from_slice(&[5; 32]).unwrap();
    let public_key = key.public_key().to_encoded_point(false).as_bytes().to_vec();
    (key, PushTo { endpoint: endpoint.to_owned(), public_key, secret: SECRET.to_vec() })
}

fn pusher(endpoint: &str, allow_private: bool) -> WebPush {
    let port = endpoint.rsplit(':').next().and_then(|rest| rest.split('/').next()).unwrap().parse().unwrap();
    let inside = if allow_private { vec!["127.0.0.0/8".parse().unwrap()] } else { Vec::new() };
    let rules = FetchRules { ports: vec![port], allowed_inside: inside, ..FetchRules::default() };
    WebPush::new(VapidKey::from_secrets([[3; 32]]).unwrap(), "https://table.example", rules).unwrap()
}

fn message() -> PushMessage {
    PushMessage { topic: "abc".into(), content: "{\"title\":\"Supper\"}".into(), keep: 3_600 }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

#[tokio::test]
async fn the_browser_and_nobody_else_can_read_a_message() {
    let (endpoint, service) = service(StatusCode::CREATED).await;
    let (key, to) = browser(&endpoint);
    pusher(&endpoint, true).send(&to, &message(), now()).await.unwrap();
    let (headers, body) = service.taken.lock().unwrap()[0].clone();
    assert!(headers["authorization"].to_str().unwrap().starts_with("vapid t="));
    assert_eq!((headers["ttl"].to_str().unwrap(), headers["topic"].to_str().unwrap()), ("3600", "abc"));
    assert!(!body.windows(6).any(|part| part == b"Supper"));
    let opened = web_push_native::decrypt(body.to_vec(), &key, Auth::from_slice(&SECRET)).unwrap();
    assert_eq!(String::from_utf8(opened).unwrap(), message().content);
}

#[tokio::test]
async fn what_a_service_answers_says_what_to_do_next() {
    for (status, gone, later) in
        [(410, true, false), (404, true, false), (429, false, true), (503, false, true), (400, false, false)]
    {
        let (endpoint, _) = service(StatusCode::from_u16(status).unwrap()).await;
        let error = pusher(&endpoint, true).send(&browser(&endpoint).1, &message(), now()).await.unwrap_err();
        assert_eq!(
            (error == PushError::Gone, matches!(error, PushError::Later(_))),
            (gone, later),
            "{status}"
        );
    }
}

#[tokio::test]
async fn an_address_inside_our_network_is_not_called() {
    let (endpoint, service) = service(StatusCode::CREATED).await;
    let error = pusher(&endpoint, false).send(&browser(&endpoint).1, &message(), now()).await.unwrap_err();
    assert!(matches!(error, PushError::Refused(_)), "{error}");
    assert!(service.taken.lock().unwrap().is_empty());
}
