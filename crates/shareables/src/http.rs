//! The JSON handlers: extract, call the use case, answer.

mod checklists;
mod events;
mod exports;
mod passcodes;
mod polls;
mod shares;
mod views;

use crate::{
    gate::{Gate, Opened},
    http::views::ShareableView,
    model::{Access, Shareable},
    service::get_shareable::get_shareable,
};
use serde::Deserialize;
use utoipa::{IntoParams, IntoResponses};
use utoipa_axum::routes;
use web::{Api, Problem, Versioned};

pub fn routes() -> Api {
    Api::new()
        .routes(routes!(shares::create))
        .routes(routes!(shares::get, shares::edit, shares::delete))
        .routes(routes!(shares::clone))
        .routes(routes!(passcodes::access))
        .routes(routes!(passcodes::get, passcodes::change))
        .routes(routes!(checklists::add))
        .routes(routes!(checklists::reorder))
        .routes(routes!(checklists::edit, checklists::remove))
        .routes(routes!(checklists::tick, checklists::untick))
        .routes(routes!(checklists::claim, checklists::release))
        .routes(routes!(checklists::clear))
        .routes(routes!(events::submit, events::list))
        .routes(routes!(events::get, events::change, events::withdraw))
        .routes(routes!(events::calendar))
        .routes(routes!(polls::cast, polls::list))
        .routes(routes!(polls::get, polls::change, polls::withdraw))
        .routes(routes!(polls::results))
        .routes(routes!(polls::answers))
        .routes(routes!(polls::close))
        .routes(routes!(polls::reopen))
        .routes(routes!(polls::outcome))
        .routes(routes!(exports::csv))
        .routes(routes!(exports::json))
        .routes(routes!(exports::live))
}

/// How a call about a share may fail, beside the ways in which every call may.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "describes answers; the shell makes them")]
enum Failures {
    /// A passcode or token is needed, or the one shown is not valid.
    #[response(status = 401)]
    Unauthenticated,
    /// Not for this caller.
    #[response(status = 403)]
    Forbidden,
    /// Not there.
    #[response(status = 404)]
    NotFound,
    /// In conflict with the current state: closed, past its deadline.
    #[response(status = 409)]
    Conflict,
    /// Expired.
    #[response(status = 410)]
    Gone,
    /// `If-Match` names another version.
    #[response(status = 412)]
    Stale,
}

/// `?code=`
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes what the gate reads")]
struct CodeQuery {
    /// The participant's own code, where what is shown depends on having answered.
    #[param(max_length = 20)]
    code: Option<String>,
}

/// A share that its organiser has just changed.
async fn changed(gate: &Gate, share: Shareable) -> Result<Versioned<u64, ShareableView>, Problem> {
    let opened = Opened { mine: share.is_of(gate.visitor.user), access: Access::Admin, code: None, share };
    let view = ShareableView::of(&gate.ctx, get_shareable(&gate.ctx, opened).await?);
    Ok(Versioned(view.version, view))
}
