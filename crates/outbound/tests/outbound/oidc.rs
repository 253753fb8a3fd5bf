//! Tokens of a provider: whose they must be, and how keys change.

use crate::pool::{Pool, key};
use axum::http::StatusCode;
use data_encoding::BASE64URL_NOPAD;
use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};
use outbound::{Oidc, OidcError, OidcSettings};
use serde_json::{Value, json};
use std::sync::Arc;

async fn pool() -> (Arc<Pool>, Arc<Oidc>) {
    let pool = Pool::start().await;
    let oidc = Arc::new(Oidc::new(pool.settings()).unwrap());
    (pool, oidc)
}

fn now() -> Timestamp {
    "2026-11-15T09:00:00Z".parse().unwrap()
}

fn after(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

fn token(pool: &Pool, more: Value) -> String {
    pool.signs("one", &key(1), now(), more)
}

fn made_up(pool: &Pool) -> String {
    pool.signs("made-up", &key(3), now(), json!({ "aud": "ours" }))
}

#[tokio::test]
async fn a_token_must_be_for_this_server_by_whatever_claim_its_kind_has() {
    let (pool, oidc) = pool().await;
    let with_audience = OidcSettings { audience: Some("our-api".into()), ..pool.settings() };
    let with_audience = Oidc::new(with_audience).unwrap();
    let fine = [
        json!({ "token_use": "access", "client_id": "ours" }),
        json!({ "token_use": "access", "client_id": "ours", "aud": "ours" }),
        json!({ "token_use": "id", "aud": "ours" }),
        json!({ "aud": ["theirs", "ours"] }),
    ];
    for claims in fine {
        for oidc in [&oidc, &with_audience] {
            assert!(oidc.bearer(&token(&pool, claims.clone()), now()).await.is_ok(), "{claims}");
        }
    }
    let by_audience = [
        json!({ "aud": "our-api" }),
        json!({ "token_use": "access", "client_id": "ours", "aud": ["our-api"] }),
    ];
    for claims in by_audience {
        assert!(with_audience.bearer(&token(&pool, claims.clone()), now()).await.is_ok(), "{claims}");
        assert!(oidc.bearer(&token(&pool, claims.clone()), now()).await.is_err(), "{claims}");
    }
    let wrong = [
        json!({ "token_use": "access", "client_id": "theirs", "aud": "ours" }),
        json!({ "token_use": "access", "client_id": "ours", "aud": "an-api" }),
        json!({ "token_use": "access", "client_id": "ours", "aud": null }),
        json!({ "token_use": "id", "client_id": "ours", "aud": "theirs" }),
        json!({ "token_use": "id", "client_id": "ours", "aud": "our-api" }),
        json!({ "token_use": "refresh", "client_id": "ours", "aud": "ours" }),
        json!({ "aud": "theirs" }),
        json!({ "client_id": "ours" }),
        json!({ "aud": "an-api", "azp": "ours" }),
        json!({ "aud": "an-api", "client_id": "ours" }),
        json!({ "aud": "ours", "iss": "https://evil.example" }),
        json!({ "aud": "ours", "exp": now().as_second() - 61 }),
        json!({ "aud": "ours", "nbf": now().as_second() + 61 }),
        json!({ "aud": "ours", "exp": null }),
    ];
    for claims in wrong {
        for oidc in [&oidc, &with_audience] {
            let refused = oidc.bearer(&token(&pool, claims.clone()), now()).await;
            assert!(matches!(refused, Err(OidcError::Refused(_))), "{claims}: {refused:?}");
        }
    }
}

#[tokio::test]
async fn roles_are_read_from_the_claim() {
    let (pool, oidc) = pool().await;
    let claims = json!({ "aud": "ours", "cognito:groups": ["Admin", "Squash"], "email_verified": "true" });
    let claims = oidc.bearer(&token(&pool, claims), now()).await.unwrap();
    assert_eq!(claims.texts("cognito:groups"), ["Admin", "Squash"]);
    assert!(claims.is("email_verified") && !claims.is("phone_verified"));
}

#[tokio::test]
async fn a_new_key_is_found_and_strangers_keys_are_not_looked_for_again_and_again() {
    let (pool, oidc) = pool().await;
    let ours = json!({ "aud": "ours" });
    oidc.bearer(&token(&pool, ours.clone()), now()).await.unwrap();
    *pool.keys.lock().unwrap() = vec![("two".to_owned(), key(2))];
    let fresh = pool.signs("two", &key(2), now(), ours.clone());
    assert!(oidc.bearer(&fresh, after(29)).await.is_err(), "the keys were read less than 30 s ago");
    oidc.bearer(&fresh, after(31)).await.unwrap();
    assert!(oidc.bearer(&token(&pool, ours.clone()), after(31)).await.is_err(), "the old key is gone");
    let asked = *pool.asked.borrow();
    for _ in 0..20 {
        assert!(oidc.bearer(&made_up(&pool), after(31)).await.is_err());
    }
    assert_eq!(*pool.asked.borrow(), asked);
    let forged = pool.signs("two", &key(3), now(), ours);
    assert!(oidc.bearer(&forged, after(31)).await.is_err(), "a forged signature");
}

#[tokio::test]
async fn made_up_keys_and_a_silent_provider_delay_nobody_else() {
    let (pool, oidc) = pool().await;
    let good = token(&pool, json!({ "aud": "ours" }));
    oidc.bearer(&good, now()).await.unwrap();
    pool.answers.send_replace(false);
    let first = tokio::spawn({
        let (oidc, token) = (oidc.clone(), made_up(&pool));
        async move { oidc.bearer(&token, after(31)).await }
    });
    pool.is_asked(2).await;
    for _ in 0..3 {
        let refused = oidc.bearer(&made_up(&pool), after(31)).await;
        assert_eq!(refused, Err(OidcError::Refused("its key is unknown".into())));
    }
    oidc.bearer(&good, after(31)).await.unwrap();
    assert!(!first.is_finished(), "the others did not wait for it");
    pool.answers.send_replace(true);
    assert!(first.await.unwrap().is_err());
    assert_eq!(*pool.asked.borrow(), 2);
}

#[tokio::test]
async fn old_keys_are_read_again_by_one_caller_while_others_use_them() {
    let (pool, oidc) = pool().await;
    let good = pool.signs("one", &key(1), after(3_700), json!({ "aud": "ours" }));
    oidc.bearer(&good, now()).await.unwrap();
    pool.answers.send_replace(false);
    let first = tokio::spawn({
        let (oidc, good) = (oidc.clone(), good.clone());
        async move { oidc.bearer(&good, after(3_700)).await }
    });
    pool.is_asked(2).await;
    for _ in 0..3 {
        oidc.bearer(&good, after(3_700)).await.unwrap();
    }
    assert!(!first.is_finished());
    pool.answers.send_replace(true);
    first.await.unwrap().unwrap();
    assert_eq!(*pool.asked.borrow(), 2);
}

#[tokio::test]
async fn the_first_callers_share_one_read_and_a_failure_is_remembered_for_five_seconds() {
    let (pool, oidc) = pool().await;
    let good = token(&pool, json!({ "aud": "ours" }));
    *pool.status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    let tries = (0..8).map(|_| oidc.bearer(&good, now()));
    assert!(join_all(tries).await.iter().all(Result::is_err));
    assert_eq!(*pool.asked.borrow(), 1);
    *pool.status.lock().unwrap() = StatusCode::OK;
    assert!(oidc.bearer(&good, after(4)).await.is_err());
    assert_eq!(*pool.asked.borrow(), 1);
    oidc.bearer(&good, after(6)).await.unwrap();
    assert_eq!(*pool.asked.borrow(), 2);
}

#[tokio::test]
async fn a_failed_read_is_not_repeated_at_once_and_known_keys_go_on() {
    let (pool, oidc) = pool().await;
    let good = pool.signs("one", &key(1), after(3_700), json!({ "aud": "ours" }));
    oidc.bearer(&good, now()).await.unwrap();
    *pool.status.lock().unwrap() = StatusCode::SERVICE_UNAVAILABLE;
    for _ in 0..4 {
        oidc.bearer(&good, after(3_700)).await.unwrap();
    }
    assert_eq!(*pool.asked.borrow(), 2);
    oidc.bearer(&good, after(3_706)).await.unwrap();
    assert_eq!(*pool.asked.borrow(), 3);
}

#[tokio::test]
async fn a_clock_that_was_ahead_keeps_no_key_from_being_found() {
    let (pool, oidc) = pool().await;
    let good = pool.signs("one", &key(1), after(86_400), json!({ "aud": "ours" }));
    oidc.bearer(&good, after(86_400)).await.unwrap();
    *pool.keys.lock().unwrap() = vec![("two".to_owned(), key(2))];
    let fresh = pool.signs("two", &key(2), now(), json!({ "aud": "ours" }));
    oidc.bearer(&fresh, now()).await.unwrap();
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
async fn an_answer_that_names_another_issuer_is_refused_and_one_without_a_name_where_it_is_announced() {
    let (pool, oidc) = pool().await;
    oidc.check_issuer(Some(&pool.issuer), now()).await.unwrap();
    oidc.check_issuer(None, now()).await.unwrap();
    assert!(oidc.check_issuer(Some("https://evil.example"), now()).await.is_err());
    assert!(oidc.check_issuer(Some(&format!("{}/", pool.issuer)), now()).await.is_err());
    *pool.announces_iss.lock().unwrap() = true;
    let oidc = Oidc::new(pool.settings()).unwrap();
    oidc.check_issuer(Some(&pool.issuer), now()).await.unwrap();
    assert!(oidc.check_issuer(None, now()).await.is_err());
}

#[tokio::test]
async fn a_pool_is_left_by_an_address_of_its_own() {
    let (pool, oidc) = pool().await;
    let address = oidc.logout_url("https://table.example/", now()).await.unwrap().unwrap();
    let expected = format!("{}/logout?client_id=ours&logout_uri=https%3A%2F%2Ftable.example%2F", pool.issuer);
    assert_eq!(address, expected);
}
