//! Groups of people that carry permissions, made by a SuperAdmin; and who belongs to them.

use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;

/// What `entityType` says of a role group.
pub const GROUP: &str = "GROUP";
/// The members of this group see the squash ladder.
pub const SQUASH: &str = "Squash";

/// What a role group may carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum Permission {
    /// Add, edit and delete links.
    #[serde(rename = "sites.write")]
    SitesWrite,
    /// Delete other people's comments.
    #[serde(rename = "sites.moderate")]
    SitesModerate,
}

impl Permission {
    pub const ALL: [Self; 2] = [Self::SitesWrite, Self::SitesModerate];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::SitesWrite => "sites.write",
            Self::SitesModerate => "sites.moderate",
        }
    }

    /// What it allows, for the page on which it is given.
    pub fn words(self) -> &'static str {
        match self {
            Self::SitesWrite => "Add, edit and delete links",
            Self::SitesModerate => "Delete other people’s comments",
        }
    }
}

/// The name of a role group, which is also its key and never changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoleGroupName(String);

impl RoleGroupName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RoleGroupName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
        let fits =
            (1..=40).contains(&name.chars().count()) && name.chars().all(allowed) && name.trim() == name;
        if fits {
            return Ok(Self(name.to_owned()));
        }
        Err("A name has 1 to 40 letters, digits, spaces, _ or -.".into())
    }
}

impl TryFrom<String> for RoleGroupName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

impl From<RoleGroupName> for String {
    fn from(name: RoleGroupName) -> Self {
        name.0
    }
}

impl fmt::Display for RoleGroupName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A role group as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoleGroup {
    pub name: RoleGroupName,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub permissions: Vec<Permission>,
    pub created_at: Moment,
    pub updated_at: Moment,
    /// Absent while the group is being deleted.
    #[serde(default)]
    pub entity_type: Option<String>,
    pub entity_sk: String,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub deleted_at: Option<Moment>,
}

/// Somebody's place in a role group, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    pub group_name: RoleGroupName,
    pub user_id: UserId,
    pub added_at: Moment,
    pub added_by: UserId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for good in ["Squash", "Link keepers", "a", "été_1-2"] {
            assert!(good.parse::<RoleGroupName>().is_ok(), "{good}");
        }
        for bad in ["", " Squash", "Squash ", "a/b", "a#b", "tab\t", &"x".repeat(41)] {
            assert!(bad.parse::<RoleGroupName>().is_err(), "{bad}");
        }
    }
}
