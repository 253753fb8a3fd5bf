//! The pages, on the same services as the API. Each is complete without scripts.

mod add_film;
mod art;
mod done;
mod draft;
mod history;
pub mod home;
mod household;
mod invite;
mod member;
mod movies;
pub mod parts;
mod people;
mod picked;
mod posters;
mod round;
mod screen;
mod voting;

use axum::{
    Router,
    routing::{get, post},
};
use web::App;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/movies", get(movies::show_movies).post(movies::create))
        .route("/movies/live", get(round::watch_household))
        .route("/movies/rounds/new", get(round::show_new).post(round::create))
        .route("/movies/rounds/{id}", get(round::show_round))
        .route("/movies/rounds/{id}/live", get(round::watch))
        .route("/movies/rounds/{id}/start", post(draft::start))
        .route("/movies/rounds/{id}/reshuffle", post(draft::reshuffle))
        .route("/movies/rounds/{id}/films", get(add_film::show_add).post(add_film::add))
        .route("/movies/rounds/{id}/films/{film}/remove", post(draft::remove))
        .route("/movies/rounds/{id}/films/{film}/swap", post(draft::swap))
        .route("/movies/rounds/{id}/films/{film}/vote", post(voting::vote))
        .route("/movies/rounds/{id}/nudge", post(voting::nudge))
        .route("/movies/rounds/{id}/pick", post(voting::pick))
        .route("/movies/rounds/{id}/watched", post(picked::watched))
        .route("/movies/rounds/{id}/rate", post(picked::rate))
        .route("/movies/rounds/{id}/expire", post(round::expire))
        .route("/movies/household", get(household::show_household).post(household::save))
        .route("/movies/household/invites", post(household::invite))
        .route("/movies/household/invites/{id}/revoke", post(household::revoke))
        .route("/movies/household/screen", get(household::back).post(household::screen))
        .route("/movies/household/people", get(people::show_add).post(people::add))
        .route("/movies/household/members/{id}", get(member::show_member).post(member::save))
        .route("/movies/household/members/{id}/remove", post(people::remove))
        .route("/movies/household/members/{id}/hand-over", post(people::hand_over))
        .route("/movies/history", get(history::show_history))
        .route("/movies/invites/{token}", get(invite::show_invite).post(invite::accept))
        .route("/movies/screen", get(screen::show_screen))
        .route("/movies/screen/live", get(screen::watch))
        .route("/movies/posters/{name}", get(posters::poster))
}
