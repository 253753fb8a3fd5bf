//! The key in the address of a member's calendar of a group: names group and member, and holds a secret.

use super::GroupId;
use kernel::{
    Rng, UserId,
    secret::{self, Secret},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedKey(Secret);

impl FeedKey {
    pub fn draw(rng: &Rng, group_id: GroupId, user_id: UserId) -> Self {
        Self(Secret::draw(rng, [group_id.0, user_id.0]))
    }

    pub fn group_id(&self) -> GroupId {
        GroupId(self.0.ids[0])
    }

    pub fn user_id(&self) -> UserId {
        UserId(self.0.ids[1])
    }

    pub fn reveal(&self) -> String {
        self.0.reveal()
    }

    pub fn parse(text: &str) -> Option<Self> {
        Secret::parse(text).map(Self)
    }

    pub fn hash(&self) -> String {
        secret::hash(self.0.bits())
    }

    /// Whether `hash` was made of this key.
    pub fn fits(&self, hash: &str) -> bool {
        secret::fits(self.0.bits(), hash)
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
        let read = FeedKey::parse(&key.reveal()).unwrap();
        assert_eq!((read.group_id(), read.user_id()), (key.group_id(), key.user_id()));
        assert!(read.fits(&key.hash()) && !key.fits(&other.hash()) && !key.fits(""));
    }
}
