//! Passwords are hashed with argon2id, off the async threads and a few at a time: each takes tens of megabytes and milliseconds,
//! and a crowd at the door must not starve everyone already inside.

use crate::{
    error::{Error, Result},
    model::Password,
};
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version,
    password_hash::SaltString,
};
use kernel::Rng;
use std::sync::LazyLock;
use tokio::sync::Semaphore;
use web::PasswordCost;

/// How many may wait for their turn; more are turned away at once.
const WAITING: usize = 64;
/// How many are hashed at the same time.
const AT_ONCE: usize = 2;

static QUEUE: Semaphore = Semaphore::const_new(WAITING + AT_ONCE);
static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);

/// What an unknown e-mail address is checked against, so that it takes as long as a known one.
static NOBODYS: LazyLock<String> = LazyLock::new(|| {
    let salt = SaltString::encode_b64(&[0; 16])
        .map(|salt| hasher(PasswordCost::default()).hash_password(b"", &salt).map(|hash| hash.to_string()));
    salt.ok().and_then(std::result::Result::ok).unwrap_or_default()
});

/// Every parameter is written out, so that a newer library does not change them unseen.
fn hasher(cost: PasswordCost) -> Argon2<'static> {
    let parameters = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
}

/// The hash to store for a new password.
pub async fn hash(rng: &Rng, cost: PasswordCost, password: Password) -> Result<String> {
    let salt: [u8; 16] = rng.bytes();
    take_turn(move || {
        let salt = SaltString::encode_b64(&salt)?;
        Ok(hasher(cost).hash_password(password.as_bytes(), &salt)?.to_string())
    })
    .await?
    .map_err(|error: argon2::password_hash::Error| Error::from(store::StoreError::Invalid(error.to_string())))
}

/// Whether `password` is the one behind `hash`, which says itself what it cost. Without a hash the answer is no, after as much work.
pub async fn verify(password: Password, hash: Option<String>) -> Result<bool> {
    take_turn(move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODYS.clone());
        let fits = PasswordHash::new(&hash)
            .is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
        known && fits
    })
    .await
}

async fn take_turn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let _waiting = QUEUE.try_acquire().map_err(|_| Error::Busy)?;
    let turn = TURNS.acquire().await.map_err(|_| Error::Busy)?;
    let done = tokio::task::spawn_blocking(move || {
        // The turn ends when the work does, also when whoever asked has gone.
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| Error::Busy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only_and_equal_ones_hash_differently() {
        let rng = Rng::seeded(1);
        let cost = PasswordCost::default();
        let first = hash(&rng, cost, Password::given("correct horse")).await.unwrap();
        let second = hash(&rng, cost, Password::given("correct horse")).await.unwrap();
        assert_ne!(first, second);
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert!(verify(Password::given("correct horse"), Some(first.clone())).await.unwrap());
        assert!(!verify(Password::given("wrong horse"), Some(first)).await.unwrap());
        assert!(!verify(Password::given(""), None).await.unwrap());
        assert!(!NOBODYS.is_empty(), "an unknown address costs a real hash");
    }

    #[tokio::test]
    async fn a_crowd_is_turned_away_instead_of_piling_up() {
        let everyone = (0..200).map(|_| verify(Password::given("x"), None));
        let answers = futures::future::join_all(everyone).await;
        let turned_away = answers.iter().filter(|answer| **answer == Err(Error::Busy)).count();
        assert_eq!(turned_away, 200 - WAITING - AT_ONCE);
        assert!(!verify(Password::given("x"), None).await.unwrap(), "and later there is room again");
    }
}
