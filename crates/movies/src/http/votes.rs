//! Votes, and ratings after the film.

use super::{
    bodies::{RatingBody, VoteBody},
    failures::{InHousehold, OnTheArrows},
    members::member,
    views::{Items, RatingView, VoteView},
};
use crate::{
    Error,
    gate::{Gate, RoundGate},
    model::{FilmId, RoundId, Verdict, VoteKind},
    service::{cast_vote, rate_film},
    stored,
};
use http::StatusCode;
use web::{Json, Path, Problem};

/// Everybody's votes.
#[utoipa::path(get, path = "/rounds/{id}/votes", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = Items<VoteView>), InHousehold))]
pub async fn list_votes(RoundGate { ctx, who, id }: RoundGate) -> Result<Json<Items<VoteView>>, Problem> {
    stored::get_round(&ctx, who.household()?, id).await?;
    let votes = stored::list_votes(&ctx, id).await?;
    Ok(Json(Items::all(votes.iter().map(VoteView::from).collect())))
}

/// Votes on a film; voting again changes the vote.
#[utoipa::path(put, path = "/rounds/{id}/votes/{tmdbMovieId}", tag = "movies",
    params(("id" = uuid::Uuid, Path), ("tmdbMovieId" = i64, Path)), security(("bearer" = [])),
    responses((status = 200, body = VoteView), InHousehold, OnTheArrows,
    (status = 422, description = "neither up nor down")))]
pub async fn cast_vote(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
    Json(body): Json<VoteBody>,
) -> Result<Json<VoteView>, Problem> {
    let kind = VoteKind::read(&body.vote).ok_or_else(|| Error::about("vote", "Choose up or down."))?;
    let vote = cast_vote::cast_vote(&ctx, &who, id, film, Some(kind)).await?;
    let vote = vote.ok_or_else(|| Problem::internal("a vote that was cast is not there"))?;
    Ok(Json(VoteView::from(&vote)))
}

/// Takes a vote back.
#[utoipa::path(delete, path = "/rounds/{id}/votes/{tmdbMovieId}", tag = "movies",
    params(("id" = uuid::Uuid, Path), ("tmdbMovieId" = i64, Path)), security(("bearer" = [])),
    responses((status = 204), InHousehold, OnTheArrows))]
pub async fn take_back_vote(
    Gate { ctx, who }: Gate,
    Path((id, film)): Path<(RoundId, FilmId)>,
) -> Result<StatusCode, Problem> {
    cast_vote::cast_vote(&ctx, &who, id, film, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says what a member thought of the film. The last one ends the round.
#[utoipa::path(put, path = "/rounds/{id}/ratings/{memberId}", tag = "movies",
    params(("id" = uuid::Uuid, Path), ("memberId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = RatingView), InHousehold, OnTheArrows,
    (status = 422, description = "none of the three ratings")))]
pub async fn rate_film(
    Gate { ctx, who }: Gate,
    Path((id, rater)): Path<(RoundId, String)>,
    Json(body): Json<RatingBody>,
) -> Result<Json<RatingView>, Problem> {
    let verdict = Verdict::read(&body.rating)
        .ok_or_else(|| Error::about("rating", "Choose loved, liked or did_not_like."))?;
    let rating = rate_film::rate_film(&ctx, &who, id, member(&rater)?, verdict).await?;
    Ok(Json(RatingView::from(&rating)))
}
