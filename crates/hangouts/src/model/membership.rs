//! Somebody's place in a group.

use super::{Group, GroupId, Target};
use crate::keys;
use kernel::{Account, Moment, UserId};
use serde::{Deserialize, Serialize};

/// What a member may do. Owners manage the group; every member makes hangouts in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GroupRole {
    Owner,
    Member,
}

/// A membership as stored, with copies of both names, so that neither list of members nor list of groups reads anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    pub group_id: GroupId,
    pub user_id: UserId,
    pub group_name: String,
    pub display_name: String,
    pub role: GroupRole,
    pub joined_at: Moment,
    /// The owner who added this person; absent where they joined by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_by: Option<UserId>,
    /// When a person who was added first opened the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Moment>,
    /// SHA-256 of the secret in the address of this member's calendar of the group. It goes when the membership goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_hash: Option<String>,
    /// When that address was made. Absent in those made before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_made_at: Option<Moment>,
    gsi1pk: String,
    gsi1sk: String,
}

impl Membership {
    /// The only way to make one: the keys of the index are set by it.
    pub fn of(group: &Group, user_id: UserId, name: impl Into<String>, role: GroupRole, now: Moment) -> Self {
        Self {
            group_id: group.group_id,
            user_id,
            group_name: group.name.clone(),
            display_name: name.into(),
            role,
            joined_at: now,
            added_by: None,
            opened_at: None,
            feed_hash: None,
            feed_made_at: None,
            gsi1pk: keys::of_target(Target::User(user_id)),
            gsi1sk: keys::of_target(Target::Group(group.group_id)),
        }
    }

    pub fn of_account(group: &Group, account: &Account, role: GroupRole, now: Moment) -> Self {
        Self::of(group, account.user_id, account.display_name.as_str(), role, now)
    }

    /// The same with something changed; the keys of the index stay.
    #[must_use]
    pub fn but(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// Returns whether this person takes part in the group by their own will: who was added and never opened it is told nothing of it.
    pub fn is_opened(&self) -> bool {
        self.added_by.is_none() || self.opened_at.is_some()
    }

    pub fn is_owner(&self) -> bool {
        self.role == GroupRole::Owner
    }
}
