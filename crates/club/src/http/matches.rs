//! Squash matches, the ladder, and tonight's pairs.

use super::{
    failures::{Creating as CreatingFailures, Editing, InSquash, KeepingSquash},
    lists::{Items, Listed, day},
    views::{CourtView, MatchView, PairsView, StandingView},
};
use crate::{
    Error,
    gate::{Allowed, KeepsSquash, SeesSquash},
    live::{LadderPage, Matches, SquashRights, Whole},
    model::{Match, MatchId, PlayerId, Team, Teams, ladder},
    service::{
        self,
        edit_match::EditMatch,
        enter_match::players,
        list_matches::{ladder, matches_between},
    },
    stored,
};
use axum::response::Response;
use http::StatusCode;
use jiff::civil::Date;
use kernel::Patch;
use serde::Deserialize;
use std::borrow::Cow;
use utoipa::{IntoParams, ToSchema};
use web::{Creating, Fault, Json, PageQuery, Path, Problem, Query, Services, Versioned};

/// Everyone who can be there on one evening.
const MOST_PLAYERS: usize = 40;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct MatchBody {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    pub team_a_player1_id: PlayerId,
    #[serde(default)]
    pub team_a_player2_id: Option<PlayerId>,
    pub team_b_player1_id: PlayerId,
    #[serde(default)]
    pub team_b_player2_id: Option<PlayerId>,
    pub winning_team: Team,
    #[schema(maximum = 3)]
    pub team_a_games: u8,
    #[schema(maximum = 3)]
    pub team_b_games: u8,
}

impl From<MatchBody> for Teams {
    fn from(body: MatchBody) -> Self {
        let a = (body.team_a_player1_id, body.team_a_player2_id);
        let b = (body.team_b_player1_id, body.team_b_player2_id);
        let games = (body.team_a_games, body.team_b_games);
        Self { date: body.date, a, b, winner: body.winning_team, games }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EditMatchBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    pub date: Patch<Date>,
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub team_a_player1_id: Patch<PlayerId>,
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub team_a_player2_id: Patch<PlayerId>,
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub team_b_player1_id: Patch<PlayerId>,
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub team_b_player2_id: Patch<PlayerId>,
    #[serde(default)]
    #[schema(value_type = Option<Team>)]
    pub winning_team: Patch<Team>,
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 3)]
    pub team_a_games: Patch<u8>,
    #[serde(default)]
    #[schema(value_type = Option<u8>, maximum = 3)]
    pub team_b_games: Patch<u8>,
}

impl From<EditMatchBody> for EditMatch {
    fn from(body: EditMatchBody) -> Self {
        Self {
            date: body.date,
            team_a_player1_id: body.team_a_player1_id,
            team_a_player2_id: body.team_a_player2_id,
            team_b_player1_id: body.team_b_player1_id,
            team_b_player2_id: body.team_b_player2_id,
            winning_team: body.winning_team,
            team_a_games: body.team_a_games,
            team_b_games: body.team_b_games,
        }
    }
}

/// Which matches are wanted: of one day, or from one day to another.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct MatchesQuery {
    #[param(value_type = Option<String>, format = Date)]
    pub date: Option<String>,
    #[param(value_type = Option<String>, format = Date)]
    pub from: Option<String>,
    #[param(value_type = Option<String>, format = Date)]
    pub to: Option<String>,
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    #[param(max_length = 4096)]
    pub cursor: Option<String>,
}

/// The days that the ladder is made of; all of them by default.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct LadderQuery {
    #[param(value_type = Option<String>, format = Date)]
    pub from: Option<String>,
    #[param(value_type = Option<String>, format = Date)]
    pub to: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PairsBody {
    /// 2 to 40 players.
    #[schema(min_items = 2, max_items = 40)]
    pub player_ids: Vec<PlayerId>,
}

/// Matches of a day or a range of days, newest first; without either, all.
#[utoipa::path(get, path = "/squash/matches", tag = "club", params(MatchesQuery), security(("bearer" = [])),
    responses((status = 200, body = Listed<MatchView>), (status = 400, description = "a bad cursor"),
        (status = 422, description = "not a day, or a limit that is none"), InSquash))]
pub async fn list_matches(
    by: Allowed<SeesSquash>,
    Query(query): Query<MatchesQuery>,
) -> Result<Json<Listed<MatchView>>, Problem> {
    let date = day("date", query.date.as_deref())?;
    let from = day("from", query.from.as_deref())?.or(date);
    let to = day("to", query.to.as_deref())?.or(date);
    let days = (from.is_some() || to.is_some()).then(|| (from.unwrap_or(Date::MIN), to.unwrap_or(Date::MAX)));
    let list = format!("matches {days:?}");
    let page = by.page_request(&list, &PageQuery { limit: query.limit, cursor: query.cursor })?;
    if days.is_some_and(|(from, to)| from > to) {
        return Ok(Json(Listed { items: Vec::new(), next_cursor: None }));
    }
    let (matches, next) = matches_between(&by, days, page).await?;
    let ladder = ladder(&by).await?;
    let views = matches.iter().map(|one| MatchView::new(one, &ladder)).collect();
    Ok(Json(by.page(&list, views, next)?.into()))
}

/// Enters a match.
#[utoipa::path(post, path = "/squash/matches", tag = "club", request_body = MatchBody,
    security(("bearer" = [])), responses((status = 201, body = MatchView), KeepingSquash, CreatingFailures))]
pub async fn enter_match(
    by: Allowed<KeepsSquash>,
    Creating { once, body }: Creating<MatchBody>,
) -> Result<(StatusCode, Versioned<u64, MatchView>), Problem> {
    let played = service::enter_match::enter_match(&by, &once, body.into()).await?.into_inner();
    Ok((StatusCode::CREATED, shown(&by, &played).await?))
}

/// A match.
#[utoipa::path(get, path = "/squash/matches/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = MatchView), InSquash))]
pub async fn get_match(
    by: Allowed<SeesSquash>,
    Path(id): Path<MatchId>,
) -> Result<Versioned<u64, MatchView>, Problem> {
    shown(&by, &stored::squash_match(&by, id).await?).await
}

/// Corrects a match; every rating after it is computed anew.
#[utoipa::path(patch, path = "/squash/matches/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = MatchView), KeepingSquash, Editing))]
pub async fn edit_match(
    by: Allowed<KeepsSquash>,
    Path(id): Path<MatchId>,
    Json(body): Json<EditMatchBody>,
) -> Result<Versioned<u64, MatchView>, Problem> {
    let played = service::edit_match::edit_match(&by, id, &by.expected(), body.into()).await?;
    shown(&by, &played).await
}

/// Deletes a match.
#[utoipa::path(delete, path = "/squash/matches/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 204), KeepingSquash, Editing))]
pub async fn delete_match(by: Allowed<KeepsSquash>, Path(id): Path<MatchId>) -> Result<StatusCode, Problem> {
    service::delete_match::delete_match(&by, id, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The ladder, best first; of a range of days with the matches of those days and the ratings at their end.
#[utoipa::path(get, path = "/squash/leaderboard", tag = "club", params(LadderQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Items<StandingView>), (status = 422, description = "not a day"),
        InSquash))]
pub async fn get_leaderboard(
    by: Allowed<SeesSquash>,
    Query(query): Query<LadderQuery>,
) -> Result<Json<Items<StandingView>>, Problem> {
    let (from, to) = (day("from", query.from.as_deref())?, day("to", query.to.as_deref())?);
    let ladder = ladder(&by).await?;
    let standings = match (from, to) {
        (None, None) => Cow::Borrowed(ladder.standings()),
        _ => Cow::Owned(ladder.standings_between(from, to)),
    };
    Ok(Json(Items { items: standings.iter().map(StandingView::from).collect() }))
}

/// Even matches out of whoever is there tonight.
#[utoipa::path(post, path = "/squash/pairs", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = PairsView),
        (status = 422, description = "too few or too many players, or one who is not there"), InSquash))]
pub async fn pair_players(
    by: Allowed<SeesSquash>,
    Json(body): Json<PairsBody>,
) -> Result<Json<PairsView>, Problem> {
    let ids = body.player_ids;
    if !(2..=MOST_PLAYERS).contains(&ids.len()) {
        return Err(Fault::about("playerIds", format!("Name 2 to {MOST_PLAYERS} players.")).into());
    }
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    if players(&by, &once).await?.len() != ids.len() {
        return Err(Fault::about("playerIds", "Name players of the ladder, each once.").into());
    }
    let courts = ladder::balanced(&*ladder(&by).await?, &ids);
    Ok(Json(PairsView {
        items: courts.courts.into_iter().map(CourtView::from).collect(),
        resting: courts.resting.into_iter().map(|id| id.0).collect(),
    }))
}

/// Tells of changes to the ladder.
#[utoipa::path(get, path = "/squash/live", tag = "club", security(("bearer" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 429, description = "too many streams from one address"), InSquash))]
pub async fn watch_ladder(by: Allowed<SeesSquash>) -> Result<Response, Problem> {
    let rights = SquashRights::of(&by).await?;
    by.watch::<LadderPage>(Whole, rights).await.map_err(|fault| Error::from(fault).into())
}

async fn shown(services: &Services, played: &Match) -> Result<Versioned<u64, MatchView>, Problem> {
    let ladder = services.followed::<Matches>(&Whole).await.map_err(Error::from)?;
    Ok(Versioned(played.version, MatchView::new(played, &ladder)))
}
