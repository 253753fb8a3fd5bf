//! Results, as JSON and as a sheet; ballots to count again; live events.

use super::sheet;
use crate::{
    ballots::Ballots,
    model::PollId,
    service::{access::Credentials, get_results, live},
};
use axum::{Extension, body::Bytes, response::Response};
use http::header;
use std::sync::Arc;
use tally::Results;
use web::{Ctx, Path, Problem};

/// The result, round by round, with every transfer and tie, and the head-to-head matrix.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}/results",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses(
        (status = 200, body = Results),
        (status = 403, description = "not shown to this caller yet"),
        (status = 404, description = "no such poll"),
    )
)]
pub async fn get_results(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<([(header::HeaderName, &'static str); 1], Bytes), Problem> {
    let (_, results) = get_results::get_results(&ctx, &ballots, id, &Credentials::of_bearer(&ctx)).await?;
    let json = serde_json::to_vec(&*results).map_err(|error| Problem::internal(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json.into()))
}

/// The rounds as a sheet: one row a candidate, one column a round.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}/results.csv",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, description = "not shown to this caller yet"),
        (status = 404, description = "no such poll"),
    )
)]
pub async fn get_results_csv(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let (_, results) = get_results::get_results(&ctx, &ballots, id, &Credentials::of_bearer(&ctx)).await?;
    Ok(sheet::download("results.csv", sheet::rounds(&results)?))
}

/// Every ballot without its voter, as `roundtable tally` reads them: `count,A>B>C`.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}/ballots.csv",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 401, description = "the manage key is missing or wrong"),
        (status = 403, description = "an account is not the manage key"),
        (status = 404, description = "no such poll"),
    )
)]
pub async fn get_ballots_csv(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let ballots = get_results::export_ballots(&ctx, &ballots, id, &Credentials::of_bearer(&ctx)).await?;
    Ok(sheet::download("ballots.csv", ballots.into()))
}

/// Server-sent events: `changed {"rev":…}`. Who may not see results hears of edits only.
#[utoipa::path(
    get,
    path = "/ranked-polls/{id}/live",
    tag = "rankings",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 404, description = "no such poll"),
    )
)]
pub async fn watch_poll(ctx: Ctx, Path(id): Path<PollId>) -> Result<Response, Problem> {
    Ok(live::watch_poll(&ctx, id, &Credentials::of_bearer(&ctx)).await?)
}
