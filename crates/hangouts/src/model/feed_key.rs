//! The key in the address of a member's calendar of a group: names group and member, and holds a secret.

use super::GroupId;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use kernel::{Rng, UserId};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;
use uuid::Uuid;

#[derive(Clone, PartialEq, Eq)]
pub struct FeedKey {
    pub group_id: GroupId,
    pub user_id: UserId,
    bits: [u8; 32],
}

impl FeedKey {
    pub fn draw(rng: &Rng, group_id: GroupId, user_id: UserId) -> Self {
        Self { group_id, user_id, bits: rng.bytes() }
    }

    pub fn reveal(&self) -> String {
        let bytes = [self.group_id.0.as_bytes().as_slice(), self.user_id.0.as_bytes(), &self.bits].concat();
        BASE64URL_NOPAD.encode(&bytes)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (group, rest) = bytes.split_first_chunk()?;
        let (user, rest) = rest.split_first_chunk()?;
        let (group_id, user_id) = (GroupId(Uuid::from_bytes(*group)), UserId(Uuid::from_bytes(*user)));
        Some(Self { group_id, user_id, bits: rest.try_into().ok()? })
    }

    pub fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.bits))
    }

    /// Whether `hash` was made of this key, compared in constant time.
    pub fn fits(&self, hash: &str) -> bool {
        self.hash().as_bytes().ct_eq(hash.as_bytes()).into()
    }
}

impl fmt::Debug for FeedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FeedKey({} of {})", self.user_id, self.group_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_and_fits_its_own_hash_only() {
        let rng = Rng::seeded(1);
        let draw = || FeedKey::draw(&rng, GroupId(rng.uuid_v4()), UserId(rng.uuid_v4()));
        let (key, other) = (draw(), draw());
        assert_eq!(FeedKey::parse(&key.reveal()), Some(key.clone()));
        assert!(key.fits(&key.hash()) && !key.fits(&other.hash()) && !key.fits(""));
        assert_eq!((FeedKey::parse(""), FeedKey::parse(&key.reveal()[2..])), (None, None));
    }
}
