//! Files for the organiser, and the stream that keeps pages live.

use super::{
    CodeQuery, Failures,
    views::{ContentView, ItemView, RsvpView, ShareableView, VoteView},
};
use crate::{
    Error,
    gate::{Gate, To},
    live::Rights,
    model::{Question, Results, Rsvp, RsvpSummary, Shareable, Vote},
    service::{
        export_shareable::{Answers, Exported, export_shareable},
        list_answers::has_answered,
    },
};
use axum::response::{IntoResponse, Response};
use http::header;
use kernel::{Moment, Zone};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Download, Problem, Sheet, download::SheetError};

/// A share with everything in it, participants' codes included. A checklist's ticks are in its items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    shareable: ShareableView,
    /// Of an event, as is `summary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rsvps: Option<Vec<RsvpView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<RsvpSummary>,
    /// Of a poll, as are `results`.
    #[serde(skip_serializing_if = "Option::is_none")]
    votes: Option<Vec<VoteView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
}

/// The answers for a spreadsheet, without participants' codes. The organiser's, also after expiry.
#[utoipa::path(get, path = "/shareables/{shortId}/export.csv", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = String, content_type = "text/csv"), Failures))]
pub async fn csv(gate: Gate) -> Result<impl IntoResponse, Problem> {
    let Exported { shown, answers } = export_shareable(&gate.ctx, gate.open(To::Organise).await?).await?;
    let view = ShareableView::of(&gate.ctx, shown);
    let sheet = match (&answers, &view.content) {
        (Answers::Rsvps(rsvps), _) => rsvp_sheet(rsvps),
        (Answers::Votes(votes, _), ContentView::Poll(poll)) => {
            vote_sheet(&poll.questions, poll.time_zone.as_ref(), votes)
        }
        (_, ContentView::Checklist(list)) => item_sheet(&list.items),
        _ => Ok(Sheet::default()),
    };
    let file = Download::csv(format!("{}.csv", gate.id()), sheet?.into_bytes()?);
    Ok(([(header::CACHE_CONTROL, "no-store")], file))
}

/// Everything, with participants' codes. The organiser's, also after expiry.
#[utoipa::path(get, path = "/shareables/{shortId}/export.json", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = Export), Failures))]
pub async fn json(gate: Gate) -> Result<impl IntoResponse, Problem> {
    let opened = gate.open(To::Organise).await?;
    let Exported { shown, answers } = export_shareable(&gate.ctx, opened.clone()).await?;
    let shareable = ShareableView::of(&gate.ctx, shown);
    let mut export = Export { shareable, rsvps: None, summary: None, votes: None, results: None };
    match answers {
        Answers::None => {}
        Answers::Rsvps(rsvps) => {
            let event = opened.share.event()?;
            export.summary = Some(RsvpSummary::of(&rsvps));
            export.rsvps = Some(rsvps.into_iter().map(|rsvp| RsvpView::with_code(rsvp, event)).collect());
        }
        Answers::Votes(votes, results) => {
            export.results = Some(results);
            export.votes = Some(votes.into_iter().map(VoteView::from).collect());
        }
    }
    let bytes = serde_json::to_vec(&export).map_err(|error| Problem::internal(error.to_string()))?;
    let file = Download::json(format!("{}.json", gate.id()), bytes);
    Ok(([(header::CACHE_CONTROL, "no-store")], file))
}

fn item_sheet(items: &[ItemView]) -> Result<Sheet, SheetError> {
    let mut sheet = Sheet::default();
    sheet.row(["name", "note", "checked", "checkedBy", "checkedAt", "claimedBy", "addedBy"])?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    for item in items {
        sheet.row([
            item.item.name.clone(),
            text(&item.item.note),
            if item.checked { "yes" } else { "no" }.to_owned(),
            text(&item.checked_by),
            item.checked_at.map(|at| at.to_string()).unwrap_or_default(),
            text(&item.claimed_by),
            text(&item.added_by),
        ])?;
    }
    Ok(sheet)
}

fn time(at: Option<Moment>) -> String {
    at.map(|at| at.to_string()).unwrap_or_default()
}

fn rsvp_sheet(rsvps: &[Rsvp]) -> Result<Sheet, SheetError> {
    let mut sheet = Sheet::default();
    sheet.row(["name", "response", "guestCount", "note", "createdAt", "updatedAt"])?;
    for rsvp in rsvps {
        sheet.row([
            rsvp.name.clone(),
            rsvp.response.to_string(),
            rsvp.guest_count.to_string(),
            rsvp.note.clone().unwrap_or_default(),
            time(rsvp.created_at),
            time(rsvp.updated_at),
        ])?;
    }
    Ok(sheet)
}

fn vote_sheet(questions: &[Question], zone: Option<&Zone>, votes: &[Vote]) -> Result<Sheet, SheetError> {
    let mut sheet = Sheet::default();
    let titles = questions.iter().map(|question| question.title.as_str());
    sheet.row(std::iter::once("name").chain(titles).chain(["createdAt", "updatedAt"]))?;
    for vote in votes {
        let chosen = questions.iter().map(|question| question.chosen_in(&vote.answers, zone).join("; "));
        let times = [time(vote.created_at), time(vote.updated_at)];
        sheet.row(std::iter::once(vote.name.clone().unwrap_or_default()).chain(chosen).chain(times))?;
    }
    Ok(sheet)
}

/// Server-sent events: `changed {"rev":…}` whenever something changed that the caller may see.
#[utoipa::path(get, path = "/shareables/{shortId}/live", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery, ("since" = Option<String>, Query, max_length = 40),
        ("parts" = Option<u8>, Query, maximum = 1)),
    responses((status = 200, body = String, content_type = "text/event-stream"), Failures))]
pub async fn live(gate: Gate) -> Result<Response, Problem> {
    let (ctx, opened) = (&gate.ctx, gate.open(To::Read).await?);
    let rights = Rights::of(&opened, gate.visitor.user, has_answered(ctx, &opened).await?);
    Ok(ctx.watch::<Shareable>(*gate.id(), rights).await.map_err(Error::from)?)
}
