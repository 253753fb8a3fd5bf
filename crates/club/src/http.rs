//! The JSON API, mounted under `/api/v1`: extract, call, answer.

mod avatars;
mod comments;
mod failures;
mod imports;
mod lists;
mod matches;
mod players;
mod profiles;
mod ratings;
mod role_groups;
mod sites;
pub mod views;

use crate::service::change_avatar::MOST_BYTES;
use axum::extract::DefaultBodyLimit;
use web::{Api, routes};

pub fn routes() -> Api {
    // The one upload that may be larger than other bodies; layered first, so that it is around nothing else.
    let uploads =
        Api::new().routes(routes!(avatars::put_avatar)).layer(DefaultBodyLimit::max(MOST_BYTES + 1));
    catalogue(people(squash(uploads)))
}

fn catalogue(api: Api) -> Api {
    api.routes(routes!(sites::list_sites, sites::add_site))
        .routes(routes!(sites::get_site, sites::edit_site, sites::delete_site))
        .routes(routes!(sites::read_page))
        .routes(routes!(sites::watch_site))
        .routes(routes!(sites::list_tags))
        .routes(routes!(imports::import_bookmarks))
        .routes(routes!(imports::get_import))
        .routes(routes!(imports::export_bookmarks))
        .routes(routes!(ratings::get_rating, ratings::rate_site, ratings::withdraw_rating))
        .routes(routes!(ratings::my_ratings))
        .routes(routes!(ratings::list_ratings))
        .routes(routes!(comments::list_comments, comments::add_comment))
        .routes(routes!(comments::edit_comment, comments::delete_comment))
}

fn people(api: Api) -> Api {
    api.routes(routes!(role_groups::list_role_groups, role_groups::create_role_group))
        .routes(routes!(
            role_groups::get_role_group,
            role_groups::edit_role_group,
            role_groups::delete_role_group
        ))
        .routes(routes!(role_groups::list_members))
        .routes(routes!(role_groups::get_member, role_groups::add_member, role_groups::remove_member))
        .routes(routes!(role_groups::my_permissions))
        .routes(routes!(profiles::my_profile, profiles::edit_profile))
        .routes(routes!(profiles::get_profile))
        .routes(routes!(avatars::delete_avatar))
        .routes(routes!(avatars::get_avatar))
}

fn squash(api: Api) -> Api {
    api.routes(routes!(players::list_players, players::add_player))
        .routes(routes!(players::get_player, players::edit_player, players::delete_player))
        .routes(routes!(players::list_matches))
        .routes(routes!(players::get_stats))
        .routes(routes!(matches::list_matches, matches::enter_match))
        .routes(routes!(matches::get_match, matches::edit_match, matches::delete_match))
        .routes(routes!(matches::get_leaderboard))
        .routes(routes!(matches::pair_players))
        .routes(routes!(matches::watch_ladder))
}
