//! JSON handlers: extract, call the service, answer.

pub mod accounts;
mod auth;
mod failures;
mod links;
mod me;
mod messages;
mod push;
mod secrets;
mod things;
mod users;
mod views;

use web::{Api, routes};

/// The routes under `/api/v1`.
pub fn routes() -> Api {
    Api::new()
        .routes(routes!(auth::register))
        .routes(routes!(auth::login))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::forgot))
        .routes(routes!(auth::reset))
        .routes(routes!(auth::confirm))
        .routes(routes!(me::get_me, me::change_me, me::delete_me))
        .routes(routes!(me::change_password))
        .routes(routes!(me::change_email))
        .routes(routes!(me::export))
        .routes(routes!(things::list_things))
        .routes(routes!(messages::get_notifications, messages::change_notifications))
        .routes(routes!(messages::set_device_token, messages::remove_device_token))
        .routes(routes!(messages::make_feed, messages::stop_feed))
        .routes(routes!(secrets::list_sessions, secrets::end_other_sessions))
        .routes(routes!(secrets::end_session))
        .routes(routes!(secrets::list_tokens, secrets::make_token))
        .routes(routes!(secrets::delete_token))
        .routes(routes!(links::list_links))
        .routes(routes!(links::remove_link))
        .routes(routes!(push::subscribe, push::unsubscribe_endpoint))
        .routes(routes!(push::unsubscribe))
        .routes(routes!(users::find))
        .routes(routes!(users::get_roles, users::change_roles))
        .routes(routes!(accounts::make_reset_link))
        .routes(routes!(accounts::deactivate, accounts::reactivate))
}
