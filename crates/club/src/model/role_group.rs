//! Groups of people that carry permissions, made by a SuperAdmin; and who belongs to them.

use super::{
    PersonId,
    ids::{group_ref, membership_ref, user_ref},
};
use kernel::{Moment, Open, UserId, text_id};
use serde::{Deserialize, Serialize};
use std::fmt;
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

    /// A permission by its text.
    pub fn open(text: String) -> Open<Self> {
        let known = Self::ALL.into_iter().find(|one| one.as_str() == text);
        known.map_or(Open::Other(text), Open::Known)
    }

    /// Words for the page on which it is given.
    pub fn words(self) -> &'static str {
        match self {
            Self::SitesWrite => "Add, edit and delete links",
            Self::SitesModerate => "Delete other people’s comments",
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

text_id! {
    /// The name of a role group, which is also its key and never changes. One that is typed here is short and plain.
    RoleGroupName
}

impl RoleGroupName {
    /// The name that a person typed for a new role group.
    pub fn typed(name: &str) -> Result<Self, String> {
        let name = name.trim();
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-');
        let fits = (1..=40).contains(&name.chars().count()) && name.chars().all(allowed);
        let named = name.parse().ok().filter(|_| fits);
        named.ok_or_else(|| "A name has 1 to 40 letters, digits, spaces, _ or -.".into())
    }
}

impl From<RoleGroupName> for String {
    fn from(name: RoleGroupName) -> Self {
        name.to_string()
    }
}

/// A role group as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoleGroup {
    #[serde(rename = "PK", with = "group_ref")]
    pub name: RoleGroupName,
    /// The name once more, as an attribute.
    #[serde(default, rename = "name")]
    written: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub permissions: Vec<Open<Permission>>,
    #[serde(default)]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    /// Absent while the group is being deleted.
    #[serde(default)]
    pub entity_type: Option<String>,
    #[serde(default)]
    entity_sk: Option<String>,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub deleted_at: Option<Moment>,
}

impl RoleGroup {
    pub fn new(
        name: RoleGroupName,
        description: Option<String>,
        permissions: Vec<Open<Permission>>,
        now: Moment,
    ) -> Self {
        let mut group = Self {
            name,
            written: None,
            description,
            permissions,
            created_at: Some(now),
            updated_at: Some(now),
            entity_type: None,
            entity_sk: None,
            version: 1,
            deleted_at: None,
        };
        group.index();
        group
    }

    /// Fills in what lists find it by.
    pub fn index(&mut self) {
        self.written.get_or_insert_with(|| self.name.to_string());
        self.entity_type.get_or_insert_with(|| GROUP.into());
        self.entity_sk.get_or_insert_with(|| group_ref::text(&self.name));
    }
}

/// A person’s place in a role group, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    #[serde(rename = "PK", with = "user_ref")]
    pub user: PersonId,
    #[serde(rename = "SK", with = "membership_ref")]
    pub group: RoleGroupName,
    /// Both once more, as the key of `byGroup`.
    #[serde(default)]
    group_name: Option<String>,
    #[serde(default)]
    user_id: Option<String>,
    #[serde(default)]
    pub added_at: Option<Moment>,
    #[serde(default)]
    pub added_by: Option<PersonId>,
}

impl Membership {
    pub fn new(group: &RoleGroupName, user: &PersonId, by: UserId, now: Moment) -> Self {
        Self {
            user: user.clone(),
            group: group.clone(),
            group_name: Some(group.to_string()),
            user_id: Some(user.to_string()),
            added_at: Some(now),
            added_by: Some(by.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for good in ["Squash", "Link keepers", "a", "été_1-2"] {
            assert!(RoleGroupName::typed(good).is_ok(), "{good}");
        }
        for bad in ["", " ", "a/b", "a#b", "ta\tb", &"x".repeat(41)] {
            assert!(RoleGroupName::typed(bad).is_err(), "{bad}");
        }
    }
}
