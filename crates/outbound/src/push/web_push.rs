//! Sends messages to push services, which are addresses that strangers gave us: the guarded client decides where it may go.

use super::{Push, PushError, PushMessage, PushTo, VapidKey};
use crate::fetch::{FetchError, FetchRules, GuardedPages};
use async_trait::async_trait;
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use jiff::Timestamp;
use p256::PublicKey;
use web_push_native::Auth;

/// Bytes of a browser's secret.
const SECRET: usize = 16;

/// Web push over HTTP.
pub struct WebPush {
    client: GuardedPages,
    key: VapidKey,
    /// Whom a push service may write to about these messages: an address of the web or of mail.
    contact: String,
}

impl WebPush {
    pub fn new(key: VapidKey, contact: impl Into<String>, rules: FetchRules) -> Result<Self, FetchError> {
        Ok(Self { client: GuardedPages::with_rules(rules)?, key, contact: contact.into() })
    }

    fn headers(&self, to: &PushTo, message: &PushMessage, now: Timestamp) -> Result<HeaderMap, PushError> {
        let signed = self.key.authorization(&origin(&to.endpoint)?, &self.contact, now)?;
        let value =
            |text: &str| HeaderValue::from_str(text).map_err(|error| PushError::Refused(error.to_string()));
        Ok(HeaderMap::from_iter([
            (header::AUTHORIZATION, value(&signed)?),
            (header::CONTENT_ENCODING, HeaderValue::from_static("aes128gcm")),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
            (header::HeaderName::from_static("ttl"), value(&message.keep.to_string())?),
            (header::HeaderName::from_static("topic"), value(&message.topic)?),
        ]))
    }
}

#[async_trait]
impl Push for WebPush {
    fn public_key(&self) -> Option<String> {
        Some(self.key.public())
    }

    async fn send(&self, to: &PushTo, message: &PushMessage, now: Timestamp) -> Result<(), PushError> {
        let sealed = sealed(to, message)?;
        let answer = self.client.post(&to.endpoint, self.headers(to, message, now)?, sealed).await;
        let status = match answer {
            Ok(answer) => answer.status(),
            Err(FetchError::Refused(why)) => return Err(PushError::Refused(why)),
            Err(FetchError::Failed(why)) => return Err(PushError::Later(why)),
        };
        let said = format!("it answered {}", status.as_u16());
        match status {
            _ if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Err(PushError::Later(said)),
            _ if status.is_server_error() => Err(PushError::Later(said)),
            _ => Err(PushError::Refused(said)),
        }
    }
}

fn sealed(to: &PushTo, message: &PushMessage) -> Result<Vec<u8>, PushError> {
    let refused = |why: &str| PushError::Refused(why.to_owned());
    let key = PublicKey::from_sec1_bytes(&to.public_key).map_err(|_| refused("the browser's key is none"))?;
    if to.secret.len() != SECRET {
        return Err(refused("the browser's secret is none"));
    }
    let content = message.content.clone().into_bytes();
    web_push_native::encrypt(content, &key, Auth::from_slice(&to.secret))
        .map_err(|error| refused(&error.to_string()))
}

/// The scheme and host of an address, which a signature is bound to.
fn origin(endpoint: &str) -> Result<String, PushError> {
    let uri: Uri = endpoint.parse().map_err(|_| PushError::Refused("that is not an address".into()))?;
    match (uri.scheme_str(), uri.authority()) {
        (Some(scheme), Some(authority)) => Ok(format!("{scheme}://{authority}")),
        _ => Err(PushError::Refused("that is not an address".into())),
    }
}
