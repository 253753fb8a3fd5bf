//! Pages, complete without scripts. A form that takes input is sent to the page's own address, so that a page that fails is drawn by
//! the same function as a fresh one.

mod around;
mod calendar;
mod cards;
mod edit_group;
mod edit_hangout;
mod group_form;
mod groups;
mod hangout_form;
pub mod home;
mod join;
mod leave;
mod mine;
mod new_group;
mod new_hangout;
mod people;
mod show_group;
mod show_hangout;
pub mod zones;

pub use around::Around;

use axum::{
    Router,
    routing::{get, post},
};
use web::App;

pub fn routes() -> Router<App> {
    let groups = Router::new()
        .route("/groups", get(groups::show))
        .route("/groups/new", get(new_group::show).post(new_group::make))
        .route("/groups/{id}", get(show_group::show))
        .route("/groups/{id}/edit", get(edit_group::show).post(edit_group::save))
        .route("/groups/{id}/delete", post(edit_group::delete))
        .route("/groups/{id}/members", get(people::show).post(people::add))
        .route("/groups/{id}/members/{userId}/role", post(people::change_role))
        .route("/groups/{id}/members/{userId}/remove", post(people::remove))
        .route("/groups/{id}/leave", get(leave::show).post(leave::leave))
        .route("/groups/{id}/invites", get(people::back).post(people::make_invite))
        .route("/groups/{id}/invites/{inviteId}/stop", post(people::stop_invite))
        .route("/groups/{id}/calendar", get(people::back).post(people::make_calendar))
        .route("/groups/{id}/calendar/stop", post(people::stop_calendar));
    let hangouts = Router::new()
        .route("/hangouts", get(mine::show))
        .route("/hangouts/new", get(new_hangout::show).post(new_hangout::make))
        .route("/hangouts/{id}", get(show_hangout::show))
        .route("/hangouts/{id}/edit", get(edit_hangout::show).post(edit_hangout::save))
        .route("/hangouts/{id}/copy", get(edit_hangout::show_copy).post(edit_hangout::copy))
        .route("/hangouts/{id}/cancel", post(show_hangout::cancel))
        .route("/hangouts/{id}/restore", post(show_hangout::restore))
        .route("/hangouts/{id}/delete", post(show_hangout::delete))
        .route("/hangouts/{id}/response", post(show_hangout::respond));
    let others = Router::new()
        .route("/join/{token}", get(join::show).post(join::join))
        .route("/calendar/groups/{file}", get(calendar::read));
    groups.merge(hangouts).merge(others)
}
