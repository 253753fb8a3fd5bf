//! Looking after other people's accounts, for SuperAdmins.

use super::failures::LookingAfter;
use crate::service::{
    deactivate_account::{deactivate_account, reactivate_account},
    hand_reset_link::hand_reset_link,
};
use http::StatusCode;
use kernel::{Moment, Role, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, Json, Path, Problem};

/// A link that sets a new password, once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetLink {
    url: String,
    expires_at: Moment,
}

/// Since when nobody can sign in to an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deactivation {
    user_id: UserId,
    deactivated_at: Option<Moment>,
}

/// Makes a link with which somebody sets a new password, to hand over to them; for SuperAdmins. Its owner is told by mail.
#[utoipa::path(post, path = "/users/{id}/reset-link", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses((status = 201, body = ResetLink, description = "good for an hour, once"), LookingAfter))]
pub async fn make_reset_link(
    ctx: Ctx,
    Path(id): Path<UserId>,
) -> Result<(StatusCode, Json<ResetLink>), Problem> {
    let (url, expires_at) = hand_reset_link(&ctx, id).await?;
    Ok((StatusCode::CREATED, Json(ResetLink { url, expires_at })))
}

/// Deactivates an account: everything that is signed in to it ends, and nobody can sign in to it; for SuperAdmins. What it holds stays.
#[utoipa::path(put, path = "/users/{id}/deactivation", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses((status = 200, body = Deactivation), LookingAfter,
        (status = 409, description = "the last SuperAdmin stays")))]
pub async fn deactivate(ctx: Ctx, Path(id): Path<UserId>) -> Result<Json<Deactivation>, Problem> {
    let by = allowed(&ctx)?;
    let account = deactivate_account(&ctx, id).await?;
    tracing::info!(target: "audit", audit = true, user = %id, %by, "account deactivated");
    Ok(Json(Deactivation { user_id: id, deactivated_at: account.deactivated_at }))
}

/// Lets the owner of a deactivated account sign in again; for SuperAdmins.
#[utoipa::path(delete, path = "/users/{id}/deactivation", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the account")),
    responses((status = 204), LookingAfter))]
pub async fn reactivate(ctx: Ctx, Path(id): Path<UserId>) -> Result<StatusCode, Problem> {
    let by = allowed(&ctx)?;
    reactivate_account(&ctx, id).await?;
    tracing::info!(target: "audit", audit = true, user = %id, %by, "account reactivated");
    Ok(StatusCode::NO_CONTENT)
}

/// Returns who is asking, if they may decide over others' accounts: no program may in their name.
pub fn allowed(ctx: &Ctx) -> Result<UserId, Problem> {
    let by = ctx.actor.with_role(Role::SuperAdmin)?.user_id;
    ctx.in_person()?;
    Ok(by)
}
