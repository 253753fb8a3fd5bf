//! Replies to an event, and the event for a calendar.

use super::{CodeQuery, Failures, views::RsvpView};
use crate::{
    gate::{Gate, To},
    live::Rsvps,
    model::{Reply, Rsvp, RsvpFields, RsvpSummary},
    service::{
        get_calendar::entry_of,
        give_answer::{Given, Way, give_answer},
        list_rsvps::list_rsvps,
        withdraw_answer::withdraw_answer,
    },
    stored::get_answer,
};
use http::StatusCode;
use kernel::Page;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{CalendarFile, Creating, Json, PageQuery, Path, Problem, Query};

/// Who is coming.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RsvpList {
    items: Vec<RsvpView>,
    /// Of all, whatever page this is.
    summary: RsvpSummary,
    next_cursor: Option<String>,
}

#[derive(Deserialize)]
pub struct CodeAt {
    pub code: String,
}

/// Replies. The `code` in the answer is the person's own key to change or withdraw it.
#[utoipa::path(post, path = "/shareables/{shortId}/rsvps", tag = "shareables", request_body = RsvpFields,
    params(("shortId" = String, Path), CodeQuery),
    responses((status = 201, body = RsvpView), (status = 200, body = RsvpView), Failures))]
pub async fn submit(
    gate: Gate,
    Creating { once, body }: Creating<RsvpFields>,
) -> Result<(StatusCode, Json<RsvpView>), Problem> {
    let opened = gate.open(To::Answer).await?;
    let way = Way::New { once, code: opened.code, is_own: true };
    let given = give_answer::<Reply>(&gate.ctx, &opened, way, body).await?;
    Ok((status_of(&given), Json(RsvpView::with_code(given.answer, opened.share.event()?))))
}

pub fn status_of<A>(given: &Given<A>) -> StatusCode {
    if given.is_new { StatusCode::CREATED } else { StatusCode::OK }
}

/// Who is coming, for those who may know, the oldest first. Only the organiser gets codes.
#[utoipa::path(get, path = "/shareables/{shortId}/rsvps", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery, PageQuery), responses((status = 200, body = RsvpList), Failures))]
pub async fn list(gate: Gate, Query(query): Query<PageQuery>) -> Result<Json<RsvpList>, Problem> {
    let opened = gate.open(To::Read).await?;
    let read = async |after, limit| Ok(list_rsvps(&gate.ctx, &opened, after, limit).await?);
    let name = format!("rsvps of {}", gate.id());
    let Page { items, next_cursor } = gate.ctx.page_by(&name, &query, read, Rsvp::place).await?;
    let (event, is_admin) = (opened.share.event()?, opened.access.is_admin());
    let view = |rsvp| {
        if is_admin { RsvpView::with_code(rsvp, event) } else { RsvpView::without_code(rsvp, event) }
    };
    let summary = gate.ctx.followed::<Rsvps>(&opened.share).await?.summary;
    Ok(Json(RsvpList { items: items.into_iter().map(view).collect(), summary, next_cursor }))
}

/// One's own reply.
#[utoipa::path(get, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = RsvpView), Failures))]
pub async fn get(gate: Gate, Path(at): Path<CodeAt>) -> Result<Json<RsvpView>, Problem> {
    let opened = gate.open(To::Read).await?;
    let event = opened.share.event()?;
    let rsvp = get_answer(&gate.ctx, opened.id(), at.code.parse().ok()).await?;
    Ok(Json(RsvpView::with_code(rsvp, event)))
}

/// Changes one's reply, or says once more what it says: a reply from before the event was moved then counts as given now, in its place.
#[utoipa::path(put, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables", request_body = RsvpFields,
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = RsvpView), Failures))]
pub async fn change(
    gate: Gate,
    Path(at): Path<CodeAt>,
    Json(fields): Json<RsvpFields>,
) -> Result<Json<RsvpView>, Problem> {
    let opened = gate.open(To::Answer).await?;
    let way = Way::Change(at.code.parse().ok());
    let rsvp = give_answer(&gate.ctx, &opened, way, fields).await?.answer;
    Ok(Json(RsvpView::with_code(rsvp, opened.share.event()?)))
}

/// Withdraws one's reply.
#[utoipa::path(delete, path = "/shareables/{shortId}/rsvps/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 204), Failures))]
pub async fn withdraw(gate: Gate, Path(at): Path<CodeAt>) -> Result<StatusCode, Problem> {
    let opened = gate.open(To::Answer).await?;
    opened.share.event()?;
    withdraw_answer(&gate.ctx, &opened, at.code.parse().ok()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The event as a calendar file.
#[utoipa::path(get, path = "/shareables/{shortId}/event.ics", tag = "shareables",
    params(("shortId" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar"),
        (status = 304, description = "as the caller knows it"), Failures))]
pub async fn calendar(gate: Gate) -> Result<CalendarFile, Problem> {
    let opened = gate.open(To::Read).await?;
    let file = web::calendar::file(&gate.ctx, &gate.ctx.url(""), &entry_of(&opened.share)?);
    Ok(gate.ctx.calendar_file(&format!("{}.ics", gate.id()), file))
}
