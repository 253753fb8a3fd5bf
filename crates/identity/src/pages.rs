//! HTML pages: the same use cases as the JSON handlers, complete without scripts.

mod accounts;
mod calendar;
mod confirm;
mod device;
mod me;
mod no_mail;
mod oidc;
mod push;
mod register;
mod reset;
mod session;
mod sign_in;
mod things;
mod unsubscribe;

use crate::urls;
use axum::{
    Router,
    routing::{get, post},
};
use web::App;

/// The pages, at the root. A form that takes input posts to its page's own address.
pub fn routes() -> Router<App> {
    Router::new()
        .route(urls::SIGN_IN, get(sign_in::show).post(sign_in::sign_in))
        .route(urls::REGISTER, get(register::show).post(register::register))
        .route(urls::SIGN_OUT, post(session::sign_out))
        .route(urls::FORGOT, get(reset::show_forgot).post(reset::forgot))
        .route(urls::RESET, get(reset::show_reset).post(reset::reset))
        .route(urls::CONFIRM, get(confirm::show).post(confirm::confirm))
        .route(urls::OIDC_LOGIN, get(oidc::login))
        .route(urls::OIDC_CALLBACK, get(oidc::callback))
        .route(urls::ME, get(me::show).post(me::change))
        .route(urls::THINGS, get(things::show))
        .route("/me/sessions/others/end", post(me::end_other_sessions))
        .route("/me/sessions/{id}/end", post(me::end_session))
        .route("/me/tokens/{id}/delete", post(me::delete_token))
        .route("/me/links/{id}/remove", post(me::remove_link))
        .route("/me/calendar-feed/stop", post(me::stop_feed))
        .route("/me/push-subscriptions/{id}/end", post(push::end))
        .route("/push-worker.js", get(push::worker))
        .route("/me/delete", post(me::delete))
        .route(urls::ACCOUNTS, get(accounts::show))
        .route("/admin/accounts/{id}/reset-link", post(accounts::reset_link))
        .route("/admin/accounts/{id}/deactivate", post(accounts::deactivate))
        .route("/admin/accounts/{id}/reactivate", post(accounts::reactivate))
        .route("/calendar/{file}", get(calendar::read))
        .route("/unsubscribe/mail/{token}", get(no_mail::show).post(no_mail::choose))
        .route("/unsubscribe/{token}", get(unsubscribe::show).post(unsubscribe::stop))
}
