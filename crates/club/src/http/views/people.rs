//! What the API shows of people, their profiles and their role groups.

use crate::{
    model::{Profile, RoleGroup, profile::picture_id},
    service::list_members::Member,
    urls,
};
use kernel::Moment;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroup)]
pub struct RoleGroupView {
    pub name: String,
    pub description: Option<String>,
    #[schema(example = json!(["sites.write"]))]
    pub permissions: Vec<String>,
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
}

impl From<RoleGroup> for RoleGroupView {
    fn from(group: RoleGroup) -> Self {
        Self {
            permissions: group.permissions.iter().map(ToString::to_string).collect(),
            created_at: group.created_at,
            updated_at: group.updated_at,
            name: group.name.into(),
            description: group.description,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroupMember)]
pub struct MemberView {
    pub user_id: String,
    pub display_name: String,
    pub group_name: String,
    pub added_at: Option<Moment>,
    pub added_by: Option<String>,
}

impl From<Member> for MemberView {
    fn from(Member { membership, name }: Member) -> Self {
        Self {
            user_id: membership.user.to_string(),
            display_name: name,
            group_name: membership.group.into(),
            added_at: membership.added_at,
            added_by: membership.added_by.map(|by| by.to_string()),
        }
    }
}

/// What the caller may do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Permissions)]
pub struct PermissionsView {
    #[schema(example = json!(["Admin"]))]
    pub roles: Vec<String>,
    pub groups: Vec<String>,
    /// Those that are not known here give no right.
    pub permissions: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Profile)]
pub struct ProfileView {
    pub user_id: String,
    pub display_name: String,
    pub description: Option<String>,
    pub avatar_url: Option<String>,
    pub updated_at: Option<String>,
    /// Only for oneself and a SuperAdmin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_login_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_login_ip: Option<String>,
}

impl ProfileView {
    pub fn new(profile: Profile, display_name: String) -> Self {
        let user = profile.user_id.clone();
        Self {
            user_id: user.to_string(),
            display_name,
            avatar_url: profile.avatar_key.as_deref().map(|key| urls::avatar(&user, picture_id(key))),
            description: profile.description,
            updated_at: profile.updated_at.map(|at| at.to_string()),
            last_login_at: profile.last_login_at.map(|at| at.to_string()),
            last_login_ip: profile.last_login_ip,
        }
    }
}
