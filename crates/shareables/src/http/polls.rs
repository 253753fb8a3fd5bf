//! Votes in a poll, and what they came to.

use super::{
    CodeQuery, Failures, VersionedShare, changed,
    events::{CodeAt, status_of},
    views::{ShareableView, VoteView},
};
use crate::{
    gate::{Gate, To},
    model::{Ballot, Results, Vote, VoteFields},
    service::{
        close_poll::close_poll,
        get_results::get_results,
        give_answer::{Way, give_answer},
        list_answers::{Choices, list_answers},
        list_votes::list_votes,
        reopen_poll::reopen_poll,
        withdraw_answer::withdraw_answer,
    },
    stored::get_answer,
};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use web::{
    Creating, Json, PageQuery, Path, Problem, Query,
    outcome::{self, MadeView, MakeOutcome},
};

web::lists! {
    /// Votes, with codes.
    VoteList of VoteView;
    /// Names and choices.
    ChoicesList of Choices;
}

/// Votes. The `code` in the answer is the person's own key to change or withdraw it.
#[utoipa::path(post, path = "/shareables/{shortId}/votes", tag = "shareables", request_body = VoteFields,
    params(("shortId" = String, Path), CodeQuery),
    responses((status = 201, body = VoteView), (status = 200, body = VoteView), Failures))]
pub async fn cast(
    gate: Gate,
    Creating { once, body }: Creating<VoteFields>,
) -> Result<(StatusCode, Json<VoteView>), Problem> {
    let opened = gate.open(To::Answer).await?;
    let way = Way::New { once, code: opened.code, is_own: true };
    let given = give_answer::<Ballot>(&gate.ctx, &opened, way, body).await?;
    Ok((status_of(&given), Json(given.answer.into())))
}

/// Every vote with its code, the oldest first. The organiser's.
#[utoipa::path(get, path = "/shareables/{shortId}/votes", tag = "shareables",
    params(("shortId" = String, Path), PageQuery), responses((status = 200, body = VoteList), Failures))]
pub async fn list(gate: Gate, Query(query): Query<PageQuery>) -> Result<Json<VoteList>, Problem> {
    let opened = gate.open(To::Organise).await?;
    let read = async |after, limit| Ok(list_votes(&gate.ctx, &opened, after, limit).await?);
    let name = format!("votes of {}", gate.id());
    Ok(Json(gate.ctx.page_by(&name, &query, read, Vote::place).await?.into()))
}

/// One's own vote.
#[utoipa::path(get, path = "/shareables/{shortId}/votes/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = VoteView), Failures))]
pub async fn get(gate: Gate, Path(at): Path<CodeAt>) -> Result<Json<VoteView>, Problem> {
    let opened = gate.open(To::Read).await?;
    opened.share.poll()?;
    let vote: Vote = get_answer(&gate.ctx, opened.id(), at.code.parse().ok()).await?;
    Ok(Json(vote.into()))
}

/// Changes one's vote.
#[utoipa::path(put, path = "/shareables/{shortId}/votes/{code}", tag = "shareables", request_body = VoteFields,
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 200, body = VoteView), Failures))]
pub async fn change(
    gate: Gate,
    Path(at): Path<CodeAt>,
    Json(fields): Json<VoteFields>,
) -> Result<Json<VoteView>, Problem> {
    let opened = gate.open(To::Answer).await?;
    let given = give_answer::<Ballot>(&gate.ctx, &opened, Way::Change(at.code.parse().ok()), fields).await?;
    Ok(Json(given.answer.into()))
}

/// Withdraws one's vote.
#[utoipa::path(delete, path = "/shareables/{shortId}/votes/{code}", tag = "shareables",
    params(("shortId" = String, Path), ("code" = String, Path)), responses((status = 204), Failures))]
pub async fn withdraw(gate: Gate, Path(at): Path<CodeAt>) -> Result<StatusCode, Problem> {
    let opened = gate.open(To::Answer).await?;
    opened.share.poll()?;
    withdraw_answer(&gate.ctx, &opened, at.code.parse().ok()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The results, for those who may see them.
#[utoipa::path(get, path = "/shareables/{shortId}/results", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery), responses((status = 200, body = Results), Failures))]
pub async fn results(gate: Gate) -> Result<impl IntoResponse, Problem> {
    let opened = gate.open(To::Read).await?;
    let tally = get_results(&gate.ctx, &opened).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], tally.json()?))
}

/// Makes an event, a checklist, a hangout or a movie round of what a closed poll decided; one of each kind.
#[utoipa::path(post, path = "/shareables/{shortId}/outcome", tag = "shareables", request_body = MakeOutcome,
    params(("shortId" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = MadeView), Failures))]
pub async fn outcome(
    gate: Gate,
    Creating { once, body }: Creating<MakeOutcome>,
) -> Result<Response, Problem> {
    Ok(outcome::make_outcome(&gate, &once, &body).await?.into_json(&gate.ctx))
}

/// Who chose what, the oldest first, for those who may see the results.
#[utoipa::path(get, path = "/shareables/{shortId}/answers", tag = "shareables",
    params(("shortId" = String, Path), CodeQuery, PageQuery),
    responses((status = 200, body = ChoicesList), Failures))]
pub async fn answers(gate: Gate, Query(query): Query<PageQuery>) -> Result<Json<ChoicesList>, Problem> {
    let opened = gate.open(To::Read).await?;
    let read = async |after, limit| Ok(list_answers(&gate.ctx, &opened, after, limit).await?);
    let name = format!("answers to {}", gate.id());
    Ok(Json(gate.ctx.page_by(&name, &query, read, Choices::place).await?.into()))
}

/// Takes no more votes. The organiser's.
#[utoipa::path(post, path = "/shareables/{shortId}/close", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn close(gate: Gate) -> Result<VersionedShare, Problem> {
    changed(&gate, close_poll(&gate.ctx, &gate.visitor, &gate.ctx.expected()).await?).await
}

/// Takes votes again. The organiser's.
#[utoipa::path(post, path = "/shareables/{shortId}/reopen", tag = "shareables",
    params(("shortId" = String, Path)), responses((status = 200, body = ShareableView), Failures))]
pub async fn reopen(gate: Gate) -> Result<VersionedShare, Problem> {
    changed(&gate, reopen_poll(&gate.ctx, &gate.visitor, &gate.ctx.expected()).await?).await
}
