//! The JSON door: extract, call the use case, answer.

mod checklist;
mod event;
mod out;
mod paged;
mod poll;
mod share;

use utoipa::IntoResponses;
use utoipa_axum::routes;
use web::Api;

pub fn routes() -> Api {
    Api::new()
        .routes(routes!(share::create))
        .routes(routes!(share::access))
        .routes(routes!(share::get, share::edit, share::delete))
        .routes(routes!(share::clone))
        .routes(routes!(share::get_passcodes, share::change_passcodes))
        .routes(routes!(checklist::add))
        .routes(routes!(checklist::reorder))
        .routes(routes!(checklist::edit, checklist::remove))
        .routes(routes!(checklist::tick, checklist::untick))
        .routes(routes!(checklist::clear))
        .routes(routes!(event::submit, event::list))
        .routes(routes!(event::get, event::change, event::withdraw))
        .routes(routes!(event::calendar))
        .routes(routes!(poll::cast, poll::list))
        .routes(routes!(poll::get, poll::change, poll::withdraw))
        .routes(routes!(poll::results))
        .routes(routes!(poll::close))
        .routes(routes!(poll::reopen))
        .routes(routes!(out::csv))
        .routes(routes!(out::json))
        .routes(routes!(out::live))
}

/// What a call about a share may answer when it does not work out, beyond what every call may.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "describes answers; the shell makes them")]
enum Failures {
    /// A passcode or token is needed, or the one shown is not good.
    #[response(status = 401)]
    Unauthenticated,
    /// Not for this caller.
    #[response(status = 403)]
    Forbidden,
    /// Not there.
    #[response(status = 404)]
    NotFound,
    /// At odds with the current state: closed, past its deadline.
    #[response(status = 409)]
    Conflict,
    /// Expired.
    #[response(status = 410)]
    Gone,
    /// `If-Match` names another version.
    #[response(status = 412)]
    Stale,
}
