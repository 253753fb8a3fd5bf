//! The JSON API, mounted under `/api/v1`: extract, call, answer.

pub mod bodies;
mod calendars;
mod failures;
mod groups;
mod hangouts;
mod invites;
mod lists;
mod members;
pub mod views;

use web::{Api, routes};

pub fn routes() -> Api {
    Api::new()
        .routes(routes!(groups::create_group, groups::list_groups))
        .routes(routes!(groups::get_group, groups::edit_group, groups::delete_group))
        .routes(routes!(groups::watch_group))
        .routes(routes!(members::list_members, members::add_member))
        .routes(routes!(members::change_role, members::remove_member))
        .routes(routes!(invites::list_invites, invites::make_invite))
        .routes(routes!(invites::remove_invite))
        .routes(routes!(invites::get_invite, invites::join_group))
        .routes(routes!(calendars::make_feed, calendars::stop_feed))
        .routes(routes!(calendars::get_event))
        .routes(routes!(lists::list_feed))
        .routes(routes!(lists::list_hangouts))
        .routes(routes!(lists::watch_mine))
        .routes(routes!(hangouts::create_hangout))
        .routes(routes!(hangouts::get_hangout, hangouts::edit_hangout, hangouts::delete_hangout))
        .routes(routes!(hangouts::copy_hangout))
        .routes(routes!(hangouts::respond))
        .routes(routes!(hangouts::list_responses))
        .routes(routes!(hangouts::watch_hangout))
}
