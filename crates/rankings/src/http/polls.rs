//! Making, reading, editing, closing and deleting polls.

use super::views::{CreatePollBody, CreatedPoll, EditPollBody, PollView};
use crate::{
    ballots::Ballots,
    model::{Poll, PollId},
    service::{self, access::Credentials, get_poll},
};
use axum::Extension;
use http::StatusCode;
use std::sync::Arc;
use web::{Ctx, Json, Path, Problem, Versioned};

/// Makes a ranked-choice poll. No account is needed.
#[utoipa::path(
    post,
    path = "/ranked-polls",
    tag = "rankings",
    security(()),
    responses(
        (status = 201, body = CreatedPoll),
        (status = 401, description = "this server wants an account for that"),
        (status = 422, description = "something is not allowed"),
        (status = 429, description = "too many new ones in an hour"),
    )
)]
pub async fn create_poll(
    ctx: Ctx,
    Json(body): Json<CreatePollBody>,
) -> Result<(StatusCode, Versioned<u32, CreatedPoll>), Problem> {
    let (poll, manage_key) = service::create_poll::create_poll(&ctx, body.into()).await?;
    let version = poll.version;
    Ok((StatusCode::CREATED, Versioned(version, CreatedPoll::new(&ctx, poll, &manage_key))))
}

/// A poll. It stays readable after its end.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, body = PollView), (status = 404, description = "no such poll"))
)]
pub async fn get_poll(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Versioned<u32, PollView>, Problem> {
    let seen = get_poll::get_poll(&ctx, &ballots, id, &Credentials::of_bearer(&ctx)).await?;
    Ok(Versioned(seen.poll.version, PollView::of(&ctx, seen)))
}

/// Edits a poll. The candidates are fixed once somebody has voted.
#[utoipa::path(
    patch,
    path = "/ranked-polls/{id}",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PollView),
        (status = 401, description = "the manage key is missing or wrong"),
        (status = 403, description = "an account is not the manage key"),
        (status = 404, description = "no such poll"),
        (status = 409, description = "somebody has voted, so the candidates are fixed"),
        (status = 412, description = "changed in the meantime"),
        (status = 422, description = "something is not allowed"),
    )
)]
pub async fn edit_poll(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
    Json(body): Json<EditPollBody>,
) -> Result<Versioned<u32, PollView>, Problem> {
    let credentials = Credentials::of_bearer(&ctx);
    let poll = service::edit_poll::edit_poll(&ctx, id, &credentials, &body.into()).await?;
    changed(&ctx, &ballots, poll, &credentials).await
}

/// Deletes a poll and every ballot in it.
#[utoipa::path(
    delete,
    path = "/ranked-polls/{id}",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 204),
        (status = 401, description = "the manage key is missing or wrong"),
        (status = 403, description = "an account is not the manage key"),
        (status = 404, description = "no such poll"),
        (status = 412, description = "changed in the meantime"),
    )
)]
pub async fn delete_poll(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<StatusCode, Problem> {
    service::delete_poll::delete_poll(&ctx, id, &Credentials::of_bearer(&ctx)).await?;
    ballots.forget(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends voting now.
#[utoipa::path(
    post,
    path = "/ranked-polls/{id}/close",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PollView),
        (status = 401, description = "the manage key is missing or wrong"),
        (status = 403, description = "an account is not the manage key"),
        (status = 404, description = "no such poll"),
        (status = 412, description = "changed in the meantime"),
    )
)]
pub async fn close_poll(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Versioned<u32, PollView>, Problem> {
    let credentials = Credentials::of_bearer(&ctx);
    let poll = service::close_poll::close_poll(&ctx, id, &credentials).await?;
    changed(&ctx, &ballots, poll, &credentials).await
}

/// Takes ballots again. A poll past its time also needs a later `expiresAt`.
#[utoipa::path(
    post,
    path = "/ranked-polls/{id}/reopen",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PollView),
        (status = 401, description = "the manage key is missing or wrong"),
        (status = 403, description = "an account is not the manage key"),
        (status = 404, description = "no such poll"),
        (status = 412, description = "changed in the meantime"),
    )
)]
pub async fn reopen_poll(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Versioned<u32, PollView>, Problem> {
    let credentials = Credentials::of_bearer(&ctx);
    let poll = service::close_poll::reopen_poll(&ctx, id, &credentials).await?;
    changed(&ctx, &ballots, poll, &credentials).await
}

async fn changed(
    ctx: &Ctx,
    ballots: &Ballots,
    poll: Poll,
    credentials: &Credentials,
) -> Result<Versioned<u32, PollView>, Problem> {
    let seen = get_poll::seen(ctx, ballots, poll, credentials).await?;
    Ok(Versioned(seen.poll.version, PollView::of(ctx, seen)))
}
