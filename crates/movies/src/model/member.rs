//! Members: a row of `Users` and a row of `GroupMemberships`.

use super::{Ceiling, HouseholdId, MemberId, RatingList, loose};
use kernel::{Moment, Open, UserId};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A row of `Users`, as far as movie night knows it. Identity owns the table and the rows of accounts; rows of managed members are
/// made here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    pub user_id: MemberId,
    #[serde(default = "unnamed", deserialize_with = "display_name")]
    pub display_name: String,
    #[serde(default, deserialize_with = "loose::optional")]
    pub avatar_key: Option<String>,
    #[serde(default, deserialize_with = "loose::value")]
    pub is_managed: bool,
    #[serde(default, deserialize_with = "loose::optional")]
    pub parent_user_id: Option<UserId>,
    /// As stored; one that is not on the household's list is the strictest.
    #[serde(default, deserialize_with = "loose::text")]
    pub content_rating_ceiling: Option<String>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub created_at: Option<Moment>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub last_active_at: Option<Moment>,
    /// Ours: the household, one at most, decided by the transaction that sets it. Absent where another program wrote the membership.
    #[serde(default, deserialize_with = "loose::optional")]
    pub group_id: Option<HouseholdId>,
    #[serde(default, deserialize_with = "loose::value")]
    pub version: u64,
    /// Whether `group_id` was found by a membership: the stored row lacks it.
    #[serde(skip)]
    pub is_listed_only: bool,
}

fn unnamed() -> String {
    "Unnamed person".to_owned()
}

fn display_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(loose::text(deserializer)?.unwrap_or_else(unnamed))
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

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for MemberType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A row of `GroupMemberships`. A role that is not known gives no right beyond membership.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    pub group_id: HouseholdId,
    pub user_id: MemberId,
    #[serde(default, deserialize_with = "loose::optional")]
    pub role: Option<Open<Role>>,
    #[serde(default, deserialize_with = "loose::optional")]
    pub member_type: Option<Open<MemberType>>,
    #[serde(default, deserialize_with = "loose::moment")]
    pub joined_at: Option<Moment>,
}

impl Membership {
    pub fn new(household: HouseholdId, member: MemberId, role: Role, now: Moment) -> Self {
        let member_type = if member.is_managed() { MemberType::Managed } else { MemberType::Independent };
        Self {
            group_id: household,
            user_id: member,
            role: Some(role.into()),
            member_type: Some(member_type.into()),
            joined_at: Some(now),
        }
    }

    pub fn role(&self) -> Open<Role> {
        self.role.clone().unwrap_or(Role::Member.into())
    }

    pub fn member_type(&self) -> Open<MemberType> {
        let default = if self.user_id.is_managed() { MemberType::Managed } else { MemberType::Independent };
        self.member_type.clone().unwrap_or(default.into())
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
        self.membership.role().is(&Role::Creator)
    }

    pub fn is_managed_by(&self, user: UserId) -> bool {
        self.user.is_managed_by(user)
    }

    pub fn ceiling(&self, list: &RatingList) -> Ceiling {
        self.user.ceiling(list)
    }
}

impl User {
    /// A managed member's row that another program wrote may lack a ceiling; then the default holds.
    pub fn ceiling(&self, list: &RatingList) -> Ceiling {
        let default = self.user_id.is_managed().then(|| list.of_managed());
        self.content_rating_ceiling.as_deref().map(|stored| list.ceiling(stored)).or(default)
    }

    pub fn is_managed_by(&self, user: UserId) -> bool {
        self.user_id.is_managed() && self.parent_user_id == Some(user)
    }
}
