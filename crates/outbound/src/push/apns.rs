//! Messages to phones by Apple's push service, signed with a token key (a `.p8` file of the developer account).

use super::{PhoneMessage, PhonePush, PushError};
use crate::tls::Authorities;
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::{Client, StatusCode, redirect};
use rustls::pki_types::{PrivatePkcs8KeyDer, pem::PemObject};
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

const LIVE: &str = "https://api.push.apple.com";
const SANDBOX: &str = "https://api.sandbox.push.apple.com";
/// Apple accepts a token for an hour, and refuses a new one within 20 minutes.
const TOKEN_TTL: SignedDuration = SignedDuration::from_mins(45);
const TIMEOUT: Duration = Duration::from_secs(10);
/// A payload may have 4,096 bytes; a character has at most 6 in JSON.
const MAX_TEXT_CHARS: usize = 300;

/// Which app is written to, and with which key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApnsSettings {
    /// Id of the key.
    pub key_id: String,
    pub team_id: String,
    /// Bundle id of the app.
    pub topic: String,
    /// Address of the service.
    pub api: String,
}

impl ApnsSettings {
    pub fn new(key_id: String, team_id: String, topic: String, sandbox: bool) -> Self {
        let api = if sandbox { SANDBOX } else { LIVE };
        Self { key_id, team_id, topic, api: api.to_owned() }
    }
}

/// Settings with which no message can be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadApns(String);

/// Apple's push service.
pub struct Apns {
    client: Client,
    settings: ApnsSettings,
    key: EncodingKey,
    /// The token in use and when it was made.
    token: Mutex<Option<(Timestamp, String)>>,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    iat: i64,
}

/// Apple's reason for a refusal.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Refusal {
    reason: String,
}

impl Apns {
    /// Fails when the file holds no key that can sign.
    pub fn new(settings: ApnsSettings, key_file: &Path) -> Result<Self, BadApns> {
        let unusable = || BadApns(format!("{} holds no token key (.p8) of Apple", key_file.display()));
        let key = PrivatePkcs8KeyDer::from_pem_file(key_file).map_err(|_| unusable())?;
        let key = EncodingKey::from_ec_der(key.secret_pkcs8_der());
        let failed = |error: &dyn std::error::Error| BadApns(error.to_string());
        let mut tls = Authorities::system().client().map_err(|error| failed(&error))?;
        tls.alpn_protocols = vec![b"h2".to_vec()];
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .http2_prior_knowledge()
            .redirect(redirect::Policy::none())
            .referer(false)
            .user_agent(concat!("Roundtable/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| failed(&error))?;
        let apns = Self { client, settings, key, token: Mutex::default() };
        apns.sign(Timestamp::UNIX_EPOCH).map_err(|_| unusable())?;
        Ok(apns)
    }

    fn sign(&self, now: Timestamp) -> Result<String, jsonwebtoken::errors::Error> {
        let header = Header { kid: Some(self.settings.key_id.clone()), ..Header::new(Algorithm::ES256) };
        let claims = Claims { iss: &self.settings.team_id, iat: now.as_second() };
        jsonwebtoken::encode(&header, &claims, &self.key)
    }

    fn token(&self, now: Timestamp) -> Result<String, PushError> {
        let mut held = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made_at, token)) = held.as_ref()
            && now.duration_since(*made_at).abs() < TOKEN_TTL
        {
            return Ok(token.clone());
        }
        let token = self.sign(now).map_err(|error| PushError::Refused(error.to_string()))?;
        *held = Some((now, token.clone()));
        Ok(token)
    }

    fn forget_token(&self) {
        *self.token.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn payload(message: &PhoneMessage) -> serde_json::Value {
    let cut = |text: &str| text.chars().take(MAX_TEXT_CHARS).collect::<String>();
    serde_json::json!({
        "aps": {
            "alert": { "title": cut(&message.title), "body": cut(&message.text) },
            "sound": "default",
        },
        "path": message.path,
    })
}

#[async_trait]
impl PhonePush for Apns {
    async fn send(&self, device: &str, message: &PhoneMessage, now: Timestamp) -> Result<(), PushError> {
        // It becomes part of an address.
        if device.is_empty() || !device.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(PushError::Gone);
        }
        let expires_at = now.as_second() + i64::from(message.keep);
        let request = self
            .client
            .post(format!("{}/3/device/{device}", self.settings.api))
            .bearer_auth(self.token(now)?)
            .header("apns-topic", &self.settings.topic)
            .header("apns-push-type", "alert")
            .header("apns-expiration", expires_at.to_string())
            .header("apns-collapse-id", &message.topic)
            .json(&payload(message));
        let answer =
            request.send().await.map_err(|error| PushError::Later(error.without_url().to_string()))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        let refusal: Refusal = answer.json().await.unwrap_or_default();
        let said = format!("it answered {} {}", status.as_u16(), refusal.reason);
        match status {
            StatusCode::GONE => Err(PushError::Gone),
            StatusCode::FORBIDDEN if refusal.reason == "ExpiredProviderToken" => {
                self.forget_token();
                Err(PushError::Later(said))
            }
            StatusCode::TOO_MANY_REQUESTS => Err(PushError::Later(said)),
            _ if status.is_server_error() => Err(PushError::Later(said)),
            _ => Err(PushError::Refused(said)),
        }
    }
}
