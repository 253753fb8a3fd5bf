//! Making, reading, editing, copying and deleting hangouts, and responding to them.

use super::{
    bodies::{CopyHangoutBody, CreateHangoutBody, EditHangoutBody, RespondBody},
    failures,
    views::{HangoutView, RespondedView, ResponsePage, ResponseView},
};
use crate::{
    gate::HangoutGate,
    live::{self, WatchHangout},
    model::Counts,
    service::{self, get_hangout, get_hangout::HangoutSeen},
};
use axum::response::Response;
use http::StatusCode;
use web::{Creating, Ctx, Json, PageQuery, Problem, Query, Versioned};

/// Makes a hangout in groups that you are in, or with people invited directly, or both.
#[utoipa::path(post, path = "/hangouts", tag = "hangouts", security(("bearer" = [])),
    request_body = CreateHangoutBody,
    responses((status = 201, body = HangoutView), failures::OneselfOnly, failures::Creating))]
pub async fn create_hangout(
    ctx: Ctx,
    Creating { once, body }: Creating<CreateHangoutBody>,
) -> Result<(StatusCode, Versioned<u64, HangoutView>), Problem> {
    let made = service::create_hangout::create_hangout(&ctx, &once, &body.into()).await?;
    let seen = made.into_inner();
    let counts = seen.hangout.counts();
    Ok((StatusCode::CREATED, shown(&ctx, seen, counts)))
}

/// A hangout, for members of its groups and people who were invited.
#[utoipa::path(get, path = "/hangouts/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = HangoutView), failures::Invited))]
pub async fn get_hangout(
    HangoutGate { ctx, id }: HangoutGate,
) -> Result<Versioned<u64, HangoutView>, Problem> {
    counted(&ctx, get_hangout::get_hangout(&ctx, &id).await?).await
}

/// Edits, moves or cancels a hangout. Its creator and owners of its groups may.
#[utoipa::path(patch, path = "/hangouts/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = HangoutView), failures::Editors, failures::Versions,
        (status = 422, description = "something is not allowed")))]
pub async fn edit_hangout(
    HangoutGate { ctx, id }: HangoutGate,
    Json(body): Json<EditHangoutBody>,
) -> Result<Versioned<u64, HangoutView>, Problem> {
    let edited = service::edit_hangout::edit_hangout(&ctx, &id, &ctx.expected(), &body.into()).await?;
    counted(&ctx, edited).await
}

/// Deletes a hangout and every response to it. Its creator and owners of its groups may.
#[utoipa::path(delete, path = "/hangouts/{id}", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 204), failures::Editors, failures::Versions))]
pub async fn delete_hangout(HangoutGate { ctx, id }: HangoutGate) -> Result<StatusCode, Problem> {
    service::delete_hangout::delete_hangout(&ctx, &id, &ctx.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Copies a hangout to another day. Those who may edit it may.
#[utoipa::path(post, path = "/hangouts/{id}/copy", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])), request_body = CopyHangoutBody,
    responses((status = 201, body = HangoutView), failures::Editors, failures::Creating))]
pub async fn copy_hangout(
    HangoutGate { ctx, id }: HangoutGate,
    Creating { once, body }: Creating<CopyHangoutBody>,
) -> Result<(StatusCode, Versioned<u64, HangoutView>), Problem> {
    let made = service::copy_hangout::copy_hangout(&ctx, &once, &id, body.start_time).await?;
    let seen = made.into_inner();
    let counts = seen.hangout.counts();
    Ok((StatusCode::CREATED, shown(&ctx, seen, counts)))
}

/// Says whether you come; saying something else replaces it.
#[utoipa::path(put, path = "/hangouts/{id}/response", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = RespondedView), failures::Invited,
        (status = 409, description = "the hangout is cancelled"),
        (status = 422, description = "no such response")))]
pub async fn respond(
    HangoutGate { ctx, id }: HangoutGate,
    Json(body): Json<RespondBody>,
) -> Result<Json<RespondedView>, Problem> {
    let (hangout, response) = service::respond::respond(&ctx, &id, body.response).await?;
    let counts = live::counts(&ctx, &hangout).await?;
    Ok(Json(RespondedView::of(ResponseView::of(response, hangout.moved_at), counts)))
}

/// Who said what.
#[utoipa::path(get, path = "/hangouts/{id}/responses", tag = "hangouts",
    params(("id" = String, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = ResponsePage), failures::Invited))]
pub async fn list_responses(
    HangoutGate { ctx, id }: HangoutGate,
    Query(query): Query<PageQuery>,
) -> Result<Json<ResponsePage>, Problem> {
    let list = format!("responses to {id}");
    let page = ctx.page_request(&list, &query)?;
    let (hangout, responses, next) = service::list_responses::list_responses(&ctx, &id, page).await?;
    let views = responses.into_iter().map(|response| ResponseView::of(response, hangout.moved_at)).collect();
    let page: kernel::Page<ResponseView> = ctx.page(&list, views, next)?;
    Ok(Json(page.into()))
}

/// Server-sent events: `changed {rev}` whenever the hangout changes or somebody responds.
#[utoipa::path(get, path = "/hangouts/{id}/live", tag = "hangouts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String), failures::Invited))]
pub async fn watch_hangout(HangoutGate { ctx, id }: HangoutGate) -> Result<Response, Problem> {
    get_hangout::get_hangout(&ctx, &id).await?;
    let user = ctx.actor.signed_in()?.user_id;
    Ok(ctx.watch::<WatchHangout>(id, user).await?)
}

/// With the counts of this moment, where the stored ones may be a second old.
async fn counted(ctx: &Ctx, seen: HangoutSeen) -> Result<Versioned<u64, HangoutView>, Problem> {
    let counts = live::counts(ctx, &seen.hangout).await?;
    Ok(shown(ctx, seen, counts))
}

fn shown(ctx: &Ctx, seen: HangoutSeen, counts: Counts) -> Versioned<u64, HangoutView> {
    Versioned(seen.hangout.version, HangoutView::of(ctx, seen, counts))
}
