//! The key in the address of a member's calendar of a group: names group and member, and holds a secret. A group whose id is no UUID is
//! named by one that is made of its id.

use super::GroupId;
use kernel::{
    Rng, UserId,
    secret::{self, Secret},
};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedKey(Secret);

impl FeedKey {
    pub fn draw(rng: &Rng, group_id: &GroupId, user_id: UserId) -> Self {
        Self(Secret::draw(rng, [named(group_id), user_id.0]))
    }

    /// The group, where its id is a UUID.
    pub fn group_id(&self) -> GroupId {
        self.0.ids[0].into()
    }

    /// Returns whether it is of this group.
    pub fn is_of(&self, group_id: &GroupId) -> bool {
        named(group_id) == self.0.ids[0]
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

/// The UUID that an id is, or one made of it.
fn named(group_id: &GroupId) -> Uuid {
    match group_id.as_str().parse::<Uuid>() {
        Ok(id) if GroupId::from(id) == *group_id => id,
        _ => {
            let hash = secret::hash(group_id.as_str());
            Uuid::from_u128(u128::from_str_radix(&hash[..32], 16).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_and_fits_its_own_hash_only() {
        let rng = Rng::seeded(1);
        let draw = || FeedKey::draw(&rng, &GroupId::from(rng.uuid_v4()), UserId(rng.uuid_v4()));
        let (key, other) = (draw(), draw());
        let read = FeedKey::parse(&key.reveal()).unwrap();
        assert_eq!((read.group_id(), read.user_id()), (key.group_id(), key.user_id()));
        assert!(read.fits(&key.hash()) && !key.fits(&other.hash()) && !key.fits(""));
        let club: GroupId = "book club".parse().unwrap();
        let key = FeedKey::draw(&rng, &club, UserId(rng.uuid_v4()));
        assert!(FeedKey::parse(&key.reveal()).unwrap().is_of(&club) && !read.is_of(&club));
    }
}
