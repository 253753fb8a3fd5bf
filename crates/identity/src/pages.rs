//! HTML pages: the same use cases as the JSON handlers, complete without scripts.

mod access;
mod calendar;
mod device;
mod form;
mod me;
mod reset;
mod unsubscribe;

use crate::service::delete_account::Hooks;
use axum::{
    Extension, Router,
    routing::{get, post},
};
use web::{App, CalendarSources};

/// The pages, at the root.
pub fn routes(hooks: Hooks, sources: CalendarSources) -> Router<App> {
    Router::new()
        .route("/sign-in", get(access::show_sign_in).post(access::sign_in))
        .route("/register", get(access::show_register).post(access::register))
        .route("/sign-out", post(access::sign_out))
        .route("/forgot", get(reset::show_forgot).post(reset::forgot))
        .route("/reset", get(reset::show_reset).post(reset::reset))
        .route("/unsubscribe/{token}", get(unsubscribe::show).post(unsubscribe::stop))
        .route("/me", get(me::show))
        .route("/me/profile", post(me::change_profile))
        .route("/me/password", post(me::change_password))
        .route("/me/sessions/others/end", post(me::end_other_sessions))
        .route("/me/sessions/{id}/end", post(me::end_session))
        .route("/me/tokens", post(me::make_token))
        .route("/me/tokens/{id}/delete", post(me::delete_token))
        .route("/me/calendar-feed", post(calendar::make))
        .route("/me/calendar-feed/stop", post(calendar::stop))
        .route("/calendar/{file}", get(calendar::read).layer(Extension(sources)))
        .route("/me/delete", post(me::delete))
        .layer(Extension(hooks))
}
