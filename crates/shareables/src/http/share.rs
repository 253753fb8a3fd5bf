//! What every kind of share has in common.

use super::Failures;
use crate::{
    cookies,
    model::{Access, Role, ShareableFields, ShortId},
    service::{
        access::request_access,
        clone::{CloneFields, clone_shareable},
        create::{Created, create_shareable},
        delete::delete_shareable,
        edit::edit_shareable,
        get::{get_shareable, show},
        open::Opened,
        passcodes::{self, PasscodeFields, Passcodes, PasscodesChanged},
    },
    view::{ShareableView, Ticks},
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Ctx, Json, Path, Problem, Versioned};

/// A share just made. The passcode is told this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBody {
    #[schema(value_type = String, example = "abc-def-12345")]
    short_id: ShortId,
    url: String,
    admin_passcode: String,
    admin_token: String,
    shareable: ShareableView,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccessBody {
    passcode: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Granted {
    role: Role,
    /// Send it as `Authorization: Bearer …`; good for 30 days, or until the passcode changes.
    token: String,
}

/// Makes a checklist, an event or a poll.
#[utoipa::path(post, path = "/shareables", tag = "shareables", request_body = ShareableFields,
    responses((status = 201, body = CreatedBody), Failures))]
pub async fn create(ctx: Ctx, Json(fields): Json<ShareableFields>) -> Result<impl IntoResponse, Problem> {
    Ok(created(&ctx, create_shareable(&ctx, fields).await?))
}

fn created(ctx: &Ctx, made: Created) -> impl IntoResponse + use<> {
    let short_id = made.share.short_id;
    // Nobody can have ticked anything yet.
    let shareable = ShareableView::of(ctx, made.share, Access::Admin, &Ticks::new());
    let headers =
        [(header::LOCATION, cookies::api_path(&short_id)), (header::CACHE_CONTROL, "no-store".into())];
    let body = CreatedBody {
        short_id,
        url: shareable.url.clone(),
        admin_passcode: made.admin_passcode,
        admin_token: made.admin_token,
        shareable,
    };
    (StatusCode::CREATED, headers, Json(body))
}

/// Exchanges a passcode for a token.
#[utoipa::path(post, path = "/shareables/{shortId}/access", tag = "shareables", request_body = AccessBody,
    params(("shortId" = String, Path)), responses((status = 200, body = Granted), Failures))]
pub async fn access(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(body): Json<AccessBody>,
) -> Result<impl IntoResponse, Problem> {
    let granted = request_access(&ctx, &id, &body.passcode).await?;
    let body = Granted { role: granted.role, token: granted.token };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(body)))
}

/// A share as the caller may see it.
#[utoipa::path(get, path = "/shareables/{shortId}", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn get(ctx: Ctx, Path(id): Path<ShortId>) -> Result<Versioned<u64, ShareableView>, Problem> {
    let view = get_shareable(&ctx, &id).await?;
    Ok(Versioned(view.version, view))
}

/// Changes a share, or lets it last longer. The organiser's.
#[utoipa::path(patch, path = "/shareables/{shortId}", tag = "shareables", request_body = ShareableFields,
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn edit(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(fields): Json<ShareableFields>,
) -> Result<Versioned<u64, ShareableView>, Problem> {
    let share = edit_shareable(&ctx, &id, fields).await?;
    let view = show(&ctx, Opened { share, access: Access::Admin }).await?;
    Ok(Versioned(view.version, view))
}

/// Deletes a share and everything that hangs on it. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 204), Failures))]
pub async fn delete(ctx: Ctx, Path(id): Path<ShortId>) -> Result<StatusCode, Problem> {
    delete_shareable(&ctx, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a new share of the same content. The organiser's, also after expiry.
#[utoipa::path(post, path = "/shareables/{shortId}/clone", tag = "shareables", request_body = CloneFields,
    params(("shortId" = String, Path)), responses((status = 201, body = CreatedBody), Failures))]
pub async fn clone(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(fields): Json<CloneFields>,
) -> Result<impl IntoResponse, Problem> {
    Ok(created(&ctx, clone_shareable(&ctx, &id, fields).await?))
}

/// The view passcode, to be told to someone. The organiser's.
#[utoipa::path(get, path = "/shareables/{shortId}/passcodes", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = Passcodes), Failures))]
pub async fn get_passcodes(ctx: Ctx, Path(id): Path<ShortId>) -> Result<impl IntoResponse, Problem> {
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(passcodes::get_passcodes(&ctx, &id).await?)))
}

/// Sets new passcodes; tokens that came of the old ones die. The organiser's.
#[utoipa::path(put, path = "/shareables/{shortId}/passcodes", tag = "shareables", request_body = PasscodeFields,
    params(("shortId" = String, Path)), responses((status = 200, body = PasscodesChanged), Failures))]
pub async fn change_passcodes(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(fields): Json<PasscodeFields>,
) -> Result<impl IntoResponse, Problem> {
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(passcodes::change_passcodes(&ctx, &id, fields).await?)))
}
