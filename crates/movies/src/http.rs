//! The JSON API, mounted under `/api/v1`: extract, call, answer.

mod bodies;
mod failures;
mod films;
mod households;
mod invites;
mod members;
mod preferences;
mod rounds;
mod screens;
mod suggestions;
mod views;
mod votes;

use web::{Api, routes};

pub fn routes() -> Api {
    Api::new()
        .routes(routes!(households::create_household))
        .routes(routes!(households::get_household, households::edit_household))
        .routes(routes!(members::list_members))
        .routes(routes!(members::add_managed_member))
        .routes(routes!(members::edit_member, members::remove_member))
        .routes(routes!(members::list_managed_members))
        .routes(routes!(members::delete_managed_member))
        .routes(routes!(invites::create_invite, invites::list_invites))
        .routes(routes!(invites::revoke_invite))
        .routes(routes!(invites::get_invite))
        .routes(routes!(invites::accept_invite))
        .routes(routes!(preferences::get_preferences, preferences::set_preferences))
        .routes(routes!(rounds::create_round, rounds::list_rounds))
        .routes(routes!(rounds::get_round))
        .routes(routes!(rounds::start_round))
        .routes(routes!(rounds::pick_film))
        .routes(routes!(rounds::mark_watched))
        .routes(routes!(rounds::expire_round))
        .routes(routes!(rounds::nudge))
        .routes(routes!(rounds::watch_round))
        .routes(routes!(suggestions::add_suggestion))
        .routes(routes!(suggestions::remove_suggestion))
        .routes(routes!(suggestions::swap_suggestion))
        .routes(routes!(suggestions::reshuffle))
        .routes(routes!(votes::list_votes))
        .routes(routes!(votes::cast_vote, votes::take_back_vote))
        .routes(routes!(votes::rate_film))
        .routes(routes!(films::list_picks))
        .routes(routes!(films::search_films))
        .routes(routes!(films::get_film))
        .routes(routes!(screens::make_screen_link))
}
