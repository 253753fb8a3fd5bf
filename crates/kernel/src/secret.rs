//! Secrets that are shown once: of their random bits a hash is kept, by which they are known again.

use crate::Rng;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};
use std::fmt;
use uuid::Uuid;

/// What is stored of a secret: its SHA-256, in hexadecimal. 256 random bits need no slower hash.
pub fn hash(secret: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(&Sha256::digest(secret))
}

/// Whether `stored` was made of this secret.
pub fn fits(secret: impl AsRef<[u8]>, stored: &str) -> bool {
    same(hash(secret), stored)
}

/// Whether two texts are the same, in a time that does not tell how much of them is: their hashes compare in constant time.
pub fn same(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    blake3::hash(one.as_ref()) == blake3::hash(other.as_ref())
}

/// 256 random bits behind the two ids by which they are found. `Debug` keeps the bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    pub ids: [Uuid; 2],
    bits: [u8; 32],
}

impl Secret {
    pub fn draw(rng: &Rng, ids: [Uuid; 2]) -> Self {
        Self { ids, bits: rng.bytes() }
    }

    /// The text to hand out, once.
    pub fn reveal(&self) -> String {
        let [one, other] = &self.ids;
        BASE64URL_NOPAD.encode(&[one.as_bytes().as_slice(), other.as_bytes(), &self.bits].concat())
    }

    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (one, rest) = bytes.split_first_chunk()?;
        let (other, bits) = rest.split_first_chunk()?;
        Some(Self { ids: [*one, *other].map(Uuid::from_bytes), bits: bits.try_into().ok()? })
    }

    /// What nobody can guess, for whoever keeps a hash of it.
    pub fn bits(&self) -> &[u8; 32] {
        &self.bits
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} {})", self.ids[0], self.ids[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: u64) -> Secret {
        let rng = Rng::seeded(seed);
        Secret::draw(&rng, [rng.uuid_v4(), rng.uuid_v4()])
    }

    #[test]
    fn a_secret_fits_its_own_hash_only() {
        let stored = hash("a secret");
        assert_eq!(stored, "984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a");
        assert!(fits("a secret", &stored) && !fits("a secreT", &stored) && !fits("a secret", ""));
    }

    #[test]
    fn texts_compare_whole() {
        assert!(same("velvet", "velvet"));
        assert!(!same("velvet", "velve") && !same("velvet", "") && !same("velvet", "velveT"));
    }

    #[test]
    fn a_secret_reads_back_and_what_is_not_quite_one_is_none() {
        let (secret, other) = (drawn(1), drawn(2));
        let text = secret.reveal();
        assert_eq!(Secret::parse(&text), Some(secret.clone()));
        assert_ne!(secret.bits(), other.bits());
        for broken in ["", &text[2..], &text[..text.len() - 1], &format!("{text}A"), "!!!!"] {
            assert_eq!(Secret::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn a_secret_shows_itself_to_no_log() {
        let secret = drawn(1);
        let shown = format!("{secret:?}");
        assert!(
            shown.contains(&secret.ids[0].to_string()) && !shown.contains(&secret.reveal()[43..]),
            "{shown}"
        );
    }
}
