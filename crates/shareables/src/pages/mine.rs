//! The answer that the person at this browser gives, or gave: found by the code in the address, the form or the cookie.

use super::cookies;
use crate::{
    Error,
    gate::{ANSWER, Gate, Opened},
    live::Followed,
    model::{Code, Said},
    service::give_answer::{Way, give_answer},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{CreatingForm, Ctx, Fields, Filled, Html, OnceField, Problem, with_cookies};

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
    let code = form.filled("me").and_then(|me| me.parse().ok()).or(opened.code);
    Opened { code: code.filter(|_| !form.has("other")), ..opened }
}

/// What the page shows of the reader's own answer.
pub struct Mine<'a, A> {
    pub ctx: &'a Ctx,
    pub opened: &'a Opened,
    pub answer: Option<Said<A>>,
    /// The code as the address gave it, to be sent again.
    pub me: String,
    /// Whether the form is for someone else's answer.
    pub other: bool,
    /// Which part of the page a small screen shows.
    pub show: Option<String>,
    /// The key of the form.
    pub once: OnceField,
}

/// The form with which shares of one kind are answered, on its page.
pub trait AnswerForm: Sized {
    type Answer: Followed;
    /// What is said of an answer that could not be taken.
    const NOT_SAVED: &'static str;
    /// What the page shows of itself after an answer was taken.
    const THEN: &'static str;

    /// A form still to be filled in, by somebody of this name.
    fn blank(name: String) -> Self;
    /// What was answered before; `me` is its code, where the address gave it.
    fn of(answer: &Said<Self::Answer>, me: String) -> Self;
    fn read(form: &Fields) -> Result<Self, Problem>;
    fn meant(&self) -> Result<<Self::Answer as Followed>::Fields, Error>;
    async fn page(mine: &Mine<'_, Self::Answer>, filled: Filled<Self>) -> Result<impl Template, Error>;
}

pub async fn show<F: AnswerForm>(gate: &Gate, opened: &Opened, look: Look) -> Result<Response, Problem> {
    let mine = Mine::find(&gate.ctx, opened, look, OnceField(gate.ctx.new_once())).await?;
    let filled = Filled::fresh(match &mine.answer {
        Some(answer) => F::of(answer, mine.me.clone()),
        None if mine.other => F::blank(String::new()),
        None => F::blank(cookies::name_of(&gate.ctx)),
    });
    let page = Html(F::page(&mine, filled).await?).into_response();
    Ok(mine.forget_lost(page))
}

/// Answers, or changes the answer.
pub async fn answer<F: AnswerForm>(
    gate: &Gate,
    opened: Opened,
    sent: CreatingForm<Fields>,
) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    let opened = with_code(opened, &form);
    let typed = F::read(&form)?;
    let way = Way::New { once, code: opened.code, is_own: !form.has("other") };
    let given = async { give_answer::<F::Answer>(&gate.ctx, &opened, way, typed.meant()?).await };
    match given.await {
        Ok(given) => Ok(kept(gate, given.answer.code, &form, F::THEN)),
        Err(error) => {
            let look = Look { me: form.filled("me"), other: form.filled("other"), show: None };
            let filled = Filled::refused(typed, F::NOT_SAVED, gate.refuse(error))?;
            let mine = Mine::find(&gate.ctx, &opened, look, field).await?;
            let status = filled.status();
            Ok(status.with(F::page(&mine, filled).await?))
        }
    }
}

impl<'a, A: Followed> Mine<'a, A> {
    async fn find(ctx: &'a Ctx, opened: &'a Opened, look: Look, once: OnceField) -> Result<Self, Error> {
        let other = look.other.is_some();
        let answer = match opened.code {
            Some(code) if !other => stored::find_answer(ctx, opened.id(), code).await?,
            _ => None,
        };
        Ok(Self { ctx, opened, answer, me: look.me.unwrap_or_default(), other, show: look.show, once })
    }

    /// The code, where the address of the page names it.
    pub fn shown_code(&self) -> Option<Code> {
        self.opened.code.filter(|_| !self.me.is_empty())
    }

    /// The address under which a person finds their answer again on any device.
    pub fn link(&self) -> Option<String> {
        let answer = self.answer.as_ref()?;
        Some(self.ctx.url(&urls::personal(self.opened.id(), answer.code)))
    }

    /// Makes the browser forget a code that belongs to nothing.
    fn forget_lost(&self, page: Response) -> Response {
        let lost =
            self.answer.is_none() && !self.other && self.me.is_empty() && self.ctx.cookie(ANSWER).is_some();
        let dead = lost.then(|| cookies::forget_answer(self.ctx, self.opened.id()));
        with_cookies(page, dead.into_iter().flatten())
    }
}

/// Back to the page, with the code and the name in the browser. An answer for someone else leaves what the browser holds alone, and
/// is told by its link.
fn kept(gate: &Gate, code: Code, form: &Fields, query: &str) -> Response {
    let id = gate.id();
    if form.has("other") {
        return with_cookies(web::done(urls::personal(id, code), "other"), []);
    }
    let to = format!("{}{query}", urls::page(id));
    let name = cookies::name(&gate.ctx, &form.text("name"));
    let kept = cookies::answer(&gate.ctx, id, code).into_iter().chain([name]);
    with_cookies(web::done(to, "answered"), kept)
}
