//! A group of people who meet.

use super::{GroupId, GroupRole, PersonId};
use kernel::{Checks, Moment, Patch, UserId, check::tidy};
use serde::{Deserialize, Serialize};

pub const LONGEST_NAME: usize = 200;
pub const LONGEST_DESCRIPTION: usize = 5_000;
/// How a group is called that has no name.
pub const UNNAMED: &str = "Unnamed group";

/// A group as stored. All but its id may be absent from a row that another program wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    pub group_id: GroupId,
    #[serde(default = "unnamed")]
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_by: Option<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Moment>,
    /// Who the owners are, in one item, so that a condition on it decides that one always stays.
    #[serde(default)]
    pub owner_ids: Vec<PersonId>,
    /// How many members there are; joining and leaving add to it.
    #[serde(default)]
    pub member_count: u64,
    /// Grows with every edit, never by joining or leaving.
    #[serde(default)]
    pub version: u64,
    /// Hidden from everyone from then on; what hangs on it is being removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Moment>,
}

fn unnamed() -> String {
    UNNAMED.to_owned()
}

impl Group {
    /// A group of one, its owner.
    pub fn new(group_id: GroupId, owner: UserId, now: Moment) -> Self {
        Self {
            group_id,
            name: String::new(),
            description: None,
            created_by: Some(owner.into()),
            created_at: Some(now),
            updated_at: Some(now),
            owner_ids: vec![owner.into()],
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

    /// Whether the group would be without an owner if `person` were none.
    pub fn needs(&self, person: &PersonId) -> bool {
        self.owner_ids == [person.clone()]
    }

    pub fn role_of(&self, person: &PersonId) -> GroupRole {
        if self.owner_ids.contains(person) { GroupRole::Owner } else { GroupRole::Member }
    }

    /// Makes a member an owner, or an owner a plain member.
    pub fn set_role(&mut self, person: &PersonId, role: GroupRole) {
        self.owner_ids.retain(|owner| owner != person);
        if role == GroupRole::Owner {
            self.owner_ids.push(person.clone());
        }
    }
}
