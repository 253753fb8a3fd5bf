//! The server's own key, by which push services know its messages.

use super::PushError;
use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};

/// How long a signature is good for; services take at most a day.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(12);

/// A key pair on P-256.
#[derive(Clone)]
pub struct VapidKey(SigningKey);

impl VapidKey {
    /// The key that these secret bytes make. Not every 256 bits are one: then the next candidate is tried.
    pub fn from_secrets(secrets: impl IntoIterator<Item = [u8; 32]>) -> Option<Self> {
        secrets.into_iter().find_map(|secret| SigningKey::from_slice(&secret).ok()).map(Self)
    }

    /// As browsers take it when they subscribe.
    pub fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// The `Authorization` of a message to a service at `origin`. `contact` is whom the service may write to.
    pub fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> Result<String, PushError> {
        let failed = |error: serde_json::Error| PushError::Refused(error.to_string());
        let claims =
            serde_json::json!({ "aud": origin, "exp": (now + GOOD_FOR).as_second(), "sub": contact });
        let claims = serde_json::to_vec(&claims).map_err(failed)?;
        let header = br#"{"typ":"JWT","alg":"ES256"}"#;
        let signed = format!("{}.{}", BASE64URL_NOPAD.encode(header), BASE64URL_NOPAD.encode(&claims));
        let signature: Signature = self.0.sign(signed.as_bytes());
        let token = format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()));
        Ok(format!("vapid t={token}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::{VerifyingKey, signature::Verifier};

    #[test]
    fn a_message_is_signed_by_the_key_that_browsers_know() {
        let key = VapidKey::from_secrets([[0; 32], [7; 32]]).expect("the second is a key");
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        let header = key.authorization("https://push.example", "https://table.example", now).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let point = BASE64URL_NOPAD.decode(public.as_bytes()).unwrap();
        let signature =
            Signature::from_slice(&BASE64URL_NOPAD.decode(signature.as_bytes()).unwrap()).unwrap();
        VerifyingKey::from_sec1_bytes(&point).unwrap().verify(signed.as_bytes(), &signature).unwrap();
        let claims = BASE64URL_NOPAD.decode(signed.split_once('.').unwrap().1.as_bytes()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_800_000_000 + 12 * 3600);
    }
}
