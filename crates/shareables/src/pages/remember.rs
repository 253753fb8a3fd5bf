//! What the pages keep in the browser beside the cookies of one share: what a person is called, and a passcode to be shown once.

use crate::{cookies, model::ShortId};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::Cookie;
use data_encoding::BASE64URL_NOPAD;
use http::{HeaderValue, header};
use jiff::SignedDuration;
use web::Ctx;

/// What the person at this browser is called, on every share.
const NAME: &str = "called";
/// The organiser's passcode just made, for the page that shows it.
const FRESH: &str = "fresh";
/// Long enough to write a passcode down, also after a look elsewhere.
const FRESH_MINUTES: i64 = 15;

/// An answer that sets cookies. (A jar would keep one cookie of a name; a share's have two paths.)
pub fn with_cookies(
    answer: impl IntoResponse,
    cookies: impl IntoIterator<Item = Cookie<'static>>,
) -> Response {
    let mut response = answer.into_response();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

pub fn name(ctx: &Ctx, name: &str) -> Cookie<'static> {
    ctx.new_cookie(NAME, written(name.trim()), "/s", SignedDuration::from_hours(24 * 400))
}

/// What the person at this browser called themselves last.
pub fn name_of(ctx: &Ctx) -> String {
    ctx.cookie(NAME).and_then(read).unwrap_or_default()
}

/// Shows `passcode` to the organiser, for a quarter of an hour and on the organiser's page only.
pub fn fresh(ctx: &Ctx, id: &ShortId, passcode: &str) -> Cookie<'static> {
    ctx.new_cookie(FRESH, written(passcode), admin_path(id), SignedDuration::from_mins(FRESH_MINUTES))
}

pub fn fresh_of(ctx: &Ctx) -> Option<String> {
    ctx.cookie(FRESH).and_then(read)
}

/// The organiser's page.
pub fn admin_path(id: &ShortId) -> String {
    format!("{}/admin", cookies::page_path(id))
}

/// Cookies hold few characters; people write with all of them.
fn written(text: &str) -> String {
    BASE64URL_NOPAD.encode(text.as_bytes())
}

fn read(text: &str) -> Option<String> {
    String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()
}
