//! What pages link to: files and live events, with the browser's cookies in place of a bearer.

use crate::{
    Error,
    ballots::Ballots,
    http::sheet,
    model::PollId,
    service::{access::Credentials, get_results, live},
};
use axum::{
    Extension,
    response::{IntoResponse, Redirect, Response},
};
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
    match get_results::export_ballots(&ctx, &ballots, id, &Credentials::of_cookies(&ctx)).await {
        Ok(lines) => Ok(sheet::download("ballots.csv", lines.into())),
        // The manager's page asks for the key.
        Err(Error::ManageKeyNeeded | Error::WrongManageKey | Error::NotTheManager) => {
            Ok(Redirect::to(&format!("/r/{id}/manage")).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

pub async fn watch(ctx: Ctx, Path(id): Path<PollId>) -> Result<Response, Problem> {
    Ok(live::watch_poll(&ctx, id, &Credentials::of_cookies(&ctx)).await?)
}
