//! JSON handlers: extract, call the service, answer.

mod auth;
mod calendar;
mod me;
mod push;
mod secrets;
mod users;

use crate::service::delete_account::Hooks;
use axum::Extension;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;
use web::Api;

/// The routes under `/api/v1`.
pub fn routes(hooks: Hooks) -> Api {
    Api::new()
        .routes(routes!(auth::register))
        .routes(routes!(auth::login))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::forgot))
        .routes(routes!(auth::reset))
        .routes(routes!(me::get_me, me::change_me, me::delete_me))
        .routes(routes!(me::change_password))
        .routes(routes!(me::export))
        .routes(routes!(me::get_notifications, me::change_notifications))
        .routes(routes!(secrets::list_sessions, secrets::end_other_sessions))
        .routes(routes!(secrets::end_session))
        .routes(routes!(secrets::list_tokens, secrets::make_token))
        .routes(routes!(secrets::delete_token))
        .routes(routes!(calendar::make_feed, calendar::stop_feed))
        .routes(routes!(push::subscribe, push::unsubscribe_endpoint))
        .routes(routes!(push::unsubscribe))
        .routes(routes!(users::find))
        .routes(routes!(users::get_roles, users::change_roles))
        .layer(Extension(hooks))
}

/// A page of a list. Generic answers are written out for the API's description.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Items<T> {
    pub items: Vec<T>,
}
