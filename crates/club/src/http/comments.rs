//! Comments.

use super::{
    failures::{Creating as CreatingFailures, Editing, Listing, TakingPart},
    lists::Listed,
    views::CommentView,
};
use crate::{
    gate::{Allowed, TakesPart},
    model::{Comment, CommentId, CommentPlace, SiteId},
    service, stored,
};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Creating, Json, PageQuery, Path, Problem, Query, Versioned};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentBody {
    #[schema(min_length = 1, max_length = 5000)]
    pub body: String,
}

/// The comments on a link, oldest first.
#[utoipa::path(get, path = "/sites/{id}/comments", tag = "club", params(("id" = String, Path), PageQuery),
    security(("bearer" = [])), responses((status = 200, body = Listed<CommentView>), Listing, TakingPart))]
pub async fn list_comments(
    by: Allowed<TakesPart>,
    Path(id): Path<SiteId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Listed<CommentView>>, Problem> {
    stored::site(&by, &id).await?;
    let list = format!("comments on {id}");
    let found = service::list_comments::list_comments(&by, &id, by.page_request(&list, &page)?).await?;
    let views = found.comments.iter().map(|one| CommentView::new(one, found.name(&one.user_id))).collect();
    Ok(Json(by.page(&list, views, found.next)?.into()))
}

/// Comments on a link.
#[utoipa::path(post, path = "/sites/{id}/comments", tag = "club", request_body = CommentBody,
    params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 201, body = CommentView), TakingPart, CreatingFailures))]
pub async fn add_comment(
    by: Allowed<TakesPart>,
    Path(id): Path<SiteId>,
    Creating { once, body }: Creating<CommentBody>,
) -> Result<(StatusCode, Versioned<u64, CommentView>), Problem> {
    let comment = service::add_comment::add_comment(&by, &once, &id, &body.body).await?.into_inner();
    Ok((StatusCode::CREATED, mine(&by, &comment)?))
}

/// Edits one's own comment.
#[utoipa::path(patch, path = "/sites/{id}/comments/{commentId}", tag = "club",
    params(("id" = String, Path), ("commentId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = CommentView), (status = 403, description = "someone else’s comment"),
        TakingPart, Editing))]
pub async fn edit_comment(
    by: Allowed<TakesPart>,
    Path((site, id)): Path<(SiteId, CommentId)>,
    Json(body): Json<CommentBody>,
) -> Result<Versioned<u64, CommentView>, Problem> {
    let comment =
        service::edit_comment::edit_comment(&by, &CommentPlace { site, id }, &by.expected(), &body.body)
            .await?;
    mine(&by, &comment)
}

/// Deletes one's own comment; a moderator deletes any.
#[utoipa::path(delete, path = "/sites/{id}/comments/{commentId}", tag = "club",
    params(("id" = String, Path), ("commentId" = String, Path)), security(("bearer" = [])),
    responses((status = 204), (status = 403, description = "someone else’s comment"), TakingPart, Editing))]
pub async fn delete_comment(
    by: Allowed<TakesPart>,
    Path((site, id)): Path<(SiteId, CommentId)>,
) -> Result<StatusCode, Problem> {
    service::delete_comment::delete_comment(&by, &CommentPlace { site, id }, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller's own comment, under their own name.
fn mine(by: &Allowed<TakesPart>, comment: &Comment) -> Result<Versioned<u64, CommentView>, Problem> {
    let name = &by.actor.signed_in()?.display_name;
    Ok(Versioned(comment.version, CommentView::new(comment, name)))
}
