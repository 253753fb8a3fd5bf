//! Tokens of a provider: whose they must be, and how keys change. The provider here speaks as Amazon Cognito does.

use axum::{Json, Router, extract::State, routing::get};
use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use outbound::{Oidc, OidcError, OidcSettings};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};
use tokio::net::TcpListener;

/// A provider with keys that can be changed.
struct Pool {
    issuer: String,
    keys: Mutex<Vec<(String, SigningKey)>>,
    asked: AtomicUsize,
}

fn key(seed: u8) -> SigningKey {
    SigningKey::from_slice(&[seed; 32]).unwrap()
}

fn public(name: &str, key: &SigningKey) -> Value {
    let point = key.verifying_key().to_encoded_point(false);
    let part = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
    json!({ "kid": name, "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig",
        "x": part(point.x().unwrap()), "y": part(point.y().unwrap()) })
}

async fn pool() -> (Arc<Pool>, Oidc) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let keys = Mutex::new(vec![("one".to_owned(), key(1))]);
    let pool = Arc::new(Pool { issuer: issuer.clone(), keys, asked: AtomicUsize::new(0) });
    let about = |State(pool): State<Arc<Pool>>| async move {
        let at = |path: &str| format!("{}{path}", pool.issuer);
        Json(json!({ "issuer": pool.issuer, "authorization_endpoint": at("/oauth2/authorize"),
            "token_endpoint": at("/oauth2/token"), "jwks_uri": at("/keys") }))
    };
    let keys = |State(pool): State<Arc<Pool>>| async move {
        pool.asked.fetch_add(1, Ordering::Relaxed);
        let keys: Vec<_> = pool.keys.lock().unwrap().iter().map(|(name, key)| public(name, key)).collect();
        Json(json!({ "keys": keys }))
    };
    let routes = Router::new()
        .route("/.well-known/openid-configuration", get(about))
        .route("/keys", get(keys))
        .with_state(pool.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let settings = OidcSettings {
        issuer,
        client_id: "ours".into(),
        client_secret: None,
        roles_claim: Some("cognito:groups".into()),
        name: "Pool".into(),
    };
    (pool, Oidc::new(settings).unwrap())
}

fn now() -> Timestamp {
    "2026-11-15T09:00:00Z".parse().unwrap()
}

impl Pool {
    fn signs(&self, name: &str, key: &SigningKey, more: Value) -> String {
        let mut claims = json!({ "iss": self.issuer, "sub": "s", "exp": now().as_second() + 3600 });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&json!({ "alg": "ES256", "kid": name })), part(&claims));
        let signature: Signature = key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }

    fn token(&self, more: Value) -> String {
        self.signs("one", &key(1), more)
    }
}

#[tokio::test]
async fn a_token_must_be_for_this_server_by_whatever_claim_its_kind_has() {
    let (pool, oidc) = pool().await;
    let fine = [
        json!({ "token_use": "access", "client_id": "ours" }),
        json!({ "token_use": "id", "aud": "ours" }),
        json!({ "aud": ["theirs", "ours"] }),
        json!({ "aud": "an-api", "azp": "ours" }),
    ];
    for claims in fine {
        assert!(oidc.bearer(&pool.token(claims.clone()), now()).await.is_ok(), "{claims}");
    }
    let wrong = [
        json!({ "token_use": "access", "client_id": "theirs", "aud": "ours" }),
        json!({ "token_use": "id", "client_id": "ours", "aud": "theirs" }),
        json!({ "token_use": "refresh", "client_id": "ours" }),
        json!({ "aud": "theirs" }),
        json!({ "aud": "ours", "iss": "https://evil.example" }),
        json!({ "aud": "ours", "exp": now().as_second() - 61 }),
        json!({ "aud": "ours", "nbf": now().as_second() + 61 }),
        json!({ "aud": "ours", "exp": null }),
    ];
    for claims in wrong {
        let refused = oidc.bearer(&pool.token(claims.clone()), now()).await;
        assert!(matches!(refused, Err(OidcError::Refused(_))), "{claims}: {refused:?}");
    }
}

#[tokio::test]
async fn roles_are_read_from_the_claim() {
    let (pool, oidc) = pool().await;
    let token =
        pool.token(json!({ "aud": "ours", "cognito:groups": ["Admin", "Squash"], "email_verified": "true" }));
    let claims = oidc.bearer(&token, now()).await.unwrap();
    assert_eq!(claims.texts("cognito:groups"), ["Admin", "Squash"]);
    assert!(claims.is("email_verified") && !claims.is("phone_verified"));
}

#[tokio::test]
async fn a_new_key_is_found_and_strangers_keys_are_not_looked_for_again_and_again() {
    let (pool, oidc) = pool().await;
    let ours = json!({ "aud": "ours" });
    oidc.bearer(&pool.token(ours.clone()), now()).await.unwrap();
    *pool.keys.lock().unwrap() = vec![("two".to_owned(), key(2))];
    let fresh = pool.signs("two", &key(2), ours.clone());
    let later = now() + SignedDuration::from_secs(31);
    oidc.bearer(&fresh, later).await.unwrap();
    assert!(oidc.bearer(&pool.token(ours.clone()), later).await.is_err(), "the old key is gone");
    let asked = pool.asked.load(Ordering::Relaxed);
    for _ in 0..20 {
        assert!(oidc.bearer(&pool.signs("made-up", &key(3), ours.clone()), later).await.is_err());
    }
    assert_eq!(pool.asked.load(Ordering::Relaxed), asked);
    assert!(oidc.bearer(&pool.signs("two", &key(3), ours), later).await.is_err(), "a forged signature");
}

#[tokio::test]
async fn tokens_without_a_real_signature_are_refused() {
    let (pool, oidc) = pool().await;
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let claims = json!({ "iss": pool.issuer, "aud": "ours", "exp": now().as_second() + 60 });
    for head in [json!({ "alg": "none" }), json!({ "alg": "HS256", "kid": "one" })] {
        let token = format!("{}.{}.", part(head), part(claims.clone()));
        assert!(oidc.bearer(&token, now()).await.is_err());
    }
}

#[tokio::test]
async fn a_pool_is_left_by_an_address_of_its_own() {
    let (pool, oidc) = pool().await;
    let address = oidc.logout_url("https://table.example/", now()).await.unwrap().unwrap();
    let expected = format!("{}/logout?client_id=ours&logout_uri=https%3A%2F%2Ftable.example%2F", pool.issuer);
    assert_eq!(address, expected);
}
