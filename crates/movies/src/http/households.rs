//! The household.

use super::{
    bodies::{CreateHouseholdBody, EditHouseholdBody},
    failures::{Creating as CreatingFailures, Editing, InHousehold, SignedIn},
    views::HouseholdView,
};
use crate::{
    gate::Gate,
    service::{create_household, edit_household, get_round},
    stored,
};
use http::StatusCode;
use web::{Creating, Ctx, Json, Problem, Versioned};

type Answer = Versioned<u64, HouseholdView>;

fn answer(ctx: &Ctx, household: &crate::model::Household) -> Answer {
    Versioned(household.version, HouseholdView::of(ctx, household))
}

/// Creates a household. A person is in one at most.
#[utoipa::path(post, path = "/households", tag = "movies",
    request_body = CreateHouseholdBody, security(("bearer" = [])),
    responses((status = 201, body = HouseholdView), SignedIn, CreatingFailures))]
pub async fn create_household(
    Gate { ctx, who }: Gate,
    Creating { once, body }: Creating<CreateHouseholdBody>,
) -> Result<(StatusCode, Answer), Problem> {
    let household = create_household::create_household(&ctx, &who, &once, &body.into()).await?;
    Ok((StatusCode::CREATED, answer(&ctx, &household)))
}

/// The caller's household.
#[utoipa::path(get, path = "/households/mine", tag = "movies", security(("bearer" = [])),
    responses((status = 200, body = HouseholdView), InHousehold))]
pub async fn get_household(Gate { ctx, who }: Gate) -> Result<Answer, Problem> {
    let mut home = stored::get_household(&ctx, who.household()?).await?;
    if home.active_round_id.is_none() {
        home.active_round_id = get_round::find_other_vote(&ctx, &home, None).await?;
    }
    Ok(answer(&ctx, &home))
}

/// Renames it, changes its streaming services, or the country whose film ratings count.
#[utoipa::path(patch, path = "/households/mine", tag = "movies", security(("bearer" = [])),
    responses((status = 200, body = HouseholdView), InHousehold, Editing))]
pub async fn edit_household(
    Gate { ctx, who }: Gate,
    Json(body): Json<EditHouseholdBody>,
) -> Result<Answer, Problem> {
    let edited = edit_household::edit_household(&ctx, &who, &ctx.expected(), &body.into()).await?;
    Ok(answer(&ctx, &edited))
}
