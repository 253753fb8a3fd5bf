//! What the pages keep in the browser. JSON answers set no cookies. Those of one share are bound to its addresses, so a browser that
//! has fifty of them sends one.

use crate::{
    gate::{ACCESS, ANSWER},
    model::{Code, ShortId, token},
    urls,
};
use axum_extra::extract::cookie::Cookie;
use jiff::SignedDuration;
use web::{Ctx, cookies::LONGEST};

/// What the person at this browser is called, on every share.
const NAME: &str = "called";
/// The organiser passcode just made, for the page that shows it.
const FRESH: &str = "fresh";
/// Long enough to write a passcode down, also after a look elsewhere.
const FRESH_MINUTES: i64 = 15;
/// What [`Ctx::has_created`] is asked about.
const SHARE: &str = "share";

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
    paths(id).map(|path| ctx.new_cookie(ANSWER, code.compact(), path, LONGEST))
}

pub fn forget_answer(ctx: &Ctx, id: &ShortId) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.dead_cookie(ANSWER, path))
}

pub fn name(ctx: &Ctx, name: &str) -> Cookie<'static> {
    ctx.new_text_cookie(NAME, name.trim(), urls::PAGES, LONGEST)
}

/// What the person at this browser called themselves last, or else their account's name.
pub fn name_of(ctx: &Ctx) -> String {
    let account = || ctx.actor.account.as_ref().map(|account| account.display_name.clone());
    ctx.text_cookie(NAME).or_else(account).unwrap_or_default()
}

/// Shows `passcode` to the organiser, for a quarter of an hour and on the organiser's page only.
pub fn fresh(ctx: &Ctx, id: &ShortId, passcode: &str) -> Cookie<'static> {
    ctx.new_text_cookie(FRESH, passcode, urls::admin(id), SignedDuration::from_mins(FRESH_MINUTES))
}

pub fn fresh_of(ctx: &Ctx) -> Option<String> {
    ctx.text_cookie(FRESH)
}

/// Remembers that the share was created here.
pub fn created(ctx: &Ctx, id: &ShortId) -> Cookie<'static> {
    ctx.created_cookie(SHARE, id.compact(), urls::page(id))
}

pub fn has_created(ctx: &Ctx, id: &ShortId) -> bool {
    ctx.has_created(SHARE, id.compact())
}

fn paths(id: &ShortId) -> [String; 2] {
    [urls::page(id), urls::api(id)]
}
