//! Players of the squash ladder.

use super::{
    failures::{Creating as CreatingFailures, Editing, InSquash, KeepingSquash, Listing},
    lists::{Items, Listed},
    views::{MatchView, PlayerView, StatsView},
};
use crate::{
    gate::{Allowed, KeepsSquash, SeesSquash},
    model::PlayerId,
    service::{self, add_player::AddPlayer, edit_player::EditPlayer, list_matches},
    stored,
};
use http::StatusCode;
use kernel::{Patch, UserId};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{Creating, Json, PageQuery, Path, Problem, Query, Versioned};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AddPlayerBody {
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    #[serde(default)]
    #[schema(max_length = 254)]
    pub email: Option<String>,
    /// The account that the player is.
    #[serde(default)]
    pub user_id: Option<UserId>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EditPlayerBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 60)]
    pub name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 254)]
    pub email: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub user_id: Patch<UserId>,
}

/// Every player, by name.
#[utoipa::path(get, path = "/squash/players", tag = "club", security(("bearer" = [])),
    responses((status = 200, body = Items<PlayerView>), InSquash))]
pub async fn list_players(by: Allowed<SeesSquash>) -> Result<Json<Items<PlayerView>>, Problem> {
    let ladder = list_matches::ladder(&by).await?;
    Ok(Json(Items { items: ladder.players().into_iter().cloned().map(PlayerView::from).collect() }))
}

/// Puts somebody on the ladder.
#[utoipa::path(post, path = "/squash/players", tag = "club", request_body = AddPlayerBody,
    security(("bearer" = [])), responses((status = 201, body = PlayerView), KeepingSquash, CreatingFailures))]
pub async fn add_player(
    by: Allowed<KeepsSquash>,
    Creating { once, body }: Creating<AddPlayerBody>,
) -> Result<(StatusCode, Versioned<u64, PlayerView>), Problem> {
    let cmd = AddPlayer { name: body.name, email: body.email, user_id: body.user_id };
    let player = service::add_player::add_player(&by, &once, cmd).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(player.version, player.into())))
}

/// A player.
#[utoipa::path(get, path = "/squash/players/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = PlayerView), InSquash))]
pub async fn get_player(
    by: Allowed<SeesSquash>,
    Path(id): Path<PlayerId>,
) -> Result<Versioned<u64, PlayerView>, Problem> {
    let player = stored::player(&by, id).await?;
    Ok(Versioned(player.version, player.into()))
}

/// Changes a player.
#[utoipa::path(patch, path = "/squash/players/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = PlayerView), KeepingSquash, Editing))]
pub async fn edit_player(
    by: Allowed<KeepsSquash>,
    Path(id): Path<PlayerId>,
    Json(body): Json<EditPlayerBody>,
) -> Result<Versioned<u64, PlayerView>, Problem> {
    let cmd = EditPlayer { name: body.name, email: body.email, user_id: body.user_id };
    let player = service::edit_player::edit_player(&by, id, &by.expected(), cmd).await?;
    Ok(Versioned(player.version, player.into()))
}

/// Takes a player off the ladder, if they have no matches.
#[utoipa::path(delete, path = "/squash/players/{id}", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 204), KeepingSquash, Editing))]
pub async fn delete_player(
    by: Allowed<KeepsSquash>,
    Path(id): Path<PlayerId>,
) -> Result<StatusCode, Problem> {
    service::delete_player::delete_player(&by, id, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A player's matches, the ones entered last first.
#[utoipa::path(get, path = "/squash/players/{id}/matches", tag = "club",
    params(("id" = uuid::Uuid, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = Listed<MatchView>), Listing, InSquash))]
pub async fn list_matches(
    by: Allowed<SeesSquash>,
    Path(id): Path<PlayerId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Listed<MatchView>>, Problem> {
    let list = format!("matches of {id}");
    let (matches, next) = list_matches::matches_of(&by, id, by.page_request(&list, &page)?).await?;
    let ladder = list_matches::ladder(&by).await?;
    let views = matches.iter().map(|one| MatchView::new(one, &ladder)).collect();
    Ok(Json(by.page(&list, views, next)?.into()))
}

/// A player's story: ratings, runs, partners, opponents.
#[utoipa::path(get, path = "/squash/players/{id}/stats", tag = "club", params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])), responses((status = 200, body = StatsView), InSquash))]
pub async fn get_stats(
    by: Allowed<SeesSquash>,
    Path(id): Path<PlayerId>,
) -> Result<Json<StatsView>, Problem> {
    stored::player(&by, id).await?;
    Ok(Json(StatsView::new(&*list_matches::ladder(&by).await?, id)))
}
