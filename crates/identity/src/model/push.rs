//! Where a person's browser or phone takes messages in: a push service's address, and the keys that a message is locked with.

use data_encoding::BASE64URL_NOPAD;
use http::Uri;
use kernel::{Checks, FieldError, Moment};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

const MOST_ENDPOINT: usize = 2000;
/// A point on the curve P-256, uncompressed: a leading 4 and two coordinates.
const PUBLIC_KEY_BYTES: usize = 65;
const UNCOMPRESSED: u8 = 4;
const AUTH_BYTES: usize = 16;

/// What a browser knows about its subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscribe {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

impl Subscribe {
    pub fn check(&self) -> Result<(), Vec<FieldError>> {
        let mut checks = Checks::new();
        checks
            .at_most("endpoint", &self.endpoint, MOST_ENDPOINT)
            .that(is_https(&self.endpoint), "endpoint", "This must be an https address.")
            .that(
                decoded(&self.p256dh)
                    .is_some_and(|key| key.len() == PUBLIC_KEY_BYTES && key[0] == UNCOMPRESSED),
                "keys.p256dh",
                "This must be the browser’s public key: 65 bytes in base64url.",
            )
            .that(
                decoded(&self.auth).is_some_and(|auth| auth.len() == AUTH_BYTES),
                "keys.auth",
                "This must be the browser’s authentication secret: 16 bytes in base64url.",
            );
        checks.done()
    }
}

fn is_https(endpoint: &str) -> bool {
    endpoint.parse::<Uri>().is_ok_and(|uri| {
        let host = uri.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        uri.scheme_str() == Some("https") && host
    })
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}

/// A push subscription as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PushRow {
    pub id: Uuid,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    pub created_at: Moment,
    /// How often in a row a message could not be delivered.
    #[serde(default, skip_serializing_if = "is_none")]
    pub failures: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_none(failures: &u32) -> bool {
    *failures == 0
}

impl PushRow {
    pub fn of(subscribe: Subscribe, now: Moment) -> Self {
        let Subscribe { endpoint, p256dh, auth } = subscribe;
        Self { id: Self::id_of(&endpoint), endpoint, p256dh, auth, created_at: now, failures: 0 }
    }

    /// An endpoint has one id, so that subscribing it again replaces what was there.
    pub fn id_of(endpoint: &str) -> Uuid {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&blake3::hash(endpoint.as_bytes()).as_bytes()[..16]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Subscribe {
        Subscribe {
            endpoint: "https://push.example/send/abc?x=1".into(),
            p256dh: BASE64URL_NOPAD.encode(&[UNCOMPRESSED; PUBLIC_KEY_BYTES]),
            auth: BASE64URL_NOPAD.encode(&[7; AUTH_BYTES]),
        }
    }

    fn wrong(change: impl FnOnce(&mut Subscribe)) -> Vec<String> {
        let mut subscribe = good();
        change(&mut subscribe);
        let errors = subscribe.check().err().unwrap_or_default();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn only_what_a_browser_would_say_is_taken() {
        assert_eq!(good().check(), Ok(()));
        let long = format!("https://push.example/{}", "a".repeat(MOST_ENDPOINT));
        for endpoint in
            ["", "http://push.example/1", "push.example", "https://", "https://me@push.example/", "/1", &long]
        {
            assert_eq!(wrong(|it| it.endpoint = endpoint.to_owned()), ["endpoint"], "{endpoint}");
        }
        let short = BASE64URL_NOPAD.encode(&[UNCOMPRESSED; 64]);
        let compressed = BASE64URL_NOPAD.encode(&[3; PUBLIC_KEY_BYTES]);
        for key in ["", "not base64!", &short, &compressed] {
            assert_eq!(wrong(|it| it.p256dh = key.to_owned()), ["keys.p256dh"], "{key}");
        }
        for auth in ["", "AAAA", &"A".repeat(24)] {
            assert_eq!(wrong(|it| it.auth = auth.to_owned()), ["keys.auth"], "{auth}");
        }
    }

    #[test]
    fn an_endpoint_has_one_id() {
        assert_eq!(PushRow::id_of("https://a.example/"), PushRow::id_of("https://a.example/"));
        assert_ne!(PushRow::id_of("https://a.example/"), PushRow::id_of("https://b.example/"));
    }
}
