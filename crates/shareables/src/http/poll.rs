//! Votes in a poll, and what they came to.

use super::{
    Failures,
    paged::{CodeQuery, ListQuery, page},
};
use crate::{
    cookies,
    model::{Access, Results, Shareable, ShortId, VoteFields},
    service::{close, get::show, open::Opened, results::get_results, votes},
    view::{ShareableView, VoteView},
};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, Json, Path, Problem, Query, Versioned};

/// Votes, with codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteList {
    items: Vec<VoteView>,
    next_cursor: Option<String>,
}

/// Votes. The `code` told here is the person's own key to change or withdraw it.
#[utoipa::path(post, path = "/shareables/{shortId}/votes", tag = "shareables", request_body = VoteFields,
    params(("shortId" = String, Path)), responses((status = 201, body = VoteView), Failures))]
pub async fn cast(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(fields): Json<VoteFields>,
) -> Result<(StatusCode, Json<VoteView>), Problem> {
    Ok((StatusCode::CREATED, Json(votes::cast_vote(&ctx, &id, fields).await?)))
}

/// Every vote with its code. The organiser's.
#[utoipa::path(get, path = "/shareables/{shortId}/votes", tag = "shareables",
    params(("shortId" = String, Path), ListQuery), responses((status = 200, body = VoteList), Failures))]
pub async fn list(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<VoteList>, Problem> {
    let all = votes::list_votes(&ctx, &id).await?;
    let (items, next_cursor) =
        page(&ctx, &format!("votes of {id}"), query, all, |vote| (vote.created_at, vote.code))?;
    Ok(Json(VoteList { items: items.into_iter().map(VoteView::from).collect(), next_cursor }))
}

/// One's own vote.
#[utoipa::path(get, path = "/shareables/{shortId}/votes/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = VoteView), Failures))]
pub async fn get(ctx: Ctx, Path((id, code)): Path<(ShortId, String)>) -> Result<Json<VoteView>, Problem> {
    Ok(Json(votes::get_vote(&ctx, &id, &code).await?))
}

/// Changes one's vote.
#[utoipa::path(put, path = "/shareables/{shortId}/votes/{code}", tag = "shareables", request_body = VoteFields,
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = VoteView), Failures))]
pub async fn change(
    ctx: Ctx,
    Path((id, code)): Path<(ShortId, String)>,
    Json(fields): Json<VoteFields>,
) -> Result<Json<VoteView>, Problem> {
    Ok(Json(votes::change_vote(&ctx, &id, &code, fields).await?))
}

/// Withdraws one's vote.
#[utoipa::path(delete, path = "/shareables/{shortId}/votes/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 204), Failures))]
pub async fn withdraw(ctx: Ctx, Path((id, code)): Path<(ShortId, String)>) -> Result<StatusCode, Problem> {
    votes::withdraw_vote(&ctx, &id, &code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The results, for those who may see them.
#[utoipa::path(get, path = "/shareables/{shortId}/results", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery), responses((status = 200, body = Results), Failures))]
pub async fn results(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Query(query): Query<CodeQuery>,
) -> Result<Json<Results>, Problem> {
    let code = cookies::code_of(&ctx, query.code.as_deref());
    Ok(Json(get_results(&ctx, &id, code.as_deref()).await?))
}

/// Takes no more votes. The organiser's.
#[utoipa::path(post, path = "/shareables/{shortId}/close", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn close(ctx: Ctx, Path(id): Path<ShortId>) -> Result<Versioned<u64, ShareableView>, Problem> {
    let share = close::close_poll(&ctx, &id).await?;
    shown(&ctx, share).await
}

/// Takes votes again. The organiser's.
#[utoipa::path(post, path = "/shareables/{shortId}/reopen", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn reopen(ctx: Ctx, Path(id): Path<ShortId>) -> Result<Versioned<u64, ShareableView>, Problem> {
    let share = close::reopen_poll(&ctx, &id).await?;
    shown(&ctx, share).await
}

async fn shown(ctx: &Ctx, share: Shareable) -> Result<Versioned<u64, ShareableView>, Problem> {
    let view = show(ctx, Opened { share, access: Access::Admin }).await?;
    Ok(Versioned(view.version, view))
}
