//! Other people's accounts, for administrators.

use super::{
    failures::{Reading, ReadingRoles, SettingRoles},
    views::Person,
};
use crate::{
    service::{
        change_roles::{self as roles, parse_roles},
        find_person,
    },
    stored,
};
use kernel::{Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Ctx, Json, Path, Problem, Query, Versioned};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// The whole address.
    #[param(max_length = 254)]
    email: String,
}

/// The people that were found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct People {
    items: Vec<Person>,
}

/// What an account may do beyond its own things.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Roles {
    #[schema(value_type = Vec<String>, example = json!(["Admin", "Manager"]))]
    roles: Vec<Role>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeRolesBody {
    /// Any of SuperAdmin, Admin and Manager.
    roles: Vec<String>,
}

/// Who has an e-mail address; for Admins.
#[utoipa::path(get, path = "/users", tag = "identity", security(("bearer" = [])), params(FindQuery),
    responses((status = 200, body = People, description = "one person, or none"), Reading,
        (status = 403, description = "not an Admin"), (status = 422, description = "not an e-mail address"),
        (status = 429, description = "more than 20 in an hour")))]
pub async fn find(ctx: Ctx, Query(query): Query<FindQuery>) -> Result<Json<People>, Problem> {
    let found = find_person::find_person(&ctx, &query.email).await?;
    Ok(Json(People { items: found.into_iter().map(Person::from).collect() }))
}

/// An account's roles; for SuperAdmins.
#[utoipa::path(get, path = "/users/{id}/roles", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses((status = 200, body = Roles), ReadingRoles))]
pub async fn get_roles(ctx: Ctx, Path(id): Path<UserId>) -> Result<Versioned<u64, Roles>, Problem> {
    ctx.actor.with_role(Role::SuperAdmin)?;
    let account = stored::get_account(ctx.store.as_ref(), id).await?;
    Ok(Versioned(account.version, Roles { roles: account.roles }))
}

/// Sets an account's roles; for SuperAdmins.
#[utoipa::path(put, path = "/users/{id}/roles", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses((status = 200, body = Roles), SettingRoles))]
pub async fn change_roles(
    ctx: Ctx,
    Path(id): Path<UserId>,
    Json(body): Json<ChangeRolesBody>,
) -> Result<Versioned<u64, Roles>, Problem> {
    let by = ctx.actor.with_role(Role::SuperAdmin)?.user_id;
    ctx.in_person()?;
    let account = roles::change_roles(&ctx, id, &ctx.expected(), parse_roles(&body.roles)?).await?;
    tracing::info!(target: "audit", audit = true, user = %id, %by, roles = ?account.roles, "roles changed");
    Ok(Versioned(account.version, Roles { roles: account.roles }))
}
