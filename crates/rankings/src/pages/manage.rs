//! `/r/{id}/manage`: the manager's page.

use super::{
    common::{FEW_BALLOTS, form_errors, share},
    manage_key::ask_for_key,
    words::{ENDS, Stage, VISIBILITIES, counted, end_of, time},
};
use crate::{
    Error,
    ballots::Ballots,
    model::{Poll, PollId, PollSettings, ResultsVisibility},
    service::{
        access::{Credentials, MANAGE_COOKIE},
        close_poll, delete_poll,
        edit_poll::{self, EditPoll},
        load,
    },
};
use askama::Template;
use axum::{
    Extension,
    response::{IntoResponse, Redirect, Response},
};
use kernel::{Moment, Patch};
use serde::Deserialize;
use std::sync::Arc;
use web::{Ctx, Errors, Form, Html, Layout, Notice, Path, Problem, Query, Share};

/// Leaves the end of voting as it is.
const AS_IT_IS: &str = "keep";

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ManageForm {
    /// The version the person saw.
    version: u32,
    title: String,
    description: String,
    candidates: Option<String>,
    ends: String,
    results_visibility: ResultsVisibility,
}

impl ManageForm {
    fn of(poll: &Poll) -> Self {
        Self {
            version: poll.version,
            title: poll.title.clone(),
            description: poll.description.clone().unwrap_or_default(),
            candidates: Some(poll.candidates.join("\n")),
            ends: AS_IT_IS.into(),
            results_visibility: poll.settings.results_visibility,
        }
    }

    fn candidates(&self) -> Option<Vec<String>> {
        self.candidates.as_deref().map(tally::candidates_from_lines)
    }

    fn edit(&self, now: jiff::Timestamp) -> EditPoll {
        EditPoll {
            seen: Some(self.version),
            title: Patch::Set(self.title.clone()),
            description: Patch::Set(self.description.clone()),
            candidates: self.candidates().map_or(Patch::Keep, Patch::Set),
            expires_at: if self.ends == AS_IT_IS { Patch::Keep } else { end_of(&self.ends, now).into() },
            settings: Patch::Set(PollSettings { results_visibility: self.results_visibility }),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Way {
    done: String,
}

#[derive(Template)]
#[template(path = "rankings/manage.html")]
struct ManagePage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    stage: Stage,
    /// Closed by hand, so that it can be opened again.
    closed: bool,
    ballots: String,
    notice: Option<Notice>,
    warning: Option<Notice>,
    form: ManageForm,
    errors: Errors,
    /// Somebody has voted, so the candidates are fixed.
    fixed: bool,
    candidates: Vec<String>,
    ends: Vec<(&'static str, String)>,
    /// The way back here from another device.
    link: String,
}

impl ManagePage {
    async fn of(ctx: &Ctx, ballots: &Ballots, poll: &Poll, credentials: &Credentials) -> Result<Self, Error> {
        let total = ballots.total(&ctx.services(), poll).await?;
        let base = format!("/r/{}", poll.id);
        let key = credentials.manage_key().map_or("", |key| key.as_str());
        Ok(Self {
            layout: Layout::of(ctx, format!("{}: manage", poll.title)).noindex().live(format!("{base}/live")),
            share: share(ctx, poll),
            link: ctx.url(&format!("{base}/manage#key={key}")),
            base,
            title: poll.title.clone(),
            stage: Stage::of(poll, ctx.clock.now()),
            closed: poll.closed_at.is_some(),
            ballots: counted(total, "ballot"),
            notice: None,
            warning: unmasking(poll, total, ctx),
            form: ManageForm::of(poll),
            errors: Errors::default(),
            fixed: poll.first_vote_at.is_some() || total > 0,
            candidates: poll.candidates.clone(),
            ends: ends(poll.expires_at),
        })
    }
}

/// Whoever watches live results with few ballots can tell whose ballot has just come in.
fn unmasking(poll: &Poll, total: u64, ctx: &Ctx) -> Option<Notice> {
    let live = poll.settings.results_visibility != ResultsVisibility::AfterClose;
    let open = poll.state(ctx.clock.now()).is_open();
    (live && open && total < FEW_BALLOTS).then(|| {
        Notice::new("Results are live and few have voted.")
            .text("Whoever watches them can tell how the next person voted. In a small group, show results only when it is over.")
    })
}

fn ends(current: Option<Moment>) -> Vec<(&'static str, String)> {
    let as_it_is = current.map_or_else(|| "When I close it".into(), time);
    let others = ENDS.iter().filter(|(value, _)| !value.is_empty() || current.is_some());
    std::iter::once((AS_IT_IS, as_it_is))
        .chain(others.map(|(value, words)| (*value, (*words).to_owned())))
        .collect()
}

/// The poll, for whoever holds its key; everyone else is asked for it.
async fn entered(ctx: &Ctx, id: PollId) -> Result<Result<(Poll, Credentials), Response>, Problem> {
    let poll = load::poll(ctx, id).await?;
    let credentials = Credentials::of_cookies(ctx);
    match credentials.must_manage(&poll) {
        Ok(()) => Ok(Ok((poll, credentials))),
        Err(error) => Ok(Err(ask_for_key(ctx, &poll, Some(&error)))),
    }
}

pub async fn show_manage(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
    Query(way): Query<Way>,
) -> Result<Response, Problem> {
    let (poll, credentials) = match entered(&ctx, id).await? {
        Ok(entered) => entered,
        Err(ask) => return Ok(ask),
    };
    let mut page = ManagePage::of(&ctx, &ballots, &poll, &credentials).await?;
    page.notice = (way.done == "saved").then(|| Notice::good("Saved."));
    Ok(Html(page).into_response())
}

pub async fn save(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
    Form(form): Form<ManageForm>,
) -> Result<Response, Problem> {
    let (_, credentials) = match entered(&ctx, id).await? {
        Ok(entered) => entered,
        Err(ask) => return Ok(ask),
    };
    let edited = edit_poll::edit_poll(&ctx, id, &credentials, &form.edit(ctx.clock.now())).await;
    let Err(error) = edited else {
        return Ok(Redirect::to(&format!("/r/{id}/manage?done=saved")).into_response());
    };
    let poll = load::poll(&ctx, id).await?;
    let mut page = ManagePage::of(&ctx, &ballots, &poll, &credentials).await?;
    let status = Problem::from(error.clone()).status();
    match error {
        Error::Stale | Error::CandidatesFixed | Error::Contended => {
            page.notice = Some(Notice::bad("Your changes were not saved.").text(error));
            // What was typed stays; sent again, it goes on top of what is there now.
            page.form = ManageForm { version: poll.version, ..form };
        }
        error => {
            page.errors = form_errors(error, &form.candidates().unwrap_or_default())?;
            page.form = form;
        }
    }
    Ok((status, Html(page)).into_response())
}

pub async fn close(ctx: Ctx, Path(id): Path<PollId>) -> Result<Response, Problem> {
    let (_, credentials) = match entered(&ctx, id).await? {
        Ok(entered) => entered,
        Err(ask) => return Ok(ask),
    };
    close_poll::close_poll(&ctx, id, &credentials).await?;
    Ok(Redirect::to(&format!("/r/{id}/manage")).into_response())
}

pub async fn reopen(ctx: Ctx, Path(id): Path<PollId>) -> Result<Response, Problem> {
    let (_, credentials) = match entered(&ctx, id).await? {
        Ok(entered) => entered,
        Err(ask) => return Ok(ask),
    };
    close_poll::reopen_poll(&ctx, id, &credentials).await?;
    Ok(Redirect::to(&format!("/r/{id}/manage")).into_response())
}

pub async fn delete(
    ctx: Ctx,
    Extension(ballots): Extension<Arc<Ballots>>,
    Path(id): Path<PollId>,
) -> Result<Response, Problem> {
    let (_, credentials) = match entered(&ctx, id).await? {
        Ok(entered) => entered,
        Err(ask) => return Ok(ask),
    };
    delete_poll::delete_poll(&ctx, id, &credentials).await?;
    ballots.forget(id);
    let cookie = ctx.dead_cookie(MANAGE_COOKIE, format!("/r/{id}"));
    Ok((ctx.cookies.clone().add(cookie), Redirect::to("/")).into_response())
}
