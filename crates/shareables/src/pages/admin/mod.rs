//! The organiser's pages: passing a share round, its answers, its settings.

mod act;
mod answers;
mod edit;

use super::{
    door::{Visit, open_admin},
    remember::{admin_path, fresh_of},
    shared::{Shared, layout},
};
use crate::{
    Error,
    model::{Content, Shareable},
    service::{open, open::Opened, passcodes::view_passcode},
};
use answers::Answers;
use askama::Template;
use axum::{
    Router,
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use serde::Deserialize;
use web::{App, Ctx, Html, Layout, Query, When};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/s/{code}/admin", get(show))
        .route("/s/{code}/admin/edit", get(edit::show).post(edit::save))
        .route("/s/{code}/admin/open", post(open_admin).get(back))
        .route("/s/{code}/admin/extend", post(act::extend).get(back))
        .route("/s/{code}/admin/close", post(act::close).get(back))
        .route("/s/{code}/admin/reopen", post(act::reopen).get(back))
        .route("/s/{code}/admin/passcodes", post(act::change_passcodes).get(back))
        .route("/s/{code}/admin/clone", post(act::make_copy).get(back))
        .route("/s/{code}/admin/clear", post(act::clear_ticks).get(back))
        .route("/s/{code}/admin/remove", post(act::remove_answer).get(back))
        .route("/s/{code}/admin/delete", post(act::delete).get(back))
}

/// `?new` right after it was made, `?saved` after anything else.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Arrival {
    new: Option<String>,
    saved: Option<String>,
}

#[derive(Template)]
#[template(path = "shareables/admin.html")]
struct AdminPage {
    layout: Layout,
    shared: Shared,
    is_new: bool,
    is_saved: bool,
    /// The organiser's passcode, for as long as it is new.
    fresh: Option<String>,
    view_passcode: Option<String>,
    passcode_error: String,
    answers: Answers,
    poll: Option<PollState>,
    /// Whole days and hours left.
    left: (i64, i64),
    /// Whether it is an event that will not be here when it starts.
    too_short: bool,
    usual_days: u32,
}

/// Whether a poll takes answers.
struct PollState {
    is_closed: bool,
    closes: Option<When>,
}

impl AdminPage {
    async fn of(ctx: &Ctx, opened: &Opened, arrival: &Arrival) -> Result<Self, Error> {
        let (share, now) = (&opened.share, ctx.clock.now());
        let hours = now.duration_until(*share.expires_at).as_hours().max(0);
        Ok(Self {
            layout: layout(ctx, share, format!("Look after: {}", share.name), None),
            shared: Shared::of(ctx, opened),
            is_new: arrival.new.is_some(),
            is_saved: arrival.saved.is_some(),
            fresh: fresh_of(ctx),
            view_passcode: view_passcode(ctx, share)?,
            passcode_error: String::new(),
            answers: Answers::of(ctx, share).await?,
            poll: poll_state(ctx, share),
            left: (hours / 24, hours % 24),
            too_short: matches!(&share.content, Content::Event(event) if event.start_time > share.expires_at),
            usual_days: super::create::usual_days(share.entity()),
        })
    }

    fn lifetimes() -> [(u32, &'static str); 3] {
        super::create::lifetimes()
    }
}

fn poll_state(ctx: &Ctx, share: &Shareable) -> Option<PollState> {
    let now = ctx.clock.now();
    match &share.content {
        Content::Poll(poll) => Some(PollState {
            is_closed: poll.is_closed_at(now),
            closes: poll.closes_at.map(|at| When::new(at, now)),
        }),
        Content::Checklist(_) | Content::Event(_) => None,
    }
}

/// `GET /s/{code}/admin`
async fn show(visit: Visit, Query(arrival): Query<Arrival>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let opened = open::for_organising(ctx, id).await?;
        Ok(Html(AdminPage::of(ctx, &opened, &arrival).await?).into_response())
    };
    visit.answer(page).await
}

/// The address of a form leads to its page, should somebody go there.
async fn back(visit: Visit) -> Redirect {
    Redirect::to(&admin_path(&visit.id))
}

/// Back to the organiser's page, with word that it is done.
fn saved(visit: &Visit) -> Response {
    Redirect::to(&format!("{}?saved", admin_path(&visit.id))).into_response()
}
