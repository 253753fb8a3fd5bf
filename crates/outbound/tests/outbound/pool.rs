//! A sign-in provider that speaks as Amazon Cognito does, with keys that can be changed and answers that can be held back.

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use outbound::OidcSettings;
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::{net::TcpListener, sync::watch};

pub struct Pool {
    pub issuer: String,
    pub keys: Mutex<Vec<(String, SigningKey)>>,
    /// How many times the keys were asked for.
    pub asked: watch::Sender<usize>,
    /// Whether questions are answered; they wait until then.
    pub answers: watch::Sender<bool>,
    /// The status of every answer.
    pub status: Mutex<StatusCode>,
    /// Whether the discovery document announces `iss` (RFC 9207).
    pub announces_iss: Mutex<bool>,
}

pub fn key(seed: u8) -> SigningKey {
    SigningKey::from_slice(&[seed; 32]).unwrap()
}

fn public(name: &str, key: &SigningKey) -> Value {
    let point = key.verifying_key().to_encoded_point(false);
    let part = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
    json!({ "kid": name, "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig",
        "x": part(point.x().unwrap()), "y": part(point.y().unwrap()) })
}

async fn discovery(State(pool): State<Arc<Pool>>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", pool.issuer);
    Json(json!({ "issuer": pool.issuer, "authorization_endpoint": at("/oauth2/authorize"),
        "token_endpoint": at("/oauth2/token"), "jwks_uri": at("/keys"),
        "authorization_response_iss_parameter_supported": *pool.announces_iss.lock().unwrap() }))
}

async fn keys(State(pool): State<Arc<Pool>>) -> Response {
    pool.asked.send_modify(|asked| *asked += 1);
    pool.answers.subscribe().wait_for(|answers| *answers).await.unwrap();
    let keys: Vec<_> = pool.keys.lock().unwrap().iter().map(|(name, key)| public(name, key)).collect();
    let status = *pool.status.lock().unwrap();
    (status, Json(json!({ "keys": keys }))).into_response()
}

impl Pool {
    pub async fn start() -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let pool = Arc::new(Self {
            issuer: format!("http://{}", listener.local_addr().unwrap()),
            keys: Mutex::new(vec![("one".to_owned(), key(1))]),
            asked: watch::Sender::new(0),
            answers: watch::Sender::new(true),
            status: Mutex::new(StatusCode::OK),
            announces_iss: Mutex::new(false),
        });
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .with_state(pool.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        pool
    }

    pub fn settings(&self) -> OidcSettings {
        OidcSettings {
            issuer: self.issuer.clone(),
            client_id: "ours".into(),
            client_secret: None,
            audience: None,
            roles_claim: Some("cognito:groups".into()),
            name: "Pool".into(),
        }
    }

    /// Waits until the keys were asked for this often.
    pub async fn is_asked(&self, times: usize) {
        self.asked.subscribe().wait_for(|asked| *asked >= times).await.unwrap();
    }

    pub fn signs(&self, name: &str, key: &SigningKey, now: Timestamp, more: Value) -> String {
        let mut claims = json!({ "iss": self.issuer, "sub": "s", "exp": now.as_second() + 3600 });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&json!({ "alg": "ES256", "kid": name })), part(&claims));
        let signature: Signature = key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }
}
