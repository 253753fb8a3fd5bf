//! Other people's accounts, for administrators.

use super::{
    failures::{Reading, ReadingRoles, SettingRoles},
    views::{AccountList, Person},
};
use crate::{
    service::{
        change_roles::{self as roles, parse_roles},
        find_person,
        list_people::list_people,
    },
    stored,
};
use kernel::{Open, Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Ctx, Fault, Json, PageQuery, Path, Problem, Query, Versioned};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// The whole address, for Admins. Not together with `q`.
    #[param(max_length = 254)]
    email: Option<String>,
    /// The beginning of a name or an address, in any case, for SuperAdmins; without it everyone is listed.
    #[param(max_length = 254)]
    q: Option<String>,
    /// At most how many: 1 to 100, 50 by default.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The `nextCursor` of the page before.
    #[param(max_length = 4096)]
    cursor: Option<String>,
}

/// Whoever was found: by their whole address, or by the beginning of their name or address.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum FoundPeople {
    ByEmail(People),
    ByBeginning(AccountList),
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
    roles: Vec<Open<Role>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeRolesBody {
    /// Any of SuperAdmin, Admin and Manager. Other roles that the account has stay, named or not.
    roles: Vec<String>,
}

/// Finds people: by `email` who has that address, for Admins; by `q` whose name or address begins so, for SuperAdmins.
#[utoipa::path(get, path = "/users", tag = "identity", security(("bearer" = [])), params(FindQuery),
    responses((status = 200, body = FoundPeople, description = "by email one person or none, by q a page of accounts"), Reading,
        (status = 400, description = "a cursor of another list"),
        (status = 403, description = "not an Admin, or for q not a SuperAdmin"),
        (status = 422, description = "not an e-mail address, or both email and q"),
        (status = 429, description = "more than 20 in an hour by email")))]
pub async fn find(ctx: Ctx, Query(query): Query<FindQuery>) -> Result<Json<FoundPeople>, Problem> {
    let FindQuery { email, q, limit, cursor } = query;
    Ok(Json(match (email, q) {
        (Some(_), Some(_)) => {
            return Err(Fault::about("q", "Give either an email address or the beginning of a name.").into());
        }
        (Some(email), None) => {
            let found = find_person::find_person(&ctx, &email).await?;
            FoundPeople::ByEmail(People { items: found.into_iter().map(Person::from).collect() })
        }
        (None, q) => {
            let page = PageQuery { limit, cursor };
            let found = list_people(&ctx, q.as_deref().unwrap_or_default(), &page).await?;
            FoundPeople::ByBeginning(found.into())
        }
    }))
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
    let held = stored::get_account(ctx.store.as_ref(), id).await?.roles;
    let is_kept = |name: &String| held.contains(&Open::Other(name.clone()));
    let named: Vec<String> = body.roles.into_iter().filter(|name| !is_kept(name)).collect();
    let account = roles::change_roles(&ctx, id, &ctx.expected(), parse_roles(&named)?).await?;
    tracing::info!(target: "audit", audit = true, user = %id, %by, roles = ?account.roles, "roles changed");
    Ok(Versioned(account.version, Roles { roles: account.roles }))
}
