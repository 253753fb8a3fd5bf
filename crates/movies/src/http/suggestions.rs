//! The shortlist of a draft.

use super::{
    bodies::AddSuggestionBody,
    failures::{Creating as CreatingFailures, InHousehold, OnTheArrows},
    rounds::whole,
    views::{SuggestionView, WholeRoundView},
};
use crate::{
    Error,
    gate::{Gate, RoundGate, Who},
    model::{FilmId, RoundId, Suggestion},
    service::{add_suggestion, get_round, remove_suggestion, reshuffle, swap_suggestion},
};
use http::StatusCode;
use web::{Creating, Ctx, Json, Path, Problem, Versioned};

async fn told(ctx: &Ctx, who: &Who, one: &Suggestion) -> Result<Json<SuggestionView>, Error> {
    let seen = get_round::get_round(ctx, who.household()?, one.round_id).await?;
    Ok(Json(SuggestionView::of(one, &seen)))
}

/// Adds a film: one that is known, or one described by hand. Above somebody's ceiling it is refused.
#[utoipa::path(post, path = "/rounds/{id}/suggestions", tag = "movies",
    request_body = AddSuggestionBody, params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 201, body = SuggestionView), InHousehold, CreatingFailures))]
pub async fn add_suggestion(
    RoundGate { ctx, who, id }: RoundGate,
    Creating { once, body }: Creating<AddSuggestionBody>,
) -> Result<(StatusCode, Json<SuggestionView>), Problem> {
    let cmd = body.try_into()?;
    let added = add_suggestion::add_suggestion(&ctx, &who, &once, id, &cmd).await?;
    Ok((StatusCode::CREATED, told(&ctx, &who, &added).await?))
}

/// Removes a film; those after it move up.
#[utoipa::path(delete, path = "/rounds/{id}/suggestions/{tmdbMovieId}", tag = "movies",
    params(("id" = uuid::Uuid, Path), ("tmdbMovieId" = i64, Path)), security(("bearer" = [])),
    responses((status = 204), InHousehold, OnTheArrows))]
pub async fn remove_suggestion(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
) -> Result<StatusCode, Problem> {
    remove_suggestion::remove_suggestion(&ctx, &who, id, film).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Swaps a film for another one that fits, in the same place.
#[utoipa::path(post, path = "/rounds/{id}/suggestions/{tmdbMovieId}/swap", tag = "movies",
    params(("id" = uuid::Uuid, Path), ("tmdbMovieId" = i64, Path)), security(("bearer" = [])),
    responses((status = 200, body = SuggestionView), InHousehold, OnTheArrows))]
pub async fn swap_suggestion(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
) -> Result<Json<SuggestionView>, Problem> {
    let new = swap_suggestion::swap_suggestion(&ctx, &who, id, film).await?;
    Ok(told(&ctx, &who, &new).await?)
}

/// Suggests other films. What people added stays.
#[utoipa::path(post, path = "/rounds/{id}/reshuffle", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold, OnTheArrows))]
pub async fn reshuffle(
    RoundGate { ctx, who, id }: RoundGate,
) -> Result<Versioned<u64, WholeRoundView>, Problem> {
    reshuffle::reshuffle(&ctx, &who, id).await?;
    whole(&ctx, &who, id).await
}
