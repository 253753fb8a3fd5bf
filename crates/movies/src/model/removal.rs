//! Members whom another person removed from a household.

use super::Invite;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// A removal as stored in `System`, until the person is let in again. Who leaves of their own accord has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    pub removed_by: UserId,
    pub removed_at: Moment,
}

impl Removal {
    /// Returns whether `invite` is older than the removal, and so does not let the person in again.
    pub fn refuses(&self, invite: &Invite) -> bool {
        invite.created_at.is_none_or(|made| made <= self.removed_at)
    }
}
