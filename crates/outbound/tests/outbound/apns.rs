//! Messages to phones, by HTTP/2 to a service on this machine that answers as Apple's does.

use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, Version},
    routing::post,
};
use data_encoding::BASE64;
use hyper::server::conn::http2;
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    service::TowerToHyperService,
};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use outbound::{
    PushError,
    push::{Apns, ApnsSettings, PhoneMessage, PhonePush},
};
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tokio::net::TcpListener;

const PUBLIC_KEY: &str =
    "BFGVbGbDkeUeQZciO0yZRaLr1KIhxYo4z/fR6OYYDJxO6ygwSaRkQhsB4tfRYnXoZjzBMnlYN7eRTlr9YLE8yfI=";
const DEVICE: &str = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0";

struct Taken {
    version: Version,
    device: String,
    headers: HeaderMap,
    body: Value,
}

#[derive(Clone)]
struct Service {
    answer: Arc<Mutex<(StatusCode, &'static str)>>,
    taken: Arc<Mutex<Vec<Taken>>>,
}

async fn take(
    State(service): State<Service>,
    Path(device): Path<String>,
    version: Version,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let body = serde_json::from_slice(&body).unwrap();
    service.taken.lock().unwrap().push(Taken { version, device, headers, body });
    let (status, reason) = *service.answer.lock().unwrap();
    (status, json!({ "reason": reason }).to_string())
}

fn key_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/apns.p8")
}

fn settings(api: String) -> ApnsSettings {
    let settings =
        ApnsSettings::new("KEY1234567".into(), "TEAM123456".into(), "org.example.table".into(), false);
    ApnsSettings { api, ..settings }
}

/// A service that takes everything until it is told otherwise, and a client of it.
async fn service() -> (Service, Apns) {
    let service = Service { answer: Arc::new(Mutex::new((StatusCode::OK, ""))), taken: Arc::default() };
    let router = Router::new().route("/3/device/{device}", post(take)).with_state(service.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let api = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let calls = TowerToHyperService::new(router.clone());
            let connection = http2::Builder::new(TokioExecutor::new());
            tokio::spawn(connection.serve_connection(TokioIo::new(stream), calls));
        }
    });
    (service, Apns::new(settings(api), &key_file()).unwrap())
}

fn message() -> PhoneMessage {
    PhoneMessage {
        topic: "abc".into(),
        title: "New: Supper".into(),
        text: "Ben plans Supper on Friday.".into(),
        path: "/hangouts/1".into(),
        keep: 3_600,
    }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

fn token(taken: &Taken) -> String {
    taken.headers["authorization"].to_str().unwrap().strip_prefix("Bearer ").unwrap().to_owned()
}

#[tokio::test]
async fn a_message_goes_to_the_phone_signed_by_the_key() {
    let (service, apns) = service().await;
    apns.send(DEVICE, &message(), now()).await.unwrap();
    let all = service.taken.lock().unwrap();
    let [message] = &all[..] else { panic!("one message") };
    assert_eq!((message.version, message.device.as_str()), (Version::HTTP_2, DEVICE));
    let header = |name: &str| message.headers[name].to_str().unwrap();
    assert_eq!((header("apns-topic"), header("apns-push-type")), ("org.example.table", "alert"));
    assert_eq!((header("apns-collapse-id"), header("apns-expiration")), ("abc", "1800003600"));
    assert_eq!(
        message.body["aps"]["alert"],
        json!({ "title": "New: Supper", "body": "Ben plans Supper on Friday." })
    );
    assert_eq!(message.body["path"], "/hangouts/1");

    let signed = token(message);
    assert_eq!(decode_header(&signed).unwrap().kid.as_deref(), Some("KEY1234567"));
    let mut rules = Validation::new(Algorithm::ES256);
    rules.required_spec_claims.clear();
    let key = DecodingKey::from_ec_der(&BASE64.decode(PUBLIC_KEY.as_bytes()).unwrap());
    let claims = decode::<Value>(&signed, &key, &rules).unwrap().claims;
    assert_eq!(claims, json!({ "iss": "TEAM123456", "iat": 1_800_000_000 }));
}

#[tokio::test]
async fn a_token_is_used_for_three_quarters_of_an_hour_or_until_it_is_refused() {
    let (service, apns) = service().await;
    for minutes in [0, 44, 46] {
        apns.send(DEVICE, &message(), now() + SignedDuration::from_mins(minutes)).await.unwrap();
    }
    let later = now() + SignedDuration::from_mins(50);
    *service.answer.lock().unwrap() = (StatusCode::FORBIDDEN, "ExpiredProviderToken");
    assert!(matches!(apns.send(DEVICE, &message(), later).await, Err(PushError::Later(_))));
    *service.answer.lock().unwrap() = (StatusCode::OK, "");
    apns.send(DEVICE, &message(), later).await.unwrap();
    let tokens: Vec<String> = service.taken.lock().unwrap().iter().map(token).collect();
    assert!(tokens[0] == tokens[1] && tokens[1] != tokens[2] && tokens[2] == tokens[3], "{tokens:?}");
    assert_ne!(tokens[3], tokens[4]);
}

#[tokio::test]
async fn what_the_service_answers_decides_what_becomes_of_the_phone() {
    let (service, apns) = service().await;
    let sends = async |status: StatusCode, reason: &'static str| {
        *service.answer.lock().unwrap() = (status, reason);
        apns.send(DEVICE, &message(), now()).await.unwrap_err()
    };
    assert_eq!(sends(StatusCode::GONE, "Unregistered").await, PushError::Gone);
    for status in [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE] {
        assert!(matches!(sends(status, "").await, PushError::Later(_)), "{status}");
    }
    // Also what a wrong topic or the other environment leads to: no reason to forget everyone's phone.
    assert!(matches!(sends(StatusCode::BAD_REQUEST, "BadDeviceToken").await, PushError::Refused(_)));
    let before = service.taken.lock().unwrap().len();
    assert_eq!(apns.send("../other", &message(), now()).await, Err(PushError::Gone));
    assert_eq!(service.taken.lock().unwrap().len(), before, "never part of an address");
}

#[tokio::test]
async fn a_long_message_fits_and_a_service_that_is_not_there_is_tried_later() {
    let (service, apns) = service().await;
    let long = PhoneMessage { title: "ü".repeat(3_000), text: "\u{1}".repeat(3_000), ..message() };
    apns.send(DEVICE, &long, now()).await.unwrap();
    let size = service.taken.lock().unwrap()[0].body.to_string().len();
    assert!(size <= 4_096, "{size} bytes");
    let nobody = Apns::new(settings("http://127.0.0.1:1".into()), &key_file()).unwrap();
    assert!(matches!(nobody.send(DEVICE, &message(), now()).await, Err(PushError::Later(_))));
}

#[test]
fn a_file_that_holds_no_key_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key.p8");
    let complaint = || Apns::new(settings(String::new()), &file).err().unwrap().to_string();
    assert!(complaint().contains("key.p8"));
    std::fs::write(&file, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").unwrap();
    assert!(complaint().contains("key.p8"));
}
