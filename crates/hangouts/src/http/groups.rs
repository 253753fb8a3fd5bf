//! Making, reading, editing and deleting groups.

use super::{
    bodies::{CreateGroupBody, EditGroupBody},
    failures,
    views::{GroupPage, GroupView},
};
use crate::{
    gate::GroupGate,
    live::WatchGroup,
    service::{self, get_group},
};
use axum::response::Response;
use http::StatusCode;
use web::{Creating, Ctx, Json, PageQuery, Problem, Query, Versioned};

/// Makes a group with you as its owner.
#[utoipa::path(post, path = "/groups", tag = "hangouts", security(("bearer" = [])),
    request_body = CreateGroupBody,
    responses((status = 201, body = GroupView), failures::OneselfOnly, failures::Creating))]
pub async fn create_group(
    ctx: Ctx,
    Creating { once, body }: Creating<CreateGroupBody>,
) -> Result<(StatusCode, Versioned<u64, GroupView>), Problem> {
    let seen = service::create_group::create_group(&ctx, &once, body.into()).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(seen.group.version, seen.into())))
}

/// The groups that you are in.
#[utoipa::path(get, path = "/groups", tag = "hangouts", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = GroupPage), failures::OneselfOnly))]
pub async fn list_groups(ctx: Ctx, Query(query): Query<PageQuery>) -> Result<Json<GroupPage>, Problem> {
    let list = format!("groups of {}", ctx.actor.signed_in()?.user_id);
    let (groups, next) = service::list_groups::list_groups(&ctx, ctx.page_request(&list, &query)?).await?;
    Ok(Json(ctx.page(&list, groups, next)?.into()))
}

/// A group, for its members.
#[utoipa::path(get, path = "/groups/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = GroupView), failures::Members))]
pub async fn get_group(GroupGate { ctx, id }: GroupGate) -> Result<Versioned<u64, GroupView>, Problem> {
    let seen = get_group::get_group(&ctx, &id).await?;
    Ok(Versioned(seen.group.version, seen.into()))
}

/// Edits a group. Owners only.
#[utoipa::path(patch, path = "/groups/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = GroupView), failures::Owners, failures::Versions,
        (status = 422, description = "something is not allowed")))]
pub async fn edit_group(
    GroupGate { ctx, id }: GroupGate,
    Json(body): Json<EditGroupBody>,
) -> Result<Versioned<u64, GroupView>, Problem> {
    let seen = service::edit_group::edit_group(&ctx, &id, &ctx.expected(), body.into()).await?;
    Ok(Versioned(seen.group.version, seen.into()))
}

/// Deletes a group, with every hangout that is for nobody else. Owners only.
#[utoipa::path(delete, path = "/groups/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 204), failures::Owners, failures::Versions))]
pub async fn delete_group(GroupGate { ctx, id }: GroupGate) -> Result<StatusCode, Problem> {
    service::delete_group::delete_group(&ctx, &id, &ctx.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Server-sent events: `changed {rev}` whenever the group, its members or its hangouts change.
#[utoipa::path(get, path = "/groups/{id}/live", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String), failures::Members))]
pub async fn watch_group(GroupGate { ctx, id }: GroupGate) -> Result<Response, Problem> {
    get_group::get_membership(&ctx, &id).await?;
    let user = ctx.actor.signed_in()?.user_id;
    Ok(ctx.watch::<WatchGroup>(id, user).await?)
}
