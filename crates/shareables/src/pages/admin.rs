//! The organiser's page: sharing, answers, time, passcodes.

mod act;
mod answers;
pub mod edit;

pub use act::{act, keep};

use super::{
    cookies,
    new::{LIFETIMES, USUAL_DAYS},
    shared::Shared,
};
use crate::{
    Error,
    gate::{Gate, Opened, To},
    model::{Lifetime, Shareable},
    urls,
};
use answers::Answers;
use askama::Template;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Deserialize;
use web::{Ctx, Filled, Html, Layout, Notice, OnceField, Problem};

#[derive(Template)]
#[template(path = "shareables/admin.html")]
struct AdminPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    filled: Filled<AdminForm>,
    is_new: bool,
    done: Option<Notice>,
    /// The organiser passcode, for as long as it is new.
    fresh: Option<String>,
    view_passcode: Option<String>,
    answers: Answers<'a>,
    /// Whole days and hours left, where it has an end.
    left: Option<(i64, i64)>,
    /// How many days it can be given, and what the button says.
    lifetimes: Vec<(u32, String)>,
    once: OnceField,
    mine: bool,
    /// Whether the reader can add it to their account.
    can_keep: bool,
}

/// What was typed on the page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct AdminForm {
    view_passcode: String,
    /// Of the copy, as is `start_time`.
    name: String,
    start_time: String,
}

impl<'a> AdminPage<'a> {
    async fn of(
        ctx: &Ctx,
        opened: &'a Opened,
        filled: Option<Filled<AdminForm>>,
        once: OnceField,
    ) -> Result<Self, Error> {
        let (share, shared) = (&opened.share, Shared::of(ctx, opened));
        let now = shared.now;
        let hours = share.expires_at.map(|at| shared.now.duration_until(*at).as_hours().max(0));
        let blank = AdminForm { name: share.name.clone(), ..AdminForm::default() };
        let signed_in = ctx.actor.account.is_some();
        Ok(Self {
            layout: page_layout(ctx, &shared),
            shared,
            filled: filled.unwrap_or_else(|| Filled::fresh(blank)),
            is_new: ctx.done() == Some("created"),
            done: done(ctx.done()),
            fresh: cookies::fresh_of(ctx),
            view_passcode: share.open_view_passcode(&ctx.keys)?,
            answers: Answers::of(ctx, share).await?,
            lifetimes: lifetimes(share, now),
            left: hours.map(|hours| (hours / 24, hours % 24)),
            once,
            mine: opened.mine,
            can_keep: signed_in && share.owner_id.is_none() && cookies::has_created(ctx, &share.short_id),
        })
    }
}

/// What would end sooner than it does now says so.
fn lifetimes(share: &Shareable, now: Timestamp) -> Vec<(u32, String)> {
    let words = |(days, words): (u32, &str)| {
        let end = Lifetime::days(days.into()).map(|lifetime| share.would_end(lifetime, now));
        let shortens = end.is_some_and(|end| share.expires_at.is_some_and(|at| end < at));
        (days, if shortens { format!("Shorten to {words}") } else { words.to_owned() })
    };
    LIFETIMES.into_iter().map(words).collect()
}

/// The page holds participants' codes, so no part of it is sent: it fetches itself.
fn page_layout(ctx: &Ctx, shared: &Shared) -> Layout {
    let layout = shared.layout(ctx, format!("Manage – {}", shared.name), None);
    if layout.live.is_none() { layout } else { layout.live_by_fetching(urls::live(&shared.short_id, None)) }
}

fn done(what: Option<&str>) -> Option<Notice> {
    let words = match what? {
        "extended" => "The time is extended.",
        "shortened" => "The time is shortened.",
        "cancelled" => "The event is cancelled.",
        "restored" => "The event is on again.",
        "closed" => "The poll is closed.",
        "reopened" => "The poll is open again.",
        "cleared" => "All ticks are removed.",
        "removed" => "The answer is removed.",
        "passcodes" => "The passcode is changed.",
        "kept" => "This is in your account now.",
        _ => return None,
    };
    Some(Notice::good(words))
}

/// `GET /s/{shortId}/admin`
pub async fn show(gate: Gate) -> Result<Response, Problem> {
    let opened = gate.open(To::Organise).await?;
    let once = OnceField(gate.ctx.new_once());
    Ok(Html(AdminPage::of(&gate.ctx, &opened, None, once).await?).into_response())
}

/// Back to the organiser's page, which says what was done.
fn back(gate: &Gate, what: &str) -> Response {
    web::done(urls::admin(gate.id()), what).into_response()
}
