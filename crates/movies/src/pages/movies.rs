//! `/movies`: the way to the current round, or what to do first.

use super::round;
use crate::{
    Error, facts,
    gate::Gate,
    service::{
        create_household::{self, CreateHousehold},
        get_round,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use web::{Creates, CreatingForm, Ctx, Filled, Layout, OnceField, Problem};

const HOUSEHOLD: Creates = Creates { what: "household", refused: "Your household was not created." };

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct HouseholdForm {
    pub name: String,
    pub services: Vec<String>,
    /// Country whose film ratings count.
    pub region: String,
    pub version: Option<u64>,
}

/// Nobody's household yet.
#[derive(Template)]
#[template(path = "movies/none.html")]
struct NonePage {
    layout: Layout,
    once: OnceField,
    filled: Filled<HouseholdForm>,
    services: Vec<(String, String, bool)>,
}

/// Services to tick: key, name, and whether they are ticked.
pub async fn services(ctx: &Ctx, ticked: &[String]) -> Vec<(String, String, bool)> {
    let mut known = facts::list_services(ctx).await;
    for key in
        ticked.iter().filter(|key| !known.iter().any(|(one, _)| one == *key)).cloned().collect::<Vec<_>>()
    {
        known.push((key.clone(), crate::model::service_name(&key)));
    }
    known.into_iter().map(|(key, name)| (key.clone(), name, ticked.contains(&key))).collect()
}

async fn none(ctx: &Ctx, filled: Filled<HouseholdForm>, once: OnceField) -> Response {
    let services = services(ctx, &filled.form.services).await;
    let layout = Layout::of(ctx, "Movie night").noindex();
    filled.status().with(NonePage { layout, once, filled, services })
}

pub async fn show_movies(gate: Gate) -> Result<Response, Problem> {
    let household = match gate.who.household() {
        Ok(household) => household,
        Err(Error::NoHousehold) => {
            let once = OnceField(gate.ctx.new_once());
            return Ok(none(&gate.ctx, Filled::fresh(HouseholdForm::default()), once).await);
        }
        Err(error) => return Err(error.into()),
    };
    let home = stored::get_household(&gate.ctx, household).await?;
    match get_round::find_current(&gate.ctx, &home).await? {
        Some(current) => {
            Ok(Redirect::to(&urls::round_as(current.round_id, gate.who.acting())).into_response())
        }
        None => round::show_new(gate).await,
    }
}

pub async fn create(
    Gate { ctx, who }: Gate,
    CreatingForm { once, field, form }: CreatingForm<HouseholdForm>,
) -> Result<Response, Problem> {
    let cmd = CreateHousehold { name: form.name.clone(), streaming_services: form.services.clone() };
    match create_household::create_household(&ctx, &who, &once, &cmd).await {
        Ok(_) => Ok(web::done(urls::HOUSEHOLD, "created").into_response()),
        Err(error) => {
            let open = |_: String| urls::HOUSEHOLD.to_owned();
            let (filled, once) = HOUSEHOLD.again(&ctx, error, (form, field), open)?;
            Ok(none(&ctx, filled, once).await)
        }
    }
}
