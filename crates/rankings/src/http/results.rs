//! Results, as JSON and as a sheet; ballots to count again; live events.

use super::{failures, sheet};
use crate::{
    gate::{Gate, Opened},
    model::Poll,
    service::{export_ballots, get_results},
};
use axum::response::Response;
use std::sync::Arc;
use tally::{Election, Results};
use web::{Download, Json, Problem};

/// The result, round by round, with every transfer and tie, and the head-to-head matrix.
#[utoipa::path(get, path = "/ranked-polls/{id}/results", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Results), failures::Results))]
pub async fn get_results(gate: Gate) -> Result<Json<Arc<Results>>, Problem> {
    Ok(Json(results(&gate).await?))
}

/// The rounds as a sheet: one row a candidate, one column a round.
#[utoipa::path(get, path = "/ranked-polls/{id}/results.csv", tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), failures::Results))]
pub async fn get_results_csv(gate: Gate) -> Result<Download, Problem> {
    Ok(Download::csv("results.csv", sheet::rounds(&*results(&gate).await?)?))
}

/// Every ballot without its voter, as `roundtable tally` reads them: `count,A>B>C`.
#[utoipa::path(get, path = "/ranked-polls/{id}/ballots.csv", tag = "rankings",
    params(("id" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), failures::Managing))]
pub async fn get_ballots_csv(gate: Gate) -> Result<Download, Problem> {
    let (_, election) = ballots(&gate).await?;
    Ok(Download::csv("ballots.csv", election.as_lines()))
}

/// Every ballot without its voter as a BLT file for one seat, which most counting programs read.
#[utoipa::path(get, path = "/ranked-polls/{id}/ballots.blt", tag = "rankings",
    params(("id" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/plain"), failures::Managing))]
pub async fn get_ballots_blt(gate: Gate) -> Result<Download, Problem> {
    let (poll, election) = ballots(&gate).await?;
    Ok(Download::text("ballots.blt", election.as_blt(&poll.title)))
}

/// Every ballot without its voter as RCTab reads it: a column for each candidate, a row for each ballot, the rank in the cell.
#[utoipa::path(get, path = "/ranked-polls/{id}/ballots.rctab.csv", tag = "rankings",
    params(("id" = uuid::Uuid, Path)), security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), failures::Managing))]
pub async fn get_ballots_rctab(gate: Gate) -> Result<Download, Problem> {
    let (_, election) = ballots(&gate).await?;
    Ok(Download::csv_rows("ballots.rctab.csv", election.into_rank_columns()))
}

/// Server-sent events: `changed {"rev":…}`. Who may not see results learns of edits only.
#[utoipa::path(get, path = "/ranked-polls/{id}/live", tag = "rankings", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = String, content_type = "text/event-stream"), failures::Reading))]
pub async fn watch_poll(gate: Gate) -> Result<Response, Problem> {
    let opened = gate.open().await?;
    Ok(gate.ctx.watch::<Poll>(gate.id(), opened.rights).await?)
}

async fn results(gate: &Gate) -> Result<Arc<Results>, Problem> {
    let Opened { poll, rights, .. } = gate.open().await?;
    Ok(get_results::get_results(&gate.ctx, &poll, rights).await?)
}

async fn ballots(gate: &Gate) -> Result<(Poll, Election), Problem> {
    let poll = gate.manages().await?;
    let election = export_ballots::export_ballots(&gate.ctx, &poll).await?;
    Ok((poll, election))
}
