//! What the pages keep in the browser. JSON answers set no cookies. Those of one share are bound to its addresses, so a browser that
//! has fifty of them sends one.

use crate::{
    gate::{ACCESS, ANSWER},
    model::{Code, ShortId, token},
    urls,
};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::Cookie;
use data_encoding::BASE64URL_NOPAD;
use http::{HeaderValue, header};
use jiff::SignedDuration;
use web::Ctx;

/// What the person at this browser is called, on every share.
const NAME: &str = "called";
/// The organiser passcode just made, for the page that shows it.
const FRESH: &str = "fresh";
/// Proves that a share was created in this browser.
const MAKER: &str = "maker";
/// Long enough to write a passcode down, also after a look elsewhere.
const FRESH_MINUTES: i64 = 15;
/// Longer than most shares last.
const LONG: SignedDuration = SignedDuration::from_hours(24 * 400);

/// An answer that sets cookies. (A jar would keep one cookie of a name; a share's have two paths.)
pub fn with(answer: impl IntoResponse, cookies: impl IntoIterator<Item = Cookie<'static>>) -> Response {
    let mut response = answer.into_response();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

/// Remembers an access token.
pub fn access(ctx: &Ctx, id: &ShortId, token: &str) -> [Cookie<'static>; 2] {
    let age = SignedDuration::from_hours(24 * i64::from(token::DAYS));
    paths(id).map(|path| ctx.new_cookie(ACCESS, token, path, age))
}

pub fn forget_access(ctx: &Ctx, id: &ShortId) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.dead_cookie(ACCESS, path))
}

/// Remembers the code of this browser's own answer.
pub fn answer(ctx: &Ctx, id: &ShortId, code: Code) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.new_cookie(ANSWER, code.as_str(), path, LONG))
}

pub fn forget_answer(ctx: &Ctx, id: &ShortId) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.dead_cookie(ANSWER, path))
}

pub fn name(ctx: &Ctx, name: &str) -> Cookie<'static> {
    ctx.new_cookie(NAME, written(name.trim()), urls::PAGES, LONG)
}

/// What the person at this browser called themselves last, or else their account's name.
pub fn name_of(ctx: &Ctx) -> String {
    let account = || ctx.actor.account.as_ref().map(|account| account.display_name.clone());
    ctx.cookie(NAME).and_then(read).or_else(account).unwrap_or_default()
}

/// Shows `passcode` to the organiser, for a quarter of an hour and on the organiser's page only.
pub fn fresh(ctx: &Ctx, id: &ShortId, passcode: &str) -> Cookie<'static> {
    ctx.new_cookie(FRESH, written(passcode), urls::admin(id), SignedDuration::from_mins(FRESH_MINUTES))
}

pub fn fresh_of(ctx: &Ctx) -> Option<String> {
    ctx.cookie(FRESH).and_then(read)
}

/// Remembers that the share was created here.
pub fn maker(ctx: &Ctx, id: &ShortId) -> Cookie<'static> {
    ctx.new_cookie(MAKER, token::maker(&ctx.keys, id), urls::page(id), LONG)
}

pub fn is_maker(ctx: &Ctx, id: &ShortId) -> bool {
    ctx.cookie(MAKER).is_some_and(|given| token::is_maker(&ctx.keys, id, given))
}

fn paths(id: &ShortId) -> [String; 2] {
    [urls::page(id), urls::api(id)]
}

/// Cookies hold few characters; people write with all of them.
fn written(text: &str) -> String {
    BASE64URL_NOPAD.encode(text.as_bytes())
}

fn read(text: &str) -> Option<String> {
    String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()
}
