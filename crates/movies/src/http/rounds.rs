//! Rounds and their life.

use super::{
    bodies::{CreateRoundBody, PickBody},
    failures::{Creating as CreatingFailures, InHousehold, OnTheArrows},
    views::{Items, PickView, RoundView, WholeRoundView},
};
use crate::{
    Error,
    gate::{Gate, RoundGate, Who},
    live::RoundWatched,
    model::{FilmId, RoundId, Status},
    service::{
        create_round, expire_round, get_round, list_rounds, mark_watched, nudge, pick_film, start_round,
    },
};
use axum::response::Response;
use http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;
use web::{Creating, Ctx, Json, PageQuery, Problem, Query, Versioned};

type Answer = Versioned<u64, WholeRoundView>;

/// The round as it is now, with everything.
pub async fn whole(ctx: &Ctx, who: &Who, id: RoundId) -> Result<Answer, Problem> {
    let seen = get_round::get_round(ctx, who.household()?, id).await?;
    Ok(Versioned(seen.round.version, WholeRoundView::of(ctx, &seen)))
}

/// Starts a round as a draft, with up to eight films for those who are there.
#[utoipa::path(post, path = "/rounds", tag = "movies",
    request_body = CreateRoundBody, security(("bearer" = [])),
    responses((status = 201, body = WholeRoundView), InHousehold, CreatingFailures))]
pub async fn create_round(
    Gate { ctx, who }: Gate,
    Creating { once, body }: Creating<CreateRoundBody>,
) -> Result<(StatusCode, Answer), Problem> {
    let round = create_round::create_round(&ctx, &who, &once, &body.into()).await?;
    Ok((StatusCode::CREATED, whole(&ctx, &who, round.round_id).await?))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RoundsQuery {
    /// Only rounds in this status.
    #[param(pattern = "^(draft|voting|selected|watched|rated|expired)$")]
    status: Option<String>,
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    #[param(max_length = 4096)]
    cursor: Option<String>,
}

/// The household's rounds, newest first, without their films. A page may be shorter than asked for.
#[utoipa::path(get, path = "/rounds", tag = "movies", params(RoundsQuery), security(("bearer" = [])),
    responses((status = 200, body = Items<RoundView>), InHousehold,
    (status = 422, description = "limit or status is out of range")))]
pub async fn list_rounds(
    Gate { ctx, who }: Gate,
    Query(query): Query<RoundsQuery>,
) -> Result<Json<Items<RoundView>>, Problem> {
    let status = query.status.as_deref().map(status).transpose()?;
    let list = format!("rounds of {}", who.household()?);
    let page = ctx.page_request(&list, &PageQuery { limit: query.limit, cursor: query.cursor })?;
    let (rounds, next) = list_rounds::list_rounds(&ctx, &who, status, page).await?;
    let items = rounds.iter().map(|round| RoundView::of(&ctx, round)).collect();
    Ok(Json(ctx.page(&list, items, next)?.into()))
}

fn status(text: &str) -> Result<Status, Error> {
    let known = Status::ALL.into_iter().find(|status| status.as_str() == text);
    known.ok_or_else(|| Error::about("status", "Choose draft, voting, selected, watched, rated or expired."))
}

/// A round.
#[utoipa::path(get, path = "/rounds/{id}", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold))]
pub async fn get_round(RoundGate { ctx, who, id }: RoundGate) -> Result<Answer, Problem> {
    whole(&ctx, &who, id).await
}

/// Opens voting. One round of a household is voted on at a time.
#[utoipa::path(post, path = "/rounds/{id}/start", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold, OnTheArrows))]
pub async fn start_round(RoundGate { ctx, who, id }: RoundGate) -> Result<Answer, Problem> {
    start_round::start_round(&ctx, &who, id).await?;
    whole(&ctx, &who, id).await
}

/// Picks the film. The second to pick gets 409.
#[utoipa::path(post, path = "/rounds/{id}/pick", tag = "movies",
    request_body = PickBody, params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 201, body = PickView), InHousehold, OnTheArrows,
    (status = 422, description = "not on the shortlist")))]
pub async fn pick_film(
    RoundGate { ctx, who, id }: RoundGate,
    Creating { once, body }: Creating<PickBody>,
) -> Result<(StatusCode, Json<PickView>), Problem> {
    let pick = pick_film::pick_film(&ctx, &who, &once, id, FilmId(body.tmdb_movie_id)).await?;
    Ok((StatusCode::CREATED, Json(PickView::from(&pick))))
}

/// The film was watched.
#[utoipa::path(post, path = "/rounds/{id}/watched", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold, OnTheArrows))]
pub async fn mark_watched(RoundGate { ctx, who, id }: RoundGate) -> Result<Answer, Problem> {
    mark_watched::mark_watched(&ctx, &who, id).await?;
    whole(&ctx, &who, id).await
}

/// Ends the round before its time.
#[utoipa::path(post, path = "/rounds/{id}/expire", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold, OnTheArrows))]
pub async fn expire_round(RoundGate { ctx, who, id }: RoundGate) -> Result<Answer, Problem> {
    expire_round::expire_round(&ctx, &who, id).await?;
    whole(&ctx, &who, id).await
}

/// Reminds those who have not voted, at most once an hour.
#[utoipa::path(post, path = "/rounds/{id}/nudge", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = WholeRoundView), InHousehold, OnTheArrows))]
pub async fn nudge(RoundGate { ctx, who, id }: RoundGate) -> Result<Answer, Problem> {
    nudge::nudge(&ctx, &who, id).await?;
    whole(&ctx, &who, id).await
}

/// Tells when the round changes.
#[utoipa::path(get, path = "/rounds/{id}/live", tag = "movies", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = String, content_type = "text/event-stream"),
    InHousehold, (status = 429, description = "too many streams")))]
pub async fn watch_round(RoundGate { ctx, who, id }: RoundGate) -> Result<Response, Problem> {
    crate::stored::get_round(&ctx, who.household()?, id).await?;
    Ok(ctx.watch::<RoundWatched>(id, who.account().into()).await?)
}
