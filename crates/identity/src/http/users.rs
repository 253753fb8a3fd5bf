//! Other people's accounts, for those who look after them.

use super::Items;
use crate::service::{
    find::{self, Person},
    roles,
};
use kernel::{Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Ctx, Json, Path, Problem, Query, Versioned};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// The whole address.
    email: String,
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
#[utoipa::path(
    get,
    path = "/users",
    tag = "identity",
    security(("bearer" = [])),
    params(FindQuery),
    responses(
        (status = 200, body = Items<Person>, description = "one person, or none"),
        (status = 401, description = "not signed in"),
        (status = 403, description = "not an Admin"),
        (status = 422, description = "not an e-mail address"),
        (status = 429, description = "more than 20 in an hour"),
    )
)]
pub async fn find(ctx: Ctx, Query(query): Query<FindQuery>) -> Result<Json<Items<Person>>, Problem> {
    let found = find::find_person(&ctx, &query.email).await?;
    Ok(Json(Items { items: found.into_iter().collect() }))
}

/// An account's roles; for SuperAdmins.
#[utoipa::path(
    get,
    path = "/users/{id}/roles",
    tag = "identity",
    security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses(
        (status = 200, body = Roles),
        (status = 401, description = "not signed in"),
        (status = 403, description = "not a SuperAdmin"),
        (status = 404, description = "no such account"),
    )
)]
pub async fn get_roles(ctx: Ctx, Path(id): Path<UserId>) -> Result<Versioned<u64, Roles>, Problem> {
    let (version, roles) = roles::get_roles(&ctx, id).await?;
    Ok(Versioned(version, Roles { roles }))
}

/// Sets an account's roles; for SuperAdmins.
#[utoipa::path(
    put,
    path = "/users/{id}/roles",
    tag = "identity",
    security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses(
        (status = 200, body = Roles),
        (status = 401, description = "not signed in"),
        (status = 403, description = "not a SuperAdmin"),
        (status = 404, description = "no such account"),
        (status = 409, description = "the last SuperAdmin stays"),
        (status = 412, description = "changed in the meantime"),
        (status = 422, description = "no such role"),
    )
)]
pub async fn change_roles(
    ctx: Ctx,
    Path(id): Path<UserId>,
    Json(body): Json<ChangeRolesBody>,
) -> Result<Versioned<u64, Roles>, Problem> {
    let (version, roles) = roles::change_roles(&ctx, id, &body.roles).await?;
    Ok(Versioned(version, Roles { roles }))
}
