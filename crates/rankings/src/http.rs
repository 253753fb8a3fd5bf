//! The JSON API, mounted under `/api/v1`: extract, call, answer.

mod failures;
mod polls;
pub mod results;
pub mod sheet;
mod views;
mod votes;

use web::{Api, routes};

pub fn routes() -> Api {
    Api::new()
        .routes(routes!(polls::create_poll))
        .routes(routes!(polls::get_poll, polls::edit_poll, polls::delete_poll))
        .routes(routes!(polls::clone_poll))
        .routes(routes!(polls::close_poll))
        .routes(routes!(polls::reopen_poll))
        .routes(routes!(polls::make_outcome))
        .routes(routes!(polls::keep_poll, polls::give_up_poll))
        .routes(routes!(votes::cast_vote))
        .routes(routes!(votes::get_vote, votes::withdraw_vote))
        .routes(routes!(results::get_results))
        .routes(routes!(results::get_results_csv))
        .routes(routes!(results::get_ballots_csv))
        .routes(routes!(results::get_ballots_blt))
        .routes(routes!(results::get_ballots_rctab))
        .routes(routes!(results::watch_poll))
}
