//! The pages, on the same services as the API. Each is complete without scripts; `rank.js` adds dragging, `key.js` reads a manage link.
//! Files and live events are the API's own handlers: the gate reads a browser's cookies where it reads a program's bearer.

mod about;
mod ballot;
mod chart;
mod flows;
mod form;
mod manage;
pub mod manage_key;
mod new;
mod order;
mod outcome;
mod palette;
pub mod parts;
mod poster;
mod results;
mod screen;
mod verdict;

use crate::{gate::Gate, http::results as files};
use axum::{
    Router,
    routing::{get, post},
};
use web::{App, Problem, outcome::outcome_page, preview::Preview};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/new/ranked", get(new::show_new).post(new::create))
        .route("/r/{id}", get(ballot::show_ballot).post(ballot::send_ballot))
        .route("/r/{id}/withdraw", post(ballot::withdraw))
        .route("/r/{id}/results", get(results::show_results))
        .route("/r/{id}/preview.png", get(picture))
        .route("/r/{id}/screen", get(screen::show_screen))
        .route("/r/{id}/poster", get(poster::show_poster))
        .route("/r/{id}/results.csv", get(files::get_results_csv))
        .route("/r/{id}/ballots.csv", get(files::get_ballots_csv))
        .route("/r/{id}/ballots.blt", get(files::get_ballots_blt))
        .route("/r/{id}/ballots.rctab.csv", get(files::get_ballots_rctab))
        .route("/r/{id}/live", get(files::watch_poll))
        .route("/r/{id}/manage", get(manage::show_manage).post(manage::save))
        .route("/r/{id}/manage/key", post(manage_key::enter_key))
        .route("/r/{id}/manage/close", post(manage::close))
        .route("/r/{id}/manage/reopen", post(manage::reopen))
        .route("/r/{id}/manage/clone", post(manage::clone))
        .route("/r/{id}/manage/delete", post(manage::delete))
        .route("/r/{id}/outcome", outcome_page::<Gate>())
        .route("/r/{id}/keep", post(manage::keep))
        .route("/r/{id}/give-up", post(manage::give_up))
}

/// `GET /r/{id}/preview.png`: what a chat shows beside the link.
async fn picture(gate: Gate) -> Result<Preview, Problem> {
    gate.poll().await?;
    Ok(Preview::Ranked)
}

/// Ten ballots over three places; one of them runs out.
#[cfg(test)]
fn sample() -> tally::Results {
    let mut election = tally::Election::new(["Lisbon", "Edinburgh", "Lakes"], &[0, 1, 2]).unwrap();
    election.add(&["Lisbon"], 4).unwrap();
    election.add(&["Edinburgh", "Lakes"], 1).unwrap();
    election.add(&["Edinburgh"], 1).unwrap();
    election.add(&["Lakes"], 4).unwrap();
    election.tally(&tally::Rules::default())
}
