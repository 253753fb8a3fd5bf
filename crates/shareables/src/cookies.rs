//! The cookies of a share. Pages set them, JSON answers never do; both read them. Each is bound to the addresses of its one share,
//! so a browser that looks after fifty of them sends one.

use crate::model::{Code, ShortId, token};
use axum_extra::extract::cookie::Cookie;
use jiff::SignedDuration;
use web::Ctx;

/// Holds an access token.
pub const ACCESS: &str = "share";
/// Holds the participant's code of this browser's own RSVP or vote.
pub const CODE: &str = "answer";

/// Where the pages of a share are.
pub fn page_path(id: &ShortId) -> String {
    format!("/s/{id}")
}

/// Where the JSON of a share is.
pub fn api_path(id: &ShortId) -> String {
    format!("/api/v1/shareables/{id}")
}

/// Cookies that remember an access token in this browser.
pub fn access(ctx: &Ctx, id: &ShortId, token: &str) -> [Cookie<'static>; 2] {
    let age = SignedDuration::from_hours(24 * i64::from(token::DAYS));
    paths(id).map(|path| ctx.new_cookie(ACCESS, token, path, age))
}

/// Cookies that remember a participant's code in this browser: longer than any share lasts.
pub fn code(ctx: &Ctx, id: &ShortId, code: &Code) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.new_cookie(CODE, code.as_str(), path, SignedDuration::from_hours(24 * 400)))
}

/// Cookies that make this browser forget `name` ([`ACCESS`] or [`CODE`]).
pub fn forget(ctx: &Ctx, id: &ShortId, name: &'static str) -> [Cookie<'static>; 2] {
    paths(id).map(|path| ctx.dead_cookie(name, path))
}

/// The participant's code that a request carries: in its address, or else in its cookie.
pub fn code_of(ctx: &Ctx, in_address: Option<&str>) -> Option<String> {
    in_address.or_else(|| ctx.cookie(CODE)).map(str::to_owned)
}

fn paths(id: &ShortId) -> [String; 2] {
    [page_path(id), api_path(id)]
}
