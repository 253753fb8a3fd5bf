//! Members: a row of `Users` and a row of `GroupMemberships`.

use super::{Ceiling, HouseholdId, MemberId, Rating};
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// A row of `Users`, as far as movie night knows it. Identity owns the table and the rows of accounts; rows of managed members are
/// made here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub user_id: MemberId,
    pub display_name: String,
    pub avatar_key: Option<String>,
    #[serde(default)]
    pub is_managed: bool,
    pub parent_user_id: Option<UserId>,
    pub content_rating_ceiling: Option<Rating>,
    pub created_at: Moment,
    pub last_active_at: Moment,
    /// Ours: the household, one at most. Whoever sets it decides that.
    pub group_id: Option<HouseholdId>,
    #[serde(default)]
    pub version: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Creator,
    Member,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Creator => "creator",
            Self::Member => "member",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberType {
    Independent,
    Managed,
}

impl MemberType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Independent => "independent",
            Self::Managed => "managed",
        }
    }
}

/// A row of `GroupMemberships`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    pub group_id: HouseholdId,
    pub user_id: MemberId,
    pub role: Role,
    pub member_type: MemberType,
    pub joined_at: Moment,
}

impl Membership {
    pub fn new(household: HouseholdId, member: MemberId, role: Role, now: Moment) -> Self {
        let member_type = if member.is_managed() { MemberType::Managed } else { MemberType::Independent };
        Self { group_id: household, user_id: member, role, member_type, joined_at: now }
    }
}

/// Somebody in a household: who they are, and as what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub user: User,
    pub membership: Membership,
}

impl Member {
    pub fn id(&self) -> MemberId {
        self.membership.user_id
    }

    pub fn is_creator(&self) -> bool {
        self.membership.role == Role::Creator
    }

    pub fn is_managed_by(&self, user: UserId) -> bool {
        self.user.is_managed_by(user)
    }

    pub fn ceiling(&self) -> Ceiling {
        self.user.ceiling()
    }
}

impl User {
    /// A managed member's row from elsewhere may lack a ceiling; then the default holds.
    pub fn ceiling(&self) -> Ceiling {
        let default = self.user_id.is_managed().then_some(Rating::OF_MANAGED);
        self.content_rating_ceiling.or(default)
    }

    pub fn is_managed_by(&self, user: UserId) -> bool {
        self.user_id.is_managed() && self.parent_user_id == Some(user)
    }
}
