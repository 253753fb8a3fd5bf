//! Members whom another person removed from a group.

use super::{GroupId, Invite, PersonId, Target};
use crate::keys;
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// A removal as stored, until the person is let in again. Who leaves of their own accord has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    pub group_id: GroupId,
    pub user_id: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_by: Option<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi1pk: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi1sk: Option<String>,
}

impl Removal {
    pub fn new(group_id: GroupId, user_id: PersonId, removed_by: PersonId, removed_at: Moment) -> Self {
        Self {
            removed_by: Some(removed_by),
            removed_at: Some(removed_at),
            gsi1pk: Some(keys::removed(&user_id)),
            gsi1sk: Some(keys::of_target(&Target::Group(group_id.clone()))),
            group_id,
            user_id,
        }
    }

    /// A removal of which only the ids can be read: it refuses every link.
    pub fn unread(group_id: GroupId, user_id: PersonId) -> Self {
        Self { group_id, user_id, removed_by: None, removed_at: None, gsi1pk: None, gsi1sk: None }
    }

    /// Returns whether `link` is older than the removal, and so does not let the person in again.
    pub fn refuses(&self, link: &Invite) -> bool {
        self.removed_at.is_none_or(|removed_at| link.created_at <= removed_at)
    }
}
