//! RSVPs to an event, and the event for a calendar.

use super::{
    Failures,
    paged::{ListQuery, page},
};
use crate::{
    cookies,
    model::{RsvpFields, ShortId},
    service::{calendar::get_calendar, rsvp, rsvps::list_rsvps},
    view::{RsvpList, RsvpView},
};
use axum::response::IntoResponse;
use http::{StatusCode, header};
use web::{Ctx, Json, Path, Problem, Query};

/// Answers. The `code` told here is the person's own key to change or withdraw it.
#[utoipa::path(post, path = "/shareables/{shortId}/rsvps", tag = "shareables", request_body = RsvpFields,
    params(("shortId" = String, Path)), responses((status = 201, body = RsvpView), Failures))]
pub async fn submit(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Json(fields): Json<RsvpFields>,
) -> Result<(StatusCode, Json<RsvpView>), Problem> {
    Ok((StatusCode::CREATED, Json(rsvp::submit_rsvp(&ctx, &id, fields).await?)))
}

/// Who is coming, for those who may know. Codes are there for the organiser only.
#[utoipa::path(get, path = "/shareables/{shortId}/rsvps", tag = "shareables",
    params(("shortId" = String, Path), ListQuery), responses((status = 200, body = RsvpList), Failures))]
pub async fn list(
    ctx: Ctx,
    Path(id): Path<ShortId>,
    Query(query): Query<ListQuery>,
) -> Result<Json<RsvpList>, Problem> {
    let code = cookies::code_of(&ctx, query.code.as_deref());
    let rsvps = list_rsvps(&ctx, &id, code.as_deref()).await?;
    let list = format!("rsvps of {id}");
    let (items, next_cursor) = page(&ctx, &list, query, rsvps.all, |rsvp| (rsvp.created_at, rsvp.code))?;
    let view = if rsvps.with_codes { RsvpView::with_code } else { RsvpView::without_code };
    Ok(Json(RsvpList { items: items.into_iter().map(view).collect(), summary: rsvps.summary, next_cursor }))
}

/// One's own answer.
#[utoipa::path(get, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = RsvpView), Failures))]
pub async fn get(ctx: Ctx, Path((id, code)): Path<(ShortId, String)>) -> Result<Json<RsvpView>, Problem> {
    Ok(Json(rsvp::get_rsvp(&ctx, &id, &code).await?))
}

/// Changes one's answer.
#[utoipa::path(put, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables", request_body = RsvpFields,
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = RsvpView), Failures))]
pub async fn change(
    ctx: Ctx,
    Path((id, code)): Path<(ShortId, String)>,
    Json(fields): Json<RsvpFields>,
) -> Result<Json<RsvpView>, Problem> {
    Ok(Json(rsvp::change_rsvp(&ctx, &id, &code, fields).await?))
}

/// Withdraws one's answer.
#[utoipa::path(delete, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 204), Failures))]
pub async fn withdraw(ctx: Ctx, Path((id, code)): Path<(ShortId, String)>) -> Result<StatusCode, Problem> {
    rsvp::withdraw_rsvp(&ctx, &id, &code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The event as a calendar file.
#[utoipa::path(get, path = "/shareables/{shortId}/event.ics", tag = "shareables",
    params(("shortId" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar"), Failures))]
pub async fn calendar(ctx: Ctx, Path(id): Path<ShortId>) -> Result<impl IntoResponse, Problem> {
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.ics\"")),
    ];
    Ok((headers, get_calendar(&ctx, &id).await?))
}
