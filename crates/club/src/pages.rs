//! The pages, on the same services as the API. Each is complete without scripts: `filter.js` answers while one types, `score.js` has
//! quick scores.

mod admin;
mod bookmarks;
mod catalogue;
mod comment;
pub mod home;
mod matches;
mod parts;
mod person;
mod players;
mod profile;
mod ratings;
mod role_group;
pub mod site;
mod site_form;
pub mod squash;

use crate::service::change_avatar::MOST_BYTES;
use axum::{
    Router,
    extract::DefaultBodyLimit,
    routing::{get, post},
};
use web::{App, assets::File};

/// Scripts of the club's own pages.
pub const ASSETS: &[File] =
    &[("filter.js", include_str!("../assets/filter.js")), ("score.js", include_str!("../assets/score.js"))];

pub fn routes() -> Router<App> {
    catalogue_routes().merge(people_routes()).merge(squash_routes())
}

fn catalogue_routes() -> Router<App> {
    Router::new()
        .route("/club", get(catalogue::show))
        .route("/club/tags/{tag}", get(catalogue::show_tag))
        .route("/club/new", get(site_form::show_new).post(site_form::add))
        .route("/club/ratings", get(ratings::show))
        .route("/club/import", get(bookmarks::show_import).post(bookmarks::import))
        .route("/club/import/{id}", get(bookmarks::show_progress))
        .route("/club/export.html", get(bookmarks::export))
        .route("/club/sites/{id}", get(site::show).post(site::comment))
        .route("/club/sites/{id}/live", get(site::watch))
        .route("/club/sites/{id}/edit", get(site_form::show_edit).post(site_form::save))
        .route("/club/sites/{id}/delete", post(site_form::delete))
        .route("/club/sites/{id}/scrape", post(site_form::read_page))
        .route("/club/sites/{id}/rating", post(site::rate))
        .route("/club/sites/{id}/rating/withdraw", post(site::withdraw))
        .route("/club/sites/{id}/comments/{comment}", get(comment::show).post(comment::save))
        .route("/club/sites/{id}/comments/{comment}/delete", post(comment::delete))
}

fn people_routes() -> Router<App> {
    let upload = Router::new()
        .route("/me/profile/avatar", get(profile::show).post(profile::upload))
        // The form around the picture takes a little more.
        .layer(DefaultBodyLimit::max(MOST_BYTES + 16 * 1024));
    Router::new()
        .route("/admin", get(admin::show).post(admin::create))
        .route("/admin/people", get(admin::find_person))
        .route("/admin/people/{id}/roles", get(admin::show).post(admin::set_roles))
        .route("/admin/groups/{name}", get(role_group::show).post(role_group::save))
        .route("/admin/groups/{name}/delete", post(role_group::delete))
        .route("/admin/groups/{name}/members", get(role_group::show).post(role_group::add))
        .route("/admin/groups/{name}/members/{id}/remove", post(role_group::remove))
        .route("/me/profile", get(profile::show).post(profile::save))
        .route("/me/profile/avatar/remove", post(profile::remove))
        .route("/people/{id}", get(person::show))
        .merge(upload)
}

fn squash_routes() -> Router<App> {
    Router::new()
        .route("/squash", get(squash::show).post(squash::enter))
        .route("/squash/live", get(squash::watch))
        .route("/squash/matches", get(matches::show_list))
        .route("/squash/matches/{id}", get(matches::show).post(matches::save))
        .route("/squash/matches/{id}/delete", post(matches::delete))
        .route("/squash/players", get(players::show_list).post(players::add))
        .route("/squash/players/{id}", get(players::show))
        .route("/squash/players/{id}/edit", get(players::show_edit).post(players::save))
        .route("/squash/players/{id}/delete", post(players::delete))
        .route("/squash/pairs", get(players::show_pairs))
}
