//! Somebody's place in a group.

use super::{Group, GroupId, PersonId, Target};
use crate::keys;
use kernel::{Account, Moment, Open};
use serde::{Deserialize, Serialize};

/// What a member may do. Owners manage the group; every member makes hangouts in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GroupRole {
    Owner,
    Member,
}

/// A membership as stored. All but its ids may be absent from a row that another program wrote. It has copies of both names, so that neither list of members nor list of groups reads anything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    pub group_id: GroupId,
    pub user_id: PersonId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub group_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    /// A role that is not known is kept and gives no right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Open<GroupRole>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined_at: Option<Moment>,
    /// The owner who added this person; absent where they joined by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_by: Option<PersonId>,
    /// When a person who was added first opened the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Moment>,
    /// SHA-256 of the secret in the address of this member's calendar of the group. It goes when the membership goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_hash: Option<String>,
    /// When that address was made. Absent in those made before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_made_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi1pk: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gsi1sk: Option<String>,
}

impl Membership {
    /// The only way to make one: the keys of the index are set by it.
    pub fn of(
        group: &Group,
        user_id: PersonId,
        name: impl Into<String>,
        role: GroupRole,
        now: Moment,
    ) -> Self {
        let index = keys_of(&group.group_id, &user_id);
        Self {
            group_id: group.group_id.clone(),
            user_id,
            group_name: group.name.clone(),
            display_name: name.into(),
            role: Some(role.into()),
            joined_at: Some(now),
            added_by: None,
            opened_at: None,
            feed_hash: None,
            feed_made_at: None,
            gsi1pk: index.0,
            gsi1sk: index.1,
        }
    }

    pub fn of_account(group: &Group, account: &Account, role: GroupRole, now: Moment) -> Self {
        Self::of(group, account.user_id.into(), account.display_name.as_str(), role, now)
    }

    /// The same with something changed, and with the keys of the index, which another program may have left out.
    #[must_use]
    pub fn but(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        (changed.gsi1pk, changed.gsi1sk) = keys_of(&self.group_id, &self.user_id);
        changed
    }

    /// Returns whether this person takes part in the group by their own will: who was added and never opened it is told nothing of it.
    pub fn is_opened(&self) -> bool {
        self.added_by.is_none() || self.opened_at.is_some()
    }

    pub fn is_owner(&self) -> bool {
        self.role().is(&GroupRole::Owner)
    }

    /// The role; of a member where none is stored.
    pub fn role(&self) -> Open<GroupRole> {
        self.role.clone().unwrap_or(Open::Known(GroupRole::Member))
    }
}

/// What the index of a user's groups has of a membership.
fn keys_of(group: &GroupId, user: &PersonId) -> (Option<String>, Option<String>) {
    let of = |target| Some(keys::of_target(&target));
    (of(Target::User(user.clone())), of(Target::Group(group.clone())))
}
