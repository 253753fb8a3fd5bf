//! A group of people who meet.

use super::{GroupId, GroupRole};
use kernel::{Checks, Moment, Patch, UserId, check::tidy};
use serde::{Deserialize, Serialize};

pub const LONGEST_NAME: usize = 200;
pub const LONGEST_DESCRIPTION: usize = 5_000;

/// A group as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    pub group_id: GroupId,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub created_by: UserId,
    pub created_at: Moment,
    pub updated_at: Moment,
    /// Who the owners are, in one item, so that a condition on it decides that one always stays.
    pub owner_ids: Vec<UserId>,
    /// How many members there are; joining and leaving add to it.
    pub member_count: u64,
    /// Grows with every edit, never by joining or leaving.
    pub version: u64,
    /// Hidden from everyone from then on; what hangs on it is being removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
}

impl Group {
    /// A group of one, its owner.
    pub fn new(group_id: GroupId, owner: UserId, now: Moment) -> Self {
        Self {
            group_id,
            name: String::new(),
            description: None,
            created_by: owner,
            created_at: now,
            updated_at: now,
            owner_ids: vec![owner],
            member_count: 1,
            version: 1,
            deleted_at: None,
        }
    }

    /// Changes what is said about the group, and notes what is wrong with it.
    pub fn describe(&mut self, name: Patch<String>, description: Patch<String>, checks: &mut Checks) {
        name.map(|name| tidy(&name)).change("name", &mut self.name, checks);
        checks.text("name", &self.name, LONGEST_NAME);
        description.trimmed().change_optional(&mut self.description);
        checks.at_most("description", self.description.as_deref().unwrap_or_default(), LONGEST_DESCRIPTION);
    }

    /// Whether the group would be without an owner if `user` were none.
    pub fn needs(&self, user: UserId) -> bool {
        self.owner_ids == [user]
    }

    pub fn role_of(&self, user: UserId) -> GroupRole {
        if self.owner_ids.contains(&user) { GroupRole::Owner } else { GroupRole::Member }
    }

    /// Makes a member an owner, or an owner a plain member.
    pub fn set_role(&mut self, user: UserId, role: GroupRole) {
        self.owner_ids.retain(|owner| *owner != user);
        if role == GroupRole::Owner {
            self.owner_ids.push(user);
        }
    }
}
