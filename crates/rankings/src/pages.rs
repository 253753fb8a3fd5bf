//! The pages, on the same services as the API. Each is complete without scripts; `rank.js` adds dragging, `key.js` reads a manage link.

mod ballot;
mod chart;
mod common;
mod files;
mod flows;
mod manage;
mod manage_key;
mod new;
mod order;
mod palette;
mod results;
mod verdict;
mod words;

use axum::{
    Router,
    routing::{get, post},
};
use web::App;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/new/ranked", get(new::show_new).post(new::create))
        .route("/r/{id}", get(ballot::show_ballot).post(ballot::send_ballot))
        .route("/r/{id}/withdraw", post(ballot::withdraw))
        .route("/r/{id}/results", get(results::show_results))
        .route("/r/{id}/results.csv", get(files::results_csv))
        .route("/r/{id}/ballots.csv", get(files::ballots_csv))
        .route("/r/{id}/live", get(files::watch))
        .route("/r/{id}/manage", get(manage::show_manage).post(manage::save))
        .route("/r/{id}/manage/key", post(manage_key::enter_key))
        .route("/r/{id}/manage/close", post(manage::close))
        .route("/r/{id}/manage/reopen", post(manage::reopen))
        .route("/r/{id}/manage/delete", post(manage::delete))
}
