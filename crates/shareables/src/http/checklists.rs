//! Items of a checklist, and what people mark on them.

use super::{
    CodeQuery, Failures, VersionedShare, changed,
    views::{ItemView, ShareableView},
};
use crate::{
    Error,
    gate::{Gate, Opened, To},
    keys::Part,
    model::{Code, ItemFields, ItemId, ItemPatch},
    service::{
        add_items::{AddItems, add_items},
        claim_item::{Claimed, claim_item, release_claim},
        clear_ticks::clear_ticks,
        edit_item::{EditItem, edit_item},
        get_shareable::get_shareable,
        remove_item::remove_item,
        reorder_items::reorder_items,
        tick_item::tick_item,
        unmark_item::unmark_item,
    },
    stored::Marks,
};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use kernel::FieldError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{Creating, Fault, Json, Path, Problem, Versioned};

/// One item, or several as `items`.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddBody {
    checklist_item_id: Option<ItemId>,
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    #[schema(max_length = 300)]
    note: Option<String>,
    #[schema(min_items = 1, max_items = 300)]
    items: Option<Vec<ItemFields>>,
    /// Who adds it, where that is not the organiser.
    #[schema(min_length = 1, max_length = 200)]
    by: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Added {
    items: Vec<ItemView>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderBody {
    /// Every item of the organiser's once.
    #[schema(max_items = 300)]
    ids: Vec<ItemId>,
}

/// Who ticks, if they want to say.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TickBody {
    #[schema(min_length = 1, max_length = 200)]
    by: Option<String>,
}

/// Who does it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimBody {
    #[schema(max_length = 200, min_length = 1)]
    by: String,
}

/// An item that is claimed, and the code by which the claim is released; none where another program stored the claim.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimView {
    #[serde(flatten)]
    item: ItemView,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
}

#[derive(Deserialize)]
pub struct ItemAt {
    id: ItemId,
}

/// Adds one item (answered with it) or several (answered with `items`). The organiser's; with `viewersAdd` anyone's who can view.
#[utoipa::path(post, path = "/shareables/{shortId}/items", tag = "shareables", request_body = AddBody,
    params(("shortId" = String, Path)), responses((status = 201, body = ItemView), Failures))]
pub async fn add(gate: Gate, Creating { once, body }: Creating<AddBody>) -> Result<Response, Problem> {
    let opened = gate.open(To::Answer).await?;
    let alone = body.items.is_none();
    let items = match body.items {
        Some(_) if body.name.is_some() || body.note.is_some() || body.checklist_item_id.is_some() => {
            let message = "Send one item, or several as items; not both.";
            return Err(Fault::about("items", message).into());
        }
        Some(items) => items,
        None => {
            let (checklist_item_id, name) = (body.checklist_item_id, body.name.unwrap_or_default());
            vec![ItemFields { checklist_item_id, name, note: body.note }]
        }
    };
    let cmd = AddItems { once, expected: gate.ctx.expected(), items, by: body.by };
    let added = add_items(&gate.ctx, &gate.visitor, opened, cmd).await;
    let (added, version) = added.map_err(|error| if alone { about_one(error) } else { error })?;
    let mut items: Vec<_> = added.into_iter().map(|item| ItemView::of(item, &Marks::default())).collect();
    let one = if alone { items.pop() } else { None };
    Ok(match one {
        Some(item) => (StatusCode::CREATED, Versioned(version, item)).into_response(),
        None => (StatusCode::CREATED, Versioned(version, Added { items })).into_response(),
    })
}

/// Who sent a single item knows of no list.
fn about_one(error: Error) -> Error {
    let Error::Fault(Fault::Invalid(errors)) = error else { return error };
    let renamed = errors.into_iter().map(|error| match error.field.strip_prefix("items[0].") {
        Some(field) => FieldError { field: field.to_owned(), ..error },
        None => error,
    });
    renamed.collect::<Vec<_>>().into()
}

/// Puts the items in another order. The organiser's.
#[utoipa::path(put, path = "/shareables/{shortId}/items/order", tag = "shareables", request_body = OrderBody,
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn reorder(gate: Gate, Json(body): Json<OrderBody>) -> Result<VersionedShare, Problem> {
    let share = reorder_items(&gate.ctx, &gate.visitor, &gate.ctx.expected(), &body.ids).await?;
    changed(&gate, share).await
}

/// Changes an item. The organiser's.
#[utoipa::path(patch, path = "/shareables/{shortId}/items/{id}", tag = "shareables", request_body = ItemPatch,
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)),
    responses((status = 200, body = ItemView), Failures))]
pub async fn edit(
    gate: Gate,
    Path(at): Path<ItemAt>,
    Json(patch): Json<ItemPatch>,
) -> Result<Versioned<u64, ItemView>, Problem> {
    let cmd = EditItem { expected: gate.ctx.expected(), item: at.id, patch };
    let (item, version) = edit_item(&gate.ctx, &gate.visitor, cmd).await?;
    let marks = get_shareable(&gate.ctx, gate.open(To::Organise).await?).await?.marks;
    Ok(Versioned(version, ItemView::of(item, &marks)))
}

/// Removes an item and what is marked on it. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}/items/{id}", tag = "shareables",
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)), responses((status = 204), Failures))]
pub async fn remove(gate: Gate, Path(at): Path<ItemAt>) -> Result<StatusCode, Problem> {
    remove_item(&gate.ctx, &gate.visitor, &gate.ctx.expected(), at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ticks an item. Anyone's who can view.
#[utoipa::path(put, path = "/shareables/{shortId}/items/{id}/tick", tag = "shareables", request_body = Option<TickBody>,
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)),
    responses((status = 200, body = ItemView), Failures))]
pub async fn tick(
    gate: Gate,
    Path(at): Path<ItemAt>,
    body: Option<Json<TickBody>>,
) -> Result<Json<ItemView>, Problem> {
    let opened = gate.open(To::Answer).await?;
    let tick = tick_item(&gate.ctx, &opened, at.id, body.and_then(|Json(body)| body.by)).await?;
    let marks = Marks { ticks: [(at.id, tick)].into(), ..Marks::default() };
    Ok(Json(marked(&gate, opened, at.id, marks).await?))
}

/// Takes a tick back. Anyone's who can view.
#[utoipa::path(delete, path = "/shareables/{shortId}/items/{id}/tick", tag = "shareables",
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path)), responses((status = 204), Failures))]
pub async fn untick(gate: Gate, Path(at): Path<ItemAt>) -> Result<StatusCode, Problem> {
    unmark_item(&gate.ctx, &gate.open(To::Answer).await?, Part::Tick, at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that one does it. Anyone's who can view; the first wins, and a 409 names the holder. The `code` in the answer releases it.
#[utoipa::path(put, path = "/shareables/{shortId}/items/{id}/claim", tag = "shareables", request_body = ClaimBody,
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path), CodeQuery),
    responses((status = 200, body = ClaimView), Failures))]
pub async fn claim(
    gate: Gate,
    Path(at): Path<ItemAt>,
    Json(body): Json<ClaimBody>,
) -> Result<Json<ClaimView>, Problem> {
    let opened = gate.open(To::Answer).await?;
    let Claimed { claim, code } = claim_item(&gate.ctx, &opened, at.id, &body.by, None).await?;
    let marks = Marks { claims: [(at.id, claim)].into(), ..Marks::default() };
    Ok(Json(ClaimView { item: marked(&gate, opened, at.id, marks).await?, code }))
}

/// Releases a claim. Its holder's, by its code (as Bearer or `?code=`) or account, and the organiser's. One stored without a code is
/// released by anyone who may tick.
#[utoipa::path(delete, path = "/shareables/{shortId}/items/{id}/claim", tag = "shareables",
    params(("shortId" = String, Path), ("id" = uuid::Uuid, Path), CodeQuery), responses((status = 204), Failures))]
pub async fn release(gate: Gate, Path(at): Path<ItemAt>) -> Result<StatusCode, Problem> {
    release_claim(&gate.ctx, &gate.open(To::Answer).await?, at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes every tick back. The organiser's.
#[utoipa::path(delete, path = "/shareables/{shortId}/ticks", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 204), Failures))]
pub async fn clear(gate: Gate) -> Result<StatusCode, Problem> {
    clear_ticks(&gate.ctx, &gate.open(To::Edit).await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An item with what was just marked on it; one of the organiser's needs no further look at storage.
async fn marked(gate: &Gate, opened: Opened, id: ItemId, marks: Marks) -> Result<ItemView, Problem> {
    let own = opened.share.checklist()?.find(id).cloned();
    if let Some(item) = own {
        return Ok(ItemView::of(item, &marks));
    }
    let shown = get_shareable(&gate.ctx, opened).await?;
    let added = shown.marks.added.iter().find(|added| added.item.checklist_item_id == id);
    let added = added.ok_or(Error::NoSuchItem)?;
    Ok(ItemView { added_by: added.added_by.clone(), ..ItemView::of(added.item.clone(), &shown.marks) })
}
