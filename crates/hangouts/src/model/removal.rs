//! Members whom another person removed from a group.

use super::{GroupId, Invite, Target};
use crate::keys;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// A removal as stored, until the person is let in again. Who leaves of their own accord has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    pub group_id: GroupId,
    pub user_id: UserId,
    pub removed_by: UserId,
    pub removed_at: Moment,
    gsi1pk: String,
    gsi1sk: String,
}

impl Removal {
    pub fn new(group_id: GroupId, user_id: UserId, removed_by: UserId, removed_at: Moment) -> Self {
        Self {
            group_id,
            user_id,
            removed_by,
            removed_at,
            gsi1pk: keys::removed(user_id),
            gsi1sk: keys::of_target(Target::Group(group_id)),
        }
    }

    /// Returns whether `link` is older than the removal, and so does not let the person in again.
    pub fn refuses(&self, link: &Invite) -> bool {
        link.created_at <= self.removed_at
    }
}
