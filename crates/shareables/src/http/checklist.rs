//! Items and ticks of a checklist.

use super::Failures;
use crate::{
    Error,
    model::{ItemFields, ItemId, ItemPatch, ShortId},
    service::{items, tick},
    view::{ItemView, ShareableView},
};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::FieldError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Ctx, Json, Path, Problem, Versioned};

/// One item, or several as `items`.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddBody {
    #[schema(value_type = Option<uuid::Uuid>)]
    checklist_item_id: Option<ItemId>,
    name: Option<String>,
    note: Option<String>,
    items: Option<Vec<ItemFields>>,
}

#[derive(Serialize, ToSchema)]
pub struct Added {
    items: Vec<ItemView>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderBody {
    /// Every item once.
    #[schema(value_type = Vec<uuid::Uuid>)]
    ids: Vec<ItemId>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TickBody {
    /// Who ticks, if they want to say.
    by: Option<String>,
}

/// Adds one item (answered with it) or several (answered with `items`). The organiser's.
#[utoipa::path(post, path = "/shareables/{shortId}/items", tag = "shareables", request_body = AddBody,
    params(("shortId" = String, Path)), responses((status = 201, body = ItemView), Failures))]
pub async fn add(ctx: Ctx, Path(id): Path<ShortId>, Json(body): Json<AddBody>) -> Result<Response, Problem> {
    if let Some(items) = body.items {
        if body.name.is_some() || body.note.is_some() || body.checklist_item_id.is_some() {
            let message = "Send one item, or several as items; not both.".into();
            return Err(Problem::invalid(vec![FieldError { field: "items".into(), message }]));
        }
        let (share, items) = items::add_items(&ctx, &id, items).await?;
        return Ok((StatusCode::CREATED, Versioned(share.version, Added { items })).into_response());
    }
    let (checklist_item_id, name) = (body.checklist_item_id, body.name.unwrap_or_default());
    let item = ItemFields { checklist_item_id, name, note: body.note };
    let (share, mut added) = items::add_items(&ctx, &id, vec![item]).await.map_err(about_one)?;
    let added = added.pop().ok_or_else(|| Problem::internal("an item was added and is not there"))?;
    Ok((StatusCode::CREATED, Versioned(share.version, added)).into_response())
}

/// Who sent a single item knows of no list.
fn about_one(error: Error) -> Error {
    match error {
        Error::Invalid(mut errors) => {
            for error in &mut errors {
                if let Some(field) = error.field.strip_prefix("items[0].") {
                    error.field = field.to_owned();
                }
            }
            Error::Invalid(errors)
        }
        other => other,
    }
}

/// Puts the items in another order. The organiser's.
#[utoipa::path(put, path = "/shareables/{shortId}/items/order", tag = "shareables", request_body = OrderBody,
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn reorder(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(body): Json<OrderBody>,
) -> Result<Versioned<u64, ShareableView>, Problem> {
    let view = items::reorder_items(&ctx, &id, body.ids).await?;
    Ok(Versioned(view.version, view))
}

/// Changes an item. The organiser's.
#[utoipa::path(patch, path = "/shareables/{shortId}/items/{id}", tag = "shareables", request_body = ItemPatch,
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)),
    responses((status = 200, body = ItemView), Failures))]
pub async fn edit(
    ctx: Ctx,
    Path((id, item)): Path<(ShortId, ItemId)>,
    Json(patch): Json<ItemPatch>,
) -> Result<Versioned<u64, ItemView>, Problem> {
    let (share, item) = items::edit_item(&ctx, &id, item, patch).await?;
    Ok(Versioned(share.version, item))
}

/// Removes an item and its tick. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}/items/{id}", tag = "shareables",
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)), responses((status = 204), Failures))]
pub async fn remove(ctx: Ctx, Path((id, item)): Path<(ShortId, ItemId)>) -> Result<StatusCode, Problem> {
    items::remove_item(&ctx, &id, item).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ticks an item. Anyone's who can view.
#[utoipa::path(put, path = "/shareables/{shortId}/items/{id}/tick", tag = "shareables", request_body = Option<TickBody>,
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)),
    responses((status = 200, body = ItemView), Failures))]
pub async fn tick(
    ctx: Ctx,
    Path((id, item)): Path<(ShortId, ItemId)>,
    body: Option<Json<TickBody>>,
) -> Result<Json<ItemView>, Problem> {
    let by = body.and_then(|Json(body)| body.by);
    Ok(Json(tick::tick_item(&ctx, &id, item, by).await?))
}

/// Takes a tick back. Anyone's who can view.
#[utoipa::path(delete, path = "/shareables/{shortId}/items/{id}/tick", tag = "shareables",
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)), responses((status = 204), Failures))]
pub async fn untick(ctx: Ctx, Path((id, item)): Path<(ShortId, ItemId)>) -> Result<StatusCode, Problem> {
    tick::untick_item(&ctx, &id, item).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes every tick back. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}/ticks", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 204), Failures))]
pub async fn clear(ctx: Ctx, Path(id): Path<ShortId>) -> Result<StatusCode, Problem> {
    tick::clear_ticks(&ctx, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
