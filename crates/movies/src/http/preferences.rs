//! What people like.

use super::{
    bodies::PreferencesBody,
    failures::{Editing, InHousehold},
    members::member,
    views::PreferencesView,
};
use crate::{
    facts,
    gate::{Gate, Who},
    model::Preferences,
    service::set_preferences,
};
use web::{Ctx, Json, Path, Problem, Versioned};

type Answer = Versioned<u64, PreferencesView>;

/// What a member likes: oneself, or somebody one manages.
#[utoipa::path(get, path = "/households/mine/preferences/{memberId}", tag = "movies",
    params(("memberId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = PreferencesView), InHousehold))]
pub async fn get_preferences(Gate { ctx, who }: Gate, Path(id): Path<String>) -> Result<Answer, Problem> {
    let said = set_preferences::get_preferences(&ctx, &who, member(&id)?).await?;
    answer(&ctx, &who, &said).await
}

async fn answer(ctx: &Ctx, who: &Who, said: &Preferences) -> Result<Answer, Problem> {
    let list = facts::ratings_for(ctx, who).await?;
    Ok(Versioned(said.version, PreferencesView::of(said, &list)))
}

/// Says what a member likes, dislikes, and how strong a film may be.
#[utoipa::path(put, path = "/households/mine/preferences/{memberId}", tag = "movies",
    params(("memberId" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = PreferencesView), InHousehold, Editing))]
pub async fn set_preferences(
    Gate { ctx, who }: Gate,
    Path(id): Path<String>,
    Json(body): Json<PreferencesBody>,
) -> Result<Answer, Problem> {
    let expected = ctx.expected();
    let said = set_preferences::set_preferences(&ctx, &who, &expected, member(&id)?, &body.into()).await?;
    answer(&ctx, &who, &said).await
}
