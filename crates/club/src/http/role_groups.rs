//! Role groups, their members, and what the caller may do.

use super::{
    failures::{Creating as CreatingFailures, Editing, Governing, Listing, WithRights},
    lists::{Items, Listed},
    views::{MemberView, PermissionsView, RoleGroupView},
};
use crate::{
    Error,
    gate::{self, Allowed, Governs, SeesRoles, TakesPart},
    keys,
    model::{PersonId, RoleGroup, RoleGroupName},
    service::{
        self,
        create_role_group::CreateRoleGroup,
        edit_role_group::EditRoleGroup,
        list_comments::{FORMER, names},
        list_members::Member,
    },
    stored,
};
use http::StatusCode;
use kernel::Patch;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    Creating, Json, PageQuery, Path, Problem, Query, Versioned,
    bounds::{texts, texts_or_null},
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRoleGroupBody {
    /// 1 to 40 letters, digits, spaces, `_` or `-`; it never changes.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    #[serde(default)]
    #[schema(max_length = 5000)]
    pub description: Option<String>,
    /// At most 50 of 1 to 64 visible characters. Those that are not known here are kept and give no right.
    #[serde(default)]
    #[schema(schema_with = texts::<0, 50, 64>)]
    pub permissions: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditRoleGroupBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 5000)]
    pub description: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<0, 50, 64>)]
    pub permissions: Patch<Vec<String>>,
}

/// Every role group.
#[utoipa::path(get, path = "/rbac/groups", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = Items<RoleGroupView>), WithRights))]
pub async fn list_role_groups(by: Allowed<SeesRoles>) -> Result<Json<Items<RoleGroupView>>, Problem> {
    let groups: Vec<RoleGroup> = stored::all(&by, keys::role_groups()).await.map_err(Error::from)?;
    Ok(Json(Items { items: groups.into_iter().map(RoleGroupView::from).collect() }))
}

/// Makes a role group.
#[utoipa::path(post, path = "/rbac/groups", tag = "club", request_body = CreateRoleGroupBody,
    security(("bearer" = [])), responses((status = 201, body = RoleGroupView), Governing, CreatingFailures))]
pub async fn create_role_group(
    by: Allowed<Governs>,
    Creating { once, body }: Creating<CreateRoleGroupBody>,
) -> Result<(StatusCode, Versioned<u64, RoleGroupView>), Problem> {
    let CreateRoleGroupBody { name, description, permissions } = body;
    let cmd = CreateRoleGroup { name, description, permissions };
    let group = service::create_role_group::create_role_group(&by, &once, cmd).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(group.version, group.into())))
}

/// A role group.
#[utoipa::path(get, path = "/rbac/groups/{name}", tag = "club", params(("name" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = RoleGroupView), WithRights))]
pub async fn get_role_group(
    by: Allowed<SeesRoles>,
    Path(name): Path<RoleGroupName>,
) -> Result<Versioned<u64, RoleGroupView>, Problem> {
    let group = stored::role_group(&by, &name).await?;
    Ok(Versioned(group.version, group.into()))
}

/// Changes what a role group is for and what it carries.
#[utoipa::path(patch, path = "/rbac/groups/{name}", tag = "club", params(("name" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = RoleGroupView), Governing, Editing))]
pub async fn edit_role_group(
    by: Allowed<Governs>,
    Path(name): Path<RoleGroupName>,
    Json(body): Json<EditRoleGroupBody>,
) -> Result<Versioned<u64, RoleGroupView>, Problem> {
    let cmd = EditRoleGroup { description: body.description, permissions: body.permissions };
    let group = service::edit_role_group::edit_role_group(&by, &name, &by.expected(), cmd).await?;
    Ok(Versioned(group.version, group.into()))
}

/// Deletes a role group. Its name is free again when its last membership is gone.
#[utoipa::path(delete, path = "/rbac/groups/{name}", tag = "club", params(("name" = String, Path)),
    security(("bearer" = [])), responses((status = 204), Governing, Editing))]
pub async fn delete_role_group(
    by: Allowed<Governs>,
    Path(name): Path<RoleGroupName>,
) -> Result<StatusCode, Problem> {
    service::delete_role_group::delete_role_group(&by, &name, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who is in a role group.
#[utoipa::path(get, path = "/rbac/groups/{name}/members", tag = "club",
    params(("name" = String, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = Listed<MemberView>), Listing, WithRights))]
pub async fn list_members(
    by: Allowed<SeesRoles>,
    Path(name): Path<RoleGroupName>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Listed<MemberView>>, Problem> {
    let list = format!("members of {name}");
    let request = by.page_request(&list, &page)?;
    let (members, next) = service::list_members::list_members(&by, &name, request).await?;
    Ok(Json(by.page(&list, members.into_iter().map(MemberView::from).collect(), next)?.into()))
}

/// Somebody's place in a role group.
#[utoipa::path(get, path = "/rbac/groups/{name}/members/{userId}", tag = "club",
    params(("name" = String, Path), ("userId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = MemberView), WithRights))]
pub async fn get_member(
    by: Allowed<SeesRoles>,
    Path((name, user)): Path<(RoleGroupName, PersonId)>,
) -> Result<Json<MemberView>, Problem> {
    stored::role_group(&by, &name).await?;
    let found = stored::find_membership(&by, &user, &name).await.map_err(Error::from)?;
    let membership = found.ok_or(Error::NoMember)?;
    let name =
        names(&by, std::slice::from_ref(&user)).await?.remove(&user).unwrap_or_else(|| FORMER.to_owned());
    Ok(Json(Member { membership, name }.into()))
}

/// Adds somebody to a role group.
#[utoipa::path(put, path = "/rbac/groups/{name}/members/{userId}", tag = "club",
    params(("name" = String, Path), ("userId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = MemberView), Governing))]
pub async fn add_member(
    by: Allowed<Governs>,
    Path((name, user)): Path<(RoleGroupName, PersonId)>,
) -> Result<Json<MemberView>, Problem> {
    let membership = service::add_member::add_member(&by, &name, &user).await?;
    let name =
        names(&by, std::slice::from_ref(&user)).await?.remove(&user).unwrap_or_else(|| FORMER.to_owned());
    Ok(Json(Member { membership, name }.into()))
}

/// Takes somebody out of a role group.
#[utoipa::path(delete, path = "/rbac/groups/{name}/members/{userId}", tag = "club",
    params(("name" = String, Path), ("userId" = String, Path)), security(("bearer" = [])),
    responses((status = 204), Governing))]
pub async fn remove_member(
    by: Allowed<Governs>,
    Path((name, user)): Path<(RoleGroupName, PersonId)>,
) -> Result<StatusCode, Problem> {
    service::remove_member::remove_member(&by, &name, &user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the caller may do.
#[utoipa::path(get, path = "/me/permissions", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = PermissionsView), (status = 401, description = "not signed in")))]
pub async fn my_permissions(by: Allowed<TakesPart>) -> Result<Json<PermissionsView>, Problem> {
    let access = gate::access(&by).await?;
    let roles = access.account.map(|account| account.roles).unwrap_or_default();
    Ok(Json(PermissionsView {
        roles: roles.iter().map(|role| format!("{role:?}")).collect(),
        groups: access.groups.into_iter().map(String::from).collect(),
        permissions: access.permissions.iter().map(ToString::to_string).collect(),
    }))
}
