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
use utoipa::IntoParams;
use web::{Api, Problem, Versioned, routes};

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

web::failures! {
    /// How a call about a share may fail, beside the ways in which every call may.
    Failures:
        401 "A passcode or token is needed, or the one shown is not valid.",
        403 "Not for this caller.",
        404 "Not there.",
        409 "In conflict with the current state: closed, past its deadline.",
        410 "Expired.",
        412 "`If-Match` names another version.";
}

/// `?code=`
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes what the gate reads")]
struct CodeQuery {
    /// The participant's own code, where what is shown or allowed depends on it.
    #[param(max_length = 60)]
    code: Option<String>,
}

/// What most calls about a share answer.
type VersionedShare = Versioned<u64, ShareableView>;

/// A share that its organiser has just changed.
async fn changed(gate: &Gate, share: Shareable) -> Result<VersionedShare, Problem> {
    let mine = share.is_of(gate.visitor.user);
    let opened = Opened { share: share.into(), access: Access::Admin, mine, code: None };
    let view = ShareableView::of(&gate.ctx, get_shareable(&gate.ctx, opened).await?);
    Ok(Versioned(view.version, view))
}
