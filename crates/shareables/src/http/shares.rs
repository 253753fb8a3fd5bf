//! What every kind of share has in common.

use super::{Failures, VersionedShare, changed, views::ShareableView};
use crate::{
    gate::{Gate, Opened, To},
    model::{Access, ShareableFields, ShortId},
    service::{
        clone_shareable::{CloneShareable, clone_shareable},
        create_shareable::{CreateShareable, Created, create_shareable},
        delete_shareable::delete_shareable,
        edit_shareable::{EditShareable, edit_shareable},
        get_shareable::{Shown, get_shareable},
    },
    stored::Marks,
    urls,
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};
use web::{Creating, Ctx, Json, Problem, Versioned};

/// A share just created. The passcode is told this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBody {
    short_id: ShortId,
    url: String,
    admin_passcode: String,
    admin_token: String,
    shareable: ShareableView,
}

/// The fields of a shareable where one is created: its kind and how long it lasts must be there.
pub struct NewShareable;

impl PartialSchema for NewShareable {
    fn schema() -> RefOr<Schema> {
        let mut fields = ShareableFields::schema();
        if let RefOr::T(Schema::Object(object)) = &mut fields {
            object.required.extend(["entity".to_owned(), "expiresAfter".to_owned()]);
        }
        fields
    }
}

impl ToSchema for NewShareable {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ShareableFields::schemas(schemas);
    }
}

/// Creates a checklist, an event or a poll.
#[utoipa::path(post, path = "/shareables", tag = "shareables", request_body = NewShareable,
    responses((status = 201, body = CreatedBody), Failures))]
pub async fn create(
    ctx: Ctx,
    Creating { once, body }: Creating<ShareableFields>,
) -> Result<impl IntoResponse, Problem> {
    let made = create_shareable(&ctx, CreateShareable { once, fields: body, cause: None }).await?;
    Ok(created(&ctx, made.into_inner()))
}

fn created(ctx: &Ctx, made: Created) -> impl IntoResponse + use<> {
    let short_id = made.share.short_id;
    let mine = made.share.owner_id.is_some();
    let opened = Opened { share: made.share.into(), access: Access::Admin, mine, code: None };
    // Nobody can have marked anything yet.
    let shareable = ShareableView::of(ctx, Shown { opened, marks: Marks::default() });
    let headers = [(header::LOCATION, urls::api(&short_id)), (header::CACHE_CONTROL, "no-store".into())];
    let body = CreatedBody {
        short_id,
        url: shareable.url.clone(),
        admin_passcode: made.admin_passcode,
        admin_token: made.admin_token,
        shareable,
    };
    (StatusCode::CREATED, headers, Json(body))
}

/// A share as the caller may see it.
#[utoipa::path(get, path = "/shareables/{shortId}", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn get(gate: Gate) -> Result<VersionedShare, Problem> {
    let shown = get_shareable(&gate.ctx, gate.open(To::Read).await?).await?;
    let view = ShareableView::of(&gate.ctx, shown);
    Ok(Versioned(view.version, view))
}

/// Changes a share, or lets it last longer. The organiser's.
#[utoipa::path(patch, path = "/shareables/{shortId}", tag = "shareables", request_body = ShareableFields,
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn edit(gate: Gate, Json(fields): Json<ShareableFields>) -> Result<VersionedShare, Problem> {
    let cmd = EditShareable { expected: gate.ctx.expected(), fields };
    changed(&gate, edit_shareable(&gate.ctx, &gate.visitor, cmd).await?).await
}

/// Deletes a share and everything that belongs to it. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 204), Failures))]
pub async fn delete(gate: Gate) -> Result<StatusCode, Problem> {
    delete_shareable(&gate.ctx, &gate.visitor, &gate.ctx.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Creates a share with the same content. The organiser's, also after expiry.
#[utoipa::path(post, path = "/shareables/{shortId}/clone", tag = "shareables", request_body = CloneShareable,
    params(("shortId" = String, Path)), responses((status = 201, body = CreatedBody), Failures))]
pub async fn clone(
    gate: Gate,
    Creating { once, body }: Creating<CloneShareable>,
) -> Result<impl IntoResponse, Problem> {
    let opened = gate.open(To::Organise).await?;
    Ok(created(&gate.ctx, clone_shareable(&gate.ctx, &opened, &once, body).await?.into_inner()))
}
