//! The answer that the person at this browser gave: found by the code in the address, the form or the cookie.

use super::{cookies, fields::Fields};
use crate::{
    Error,
    gate::{ANSWER, Gate, Opened},
    model::Code,
    stored::{self, Answer},
    urls,
};
use axum::response::Response;
use serde::Deserialize;
use web::Ctx;

/// `?me=` is a personal link; `?show=` says which part of the page a small screen shows; `?other` asks for an empty form, to answer
/// for someone else.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Look {
    pub me: Option<String>,
    pub show: Option<String>,
    pub other: Option<String>,
}

/// The visitor with the code that a form carries, where it carries one.
pub fn with_code(opened: Opened, form: &Fields) -> Opened {
    if form.has("other") {
        return Opened { code: None, ..opened };
    }
    let code = form.filled("me").and_then(|me| me.parse().ok()).or(opened.code);
    Opened { code, ..opened }
}

/// What the page shows of the reader's own answer.
pub struct Mine<A> {
    pub answer: Option<A>,
    /// The code as the address gave it, to be sent again.
    pub me: String,
    /// Whether the form is for someone else's answer.
    pub other: bool,
}

impl<A: Answer> Mine<A> {
    pub async fn find(ctx: &Ctx, opened: &Opened, look: &Look) -> Result<Self, Error> {
        let other = look.other.is_some();
        let answer = match opened.code {
            Some(code) if !other => stored::find_answer(ctx, opened.id(), code).await?,
            _ => None,
        };
        Ok(Self { answer, me: look.me.clone().unwrap_or_default(), other })
    }

    /// The address under which a person finds their answer again on any device.
    pub fn link(&self, ctx: &Ctx, opened: &Opened) -> Option<String> {
        let (_, code) = self.answer.as_ref()?.place();
        Some(ctx.url(&urls::personal(opened.id(), code)))
    }

    /// Makes the browser forget a code that belongs to nothing.
    pub fn forget_lost(&self, gate: &Gate, page: Response) -> Response {
        let lost =
            self.answer.is_none() && !self.other && self.me.is_empty() && gate.ctx.cookie(ANSWER).is_some();
        let dead = lost.then(|| cookies::forget_answer(&gate.ctx, gate.id()));
        cookies::with(page, dead.into_iter().flatten())
    }
}

/// Back to the page, with the code and the name in the browser. An answer for someone else leaves what the browser holds alone, and
/// is told by its link.
pub fn kept(gate: &Gate, code: Code, name: &str, form: &Fields, query: &str) -> Response {
    let id = gate.id();
    if form.has("other") {
        return cookies::with(web::done(urls::personal(id, code), "other"), []);
    }
    let to = format!("{}{query}", urls::page(id));
    let kept = cookies::answer(&gate.ctx, id, code).into_iter().chain([cookies::name(&gate.ctx, name)]);
    cookies::with(web::done(to, "answered"), kept)
}
