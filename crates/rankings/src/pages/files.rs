//! What pages link to: files and live events, with the browser's cookies in place of a bearer.

use crate::{
    ballots::Ballots,
    http::sheet,
    model::PollId,
    service::{access::Credentials, get_results, live},
};
use axum::{Extension, response::Response};
use std::sync::Arc;
use web::{Ctx, Path, Problem};

pub async fn results_csv(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let (_, results) = get_results::get_results(&ctx, &ballots, id, &Credentials::of_cookies(&ctx)).await?;
    Ok(sheet::download("results.csv", sheet::rounds(&results)?))
}

pub async fn ballots_csv(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let lines = get_results::export_ballots(&ctx, &ballots, id, &Credentials::of_cookies(&ctx)).await?;
    Ok(sheet::download("ballots.csv", lines.into()))
}

pub async fn watch(ctx: Ctx, Path(id): Path<PollId>) -> Result<Response, Problem> {
    Ok(live::watch_poll(&ctx, id, &Credentials::of_cookies(&ctx)).await?)
}
