//! Per-process cache of the provider's settings and keys.
//!
//! A single task reads them at a time. Callers that can be answered from the cache never wait for it, so that a slow provider and
//! tokens with made-up keys delay only the callers that cause a read.

use super::{OidcError, get_json, refused};
use futures::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::{Jwk, JwkSet};
use serde::Deserialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// Age at which cached settings and keys are read again.
const METADATA_TTL: SignedDuration = SignedDuration::from_hours(1);
/// Least time between the last read and one for an unknown key.
const UNKNOWN_KEY_INTERVAL: SignedDuration = SignedDuration::from_secs(30);
/// Time after a failed read in which no other is tried.
const FAILURE_TTL: SignedDuration = SignedDuration::from_secs(5);

/// The provider's discovery document (OpenID Connect Discovery 1.0, RFC 9207).
#[derive(Debug, Clone, Deserialize)]
pub struct Discovery {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    jwks_uri: String,
    pub end_session_endpoint: Option<String>,
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

/// Settings and keys of the provider, as of one read.
pub struct Metadata {
    pub discovery: Discovery,
    keys: Vec<Jwk>,
    read_at: Timestamp,
}

impl Metadata {
    /// Returns the key named `kid`, or the first one for a token that names none.
    pub fn key(&self, kid: Option<&str>) -> Option<&Jwk> {
        self.keys.iter().find(|key| kid.is_none() || key.common.key_id.as_deref() == kid)
    }
}

type Read = Result<Arc<Metadata>, OidcError>;
type Refresh = Shared<BoxFuture<'static, Read>>;

#[derive(Default)]
struct State {
    metadata: Option<Arc<Metadata>>,
    /// The read under way.
    refresh: Option<Refresh>,
    attempted_at: Option<Timestamp>,
    failure: Option<(Timestamp, OidcError)>,
}

pub struct MetadataCache {
    http: reqwest::Client,
    issuer: String,
    state: Mutex<State>,
}

impl MetadataCache {
    pub fn new(http: reqwest::Client, issuer: &str) -> Self {
        Self { http, issuer: issuer.trim_end_matches('/').to_owned(), state: Mutex::default() }
    }

    /// Returns settings and keys. Waits only for a read that this call starts, or when nothing is cached yet. During an outage the
    /// cached ones stay in use.
    pub async fn current(self: &Arc<Self>, now: Timestamp) -> Read {
        let (refresh, cached) = {
            let mut state = self.state();
            let cached = state.metadata.clone();
            let failure = state.failure.as_ref().filter(|(at, _)| is_within(*at, FAILURE_TTL, now));
            match (cached, state.refresh.clone(), failure) {
                (Some(cached), _, _) if is_within(cached.read_at, METADATA_TTL, now) => return Ok(cached),
                (Some(cached), Some(_), _) | (Some(cached), None, Some(_)) => return Ok(cached),
                (None, Some(refresh), _) => (refresh, None),
                (None, None, Some((_, error))) => return Err(error.clone()),
                (cached, None, None) => (self.start_refresh(&mut state, now), cached),
            }
        };
        refresh.await.or_else(|error| cached.ok_or(error))
    }

    /// Returns the key named `kid` and the settings. An unknown key causes a read unless there was one shortly before; until then it
    /// is refused at once.
    pub async fn with_key(
        self: &Arc<Self>,
        kid: Option<&str>,
        now: Timestamp,
    ) -> Result<(Jwk, Arc<Metadata>), OidcError> {
        let unknown = || refused("its key is unknown");
        let cached = self.current(now).await?;
        if let Some(key) = cached.key(kid) {
            return Ok((key.clone(), cached));
        }
        let refresh = {
            let mut state = self.state();
            let recent = state.attempted_at.is_some_and(|at| is_within(at, UNKNOWN_KEY_INTERVAL, now));
            if recent || state.refresh.is_some() {
                return Err(unknown());
            }
            self.start_refresh(&mut state, now)
        };
        let metadata = refresh.await?;
        let key = metadata.key(kid).cloned().ok_or_else(unknown)?;
        Ok((key, metadata))
    }

    /// Starts a read in a task of its own, which goes on when the caller that started it leaves.
    fn start_refresh(self: &Arc<Self>, state: &mut State, now: Timestamp) -> Refresh {
        let (cache, started) = (self.clone(), Instant::now());
        let task = tokio::spawn(async move {
            let read = cache.read(now).await;
            let finished_at = now + started.elapsed();
            let mut state = cache.state();
            state.refresh = None;
            match &read {
                Ok(metadata) => (state.metadata, state.failure) = (Some(metadata.clone()), None),
                Err(error) => state.failure = Some((finished_at, error.clone())),
            }
            read
        });
        let stopped = |error: tokio::task::JoinError| OidcError::Unreachable(error.to_string());
        let refresh = task.map(move |done| done.map_err(stopped)?).boxed().shared();
        (state.refresh, state.attempted_at) = (Some(refresh.clone()), Some(now));
        refresh
    }

    async fn read(&self, now: Timestamp) -> Read {
        let read = async {
            let address = format!("{}/.well-known/openid-configuration", self.issuer);
            let discovery: Discovery = get_json(self.http.get(address)).await?;
            if discovery.issuer.trim_end_matches('/') != self.issuer {
                return Err(refused("the provider calls itself by another name"));
            }
            let keys: JwkSet = get_json(self.http.get(&discovery.jwks_uri)).await?;
            Ok(Arc::new(Metadata { discovery, keys: keys.keys, read_at: now }))
        };
        let in_time = tokio::time::timeout(super::TIMEOUT, read).await;
        in_time.unwrap_or_else(|_| Err(OidcError::Unreachable("it did not answer in time".into())))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether `at` is less than `span` away from `now`. A time further ahead comes from a clock that was wrong and counts for
/// nothing.
fn is_within(at: Timestamp, span: SignedDuration, now: Timestamp) -> bool {
    at.duration_until(now).abs() < span
}
