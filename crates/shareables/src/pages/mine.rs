//! The answer that the person at this browser gave: found by the code in the address or in the cookie.

use super::remember::with_cookies;
use crate::{
    Error, cookies,
    model::{Code, ShortId},
};
use axum::response::Response;
use serde::Deserialize;
use web::Ctx;

/// `?me=` is a personal link; `?show=` says which part of the page a small screen shows.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Look {
    pub me: Option<String>,
    pub show: Option<String>,
}

/// The code that belongs to a request: that of a form or address, else the cookie's.
pub fn code_of(ctx: &Ctx, given: Option<&str>) -> Option<String> {
    cookies::code_of(ctx, given.filter(|code| !code.trim().is_empty()))
}

/// What was found under the code of a request.
pub struct Found<T> {
    pub answer: Option<T>,
    /// Whether the cookie's code belongs to nothing any more: the answer was withdrawn.
    lost: bool,
}

impl<T> Found<T> {
    pub const NOTHING: Self = Self { answer: None, lost: false };

    /// Nobody is kept from a page because of a code: one that is not good, or cannot be looked at just now, shows nothing.
    pub fn of(found: Result<T, Error>, by_cookie: bool) -> Result<Self, Error> {
        match found {
            Ok(answer) => Ok(Self { answer: Some(answer), lost: false }),
            Err(Error::NoSuchAnswer) => Ok(Self { answer: None, lost: by_cookie }),
            Err(Error::Guess(web::GuessError::TooMany(_))) => Ok(Self::NOTHING),
            Err(error) => Err(error),
        }
    }

    /// Makes the browser forget a code that belongs to nothing, or each look at the page would count as a wrong guess.
    pub fn forget_lost(&self, ctx: &Ctx, id: &ShortId, answer: Response) -> Response {
        let dead = self.lost.then(|| cookies::forget(ctx, id, cookies::CODE));
        with_cookies(answer, dead.into_iter().flatten())
    }
}

/// The address under which a person finds their answer again on any device.
pub fn link(ctx: &Ctx, id: &ShortId, code: Code) -> String {
    ctx.url(&format!("{}?me={code}", cookies::page_path(id)))
}
