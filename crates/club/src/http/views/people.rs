//! What the API shows of people, their profiles and their role groups.

use crate::{
    model::{Profile, RoleGroup, profile::picture_id},
    service::list_members::Member,
    urls,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroup)]
pub struct RoleGroupView {
    pub name: String,
    pub description: Option<String>,
    #[schema(example = json!(["sites.write"]))]
    pub permissions: Vec<&'static str>,
    pub created_at: String,
    pub updated_at: String,
}

impl From<RoleGroup> for RoleGroupView {
    fn from(group: RoleGroup) -> Self {
        Self {
            permissions: group.permissions.iter().map(|permission| permission.as_str()).collect(),
            created_at: group.created_at.to_string(),
            updated_at: group.updated_at.to_string(),
            name: group.name.into(),
            description: group.description,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroupMember)]
pub struct MemberView {
    pub user_id: Uuid,
    pub display_name: String,
    pub group_name: String,
    pub added_at: String,
    pub added_by: Uuid,
}

impl From<Member> for MemberView {
    fn from(Member { membership, name }: Member) -> Self {
        Self {
            user_id: membership.user_id.0,
            display_name: name,
            group_name: membership.group_name.into(),
            added_at: membership.added_at.to_string(),
            added_by: membership.added_by.0,
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
    pub permissions: Vec<&'static str>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Profile)]
pub struct ProfileView {
    pub user_id: Uuid,
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
        let user = profile.user_id;
        Self {
            user_id: user.0,
            display_name,
            avatar_url: profile.avatar_key.as_deref().map(|key| urls::avatar(user, picture_id(key))),
            description: profile.description,
            updated_at: profile.updated_at.map(|at| at.to_string()),
            last_login_at: profile.last_login_at.map(|at| at.to_string()),
            last_login_ip: profile.last_login_ip,
        }
    }
}
