//! The server's secrets: a permanent key for hashes, a key for signatures that can be replaced, and sealing keys that can be rotated.
//!
//! The permanent key stands behind what rows are found by (vote ids, creation records) and the fingerprint, so it never changes. What is
//! handed out and shown again (access tokens, cookies, cursors, links in letters) is signed, and ends with the signing key. Passcodes
//! are sealed under the newest sealing key; each sealed text names its key, so older ones still open after a rotation.

use crate::{Rng, secret};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const NONCE: usize = 24;

/// A text sealed by [`Keyring::seal`]: `v1.{key id}.{nonce and ciphertext}`.
pub type Sealed = String;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadKeyFile {
    #[error("the key file cannot be read as one: {0}")]
    Unreadable(String),
    #[error("the key file holds no sealing key")]
    NoSealingKey,
    #[error("the keys cannot be written as a file: {0}")]
    Unwritable(String),
}

/// Why a text is not sealed. Nothing is stored in its place: an empty text would lock its owner out, or let everyone in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text cannot be sealed: there is no sealing key, or the text is too long")]
pub struct NotSealed;

/// Why a sealed text does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sealed text was not made with this key file, or was changed since")]
pub struct DoesNotOpen;

/// The keys. `Debug` shows none of them.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct Keyring {
    hashing_key: KeyBytes,
    /// Absent in files of before there was one: then the hashing key signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signing_key: Option<KeyBytes>,
    /// By id; the greatest id seals, all of them open.
    sealing_keys: BTreeMap<u32, KeyBytes>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct KeyBytes([u8; 32]);

impl TryFrom<String> for KeyBytes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| "a key is not base64url")?;
        bytes.try_into().map(Self).map_err(|_| "a key is not 32 bytes long")
    }
}

impl From<KeyBytes> for String {
    fn from(key: KeyBytes) -> Self {
        BASE64URL_NOPAD.encode(&key.0)
    }
}

impl std::fmt::Debug for Keyring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Keyring({})", self.fingerprint())
    }
}

impl Keyring {
    pub fn generate(rng: &Rng) -> Self {
        Self {
            hashing_key: KeyBytes(rng.bytes()),
            sealing_keys: BTreeMap::from([(1, KeyBytes(rng.bytes()))]),
            signing_key: Some(KeyBytes(rng.bytes())),
        }
    }

    /// Reads the text of a key file.
    pub fn parse(text: &str) -> Result<Self, BadKeyFile> {
        let ring: Self =
            serde_json::from_str(text).map_err(|error| BadKeyFile::Unreadable(error.to_string()))?;
        if ring.sealing_keys.is_empty() { Err(BadKeyFile::NoSealingKey) } else { Ok(ring) }
    }

    /// The text of a key file.
    pub fn to_text(&self) -> Result<String, BadKeyFile> {
        serde_json::to_string_pretty(self).map_err(|error| BadKeyFile::Unwritable(error.to_string()))
    }

    /// Adds a sealing key, which seals from now on.
    pub fn rotate(&mut self, rng: &Rng) {
        let next = self.sealing_keys.keys().next_back().map_or(1, |newest| newest + 1);
        self.sealing_keys.insert(next, KeyBytes(rng.bytes()));
    }

    /// Replaces the signing key: everything that was signed before is good no more.
    pub fn replace_signing_key(&mut self, rng: &Rng) {
        self.signing_key = Some(KeyBytes(rng.bytes()));
    }

    /// Which instance this is; safe to store and print.
    pub fn fingerprint(&self) -> String {
        HEXLOWER.encode(&self.mac("fingerprint", &[])[..8])
    }

    /// A keyed hash of `parts` for one `purpose`, the same for as long as there is data; hashes for different purposes have nothing in
    /// common.
    pub fn mac(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        Self::mac_under(&self.hashing_key, purpose, parts)
    }

    /// The same as a text that fits in keys.
    pub fn mac_text(&self, purpose: &str, parts: &[&[u8]]) -> String {
        BASE64URL_NOPAD.encode(&self.mac(purpose, parts))
    }

    /// A keyed hash that proves that this server made something which is shown to it again, until the signing key is replaced.
    pub fn proof(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        Self::mac_under(self.signing_key.as_ref().unwrap_or(&self.hashing_key), purpose, parts)
    }

    /// Returns a name of the signing key, where there is one beside the hashing key: what is sealed for a while is bound to it.
    pub fn signing_era(&self) -> Option<String> {
        self.signing_key.as_ref().map(|_| HEXLOWER.encode(&self.proof("signing era", &[])[..8]))
    }

    fn mac_under(key: &KeyBytes, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let key = blake3::derive_key(&format!("roundtable 2026 {purpose}"), &key.0);
        let mut hasher = blake3::Hasher::new_keyed(&key);
        for part in parts {
            // Lengths first, so that no two lists of parts run together into the same bytes.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        *hasher.finalize().as_bytes()
    }

    /// A proof as a text that fits in addresses and cookies.
    pub fn signature(&self, purpose: &str, parts: &[&[u8]]) -> String {
        BASE64URL_NOPAD.encode(&self.proof(purpose, parts))
    }

    /// Whether `given` is that text.
    pub fn signed(&self, purpose: &str, parts: &[&[u8]], given: &str) -> bool {
        secret::same(self.signature(purpose, parts), given)
    }

    /// Encrypts `text`, bound to `context` (what it belongs to): it opens only there.
    pub fn seal(&self, rng: &Rng, context: &str, text: &str) -> Result<Sealed, NotSealed> {
        let nonce: [u8; NONCE] = rng.bytes();
        let (id, key) = self.sealing_keys.last_key_value().ok_or(NotSealed)?;
        let payload = Payload { msg: text.as_bytes(), aad: context.as_bytes() };
        let sealed = cipher(key).encrypt(XNonce::from_slice(&nonce), payload).map_err(|_| NotSealed)?;
        Ok(format!("v1.{id}.{}", BASE64URL_NOPAD.encode(&[&nonce[..], &sealed].concat())))
    }

    /// Decrypts what [`Keyring::seal`] made for the same `context`.
    pub fn open(&self, context: &str, sealed: &str) -> Result<String, DoesNotOpen> {
        let (id, body) =
            sealed.strip_prefix("v1.").and_then(|rest| rest.split_once('.')).ok_or(DoesNotOpen)?;
        let key = id.parse().ok().and_then(|id: u32| self.sealing_keys.get(&id)).ok_or(DoesNotOpen)?;
        let bytes = BASE64URL_NOPAD.decode(body.as_bytes()).map_err(|_| DoesNotOpen)?;
        let (nonce, text) = bytes.split_at_checked(NONCE).ok_or(DoesNotOpen)?;
        let payload = Payload { msg: text, aad: context.as_bytes() };
        let opened = cipher(key).decrypt(XNonce::from_slice(nonce), payload).map_err(|_| DoesNotOpen)?;
        String::from_utf8(opened).map_err(|_| DoesNotOpen)
    }
}

/// Returns whether a text has the form that [`Keyring::seal`] gives it. What another program wrote has not, and opens with nothing.
pub fn is_sealed(text: &str) -> bool {
    let parts = text.strip_prefix("v1.").and_then(|rest| rest.split_once('.'));
    parts.is_some_and(|(id, body)| id.parse::<u32>().is_ok() && !body.is_empty())
}

fn cipher(key: &KeyBytes) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new((&key.0).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_only_in_its_context_and_unchanged() {
        let rng = Rng::seeded(1);
        let keys = Keyring::generate(&rng);
        let sealed = keys.seal(&rng, "share a", "velvet-pond").unwrap();
        assert_eq!(keys.open("share a", &sealed).unwrap(), "velvet-pond");
        assert_eq!(keys.open("share b", &sealed), Err(DoesNotOpen));
        assert_eq!(keys.open("share a", &sealed.replace("v1.1", "v1.2")), Err(DoesNotOpen));
        assert_eq!(Keyring::generate(&rng).open("share a", &sealed), Err(DoesNotOpen));
    }

    #[test]
    fn without_a_key_nothing_is_sealed() {
        let rng = Rng::seeded(6);
        let keys = Keyring { sealing_keys: BTreeMap::new(), ..Keyring::generate(&rng) };
        assert_eq!(keys.seal(&rng, "share a", "velvet-pond"), Err(NotSealed));
    }

    #[test]
    fn after_a_rotation_old_texts_open_and_new_ones_use_the_new_key() {
        let rng = Rng::seeded(2);
        let mut keys = Keyring::generate(&rng);
        let old = keys.seal(&rng, "c", "before").unwrap();
        let fingerprint = keys.fingerprint();
        keys.rotate(&rng);
        let new = keys.seal(&rng, "c", "after").unwrap();
        assert!(new.starts_with("v1.2."), "{new}");
        assert_eq!(
            (keys.open("c", &old).unwrap(), keys.open("c", &new).unwrap()),
            ("before".into(), "after".into())
        );
        assert_eq!(keys.fingerprint(), fingerprint, "rotation keeps the instance's identity");
    }

    #[test]
    fn a_key_file_reads_back_and_a_broken_one_says_so() {
        let keys = Keyring::generate(&Rng::seeded(3));
        assert_eq!(Keyring::parse(&keys.to_text().unwrap()).unwrap().fingerprint(), keys.fingerprint());
        assert!(matches!(Keyring::parse("{}"), Err(BadKeyFile::Unreadable(_))));
        assert_eq!(format!("{keys:?}"), format!("Keyring({})", keys.fingerprint()));
    }

    #[test]
    fn a_new_signing_key_ends_what_was_signed_and_keeps_what_rows_are_found_by() {
        let rng = Rng::seeded(6);
        let mut keys = Keyring::generate(&rng);
        let (before, sealed) = (keys.clone(), keys.seal(&rng, "c", "before").unwrap());
        let signature = keys.signature("p", &[b"a"]);
        keys.replace_signing_key(&rng);
        assert!(!keys.signed("p", &[b"a"], &signature) && before.signed("p", &[b"a"], &signature));
        assert_ne!(keys.proof("p", &[b"a"]), before.proof("p", &[b"a"]));
        assert_ne!(keys.signing_era(), before.signing_era());
        assert_eq!(keys.mac("p", &[b"a"]), before.mac("p", &[b"a"]));
        assert_eq!(
            (keys.fingerprint(), keys.open("c", &sealed).unwrap()),
            (before.fingerprint(), "before".into())
        );
        let read = Keyring::parse(&keys.to_text().unwrap()).unwrap();
        assert_eq!(read.signature("p", &[b"a"]), keys.signature("p", &[b"a"]));
    }

    #[test]
    fn a_key_file_without_a_signing_key_signs_with_the_hashing_key_until_it_gets_one() {
        let rng = Rng::seeded(7);
        let mut keys = Keyring { signing_key: None, ..Keyring::generate(&rng) };
        assert!(!keys.to_text().unwrap().contains("signing_key"));
        assert_eq!(keys.proof("p", &[b"a"]), keys.mac("p", &[b"a"]));
        assert_eq!(keys.signing_era(), None);
        let old = keys.signature("p", &[b"a"]);
        keys.replace_signing_key(&rng);
        assert!(!keys.signed("p", &[b"a"], &old) && keys.signing_era().is_some());
    }

    #[test]
    fn parts_do_not_run_together() {
        let keys = Keyring::generate(&Rng::seeded(4));
        assert_ne!(keys.mac("p", &[b"ab", b"c"]), keys.mac("p", &[b"a", b"bc"]));
        assert_ne!(keys.mac("p", &[b"a"]), keys.mac("q", &[b"a"]));
    }

    #[test]
    fn a_signature_is_good_for_its_purpose_and_parts_only() {
        let keys = Keyring::generate(&Rng::seeded(5));
        let signature = keys.signature("p", &[b"a"]);
        assert!(keys.signed("p", &[b"a"], &signature));
        assert!(!keys.signed("q", &[b"a"], &signature) && !keys.signed("p", &[b"b"], &signature));
        assert!(!keys.signed("p", &[b"a"], &signature[1..]) && !keys.signed("p", &[b"a"], ""));
    }
}
