//! `/r/{id}/manage`: the manager's page.

use super::{
    new::{created, one_field},
    words::{ENDS, FEW_BALLOTS, Kept, Stage, VISIBILITIES, end_of, share},
};
use crate::{
    gate::Gate,
    live::{Ballots, Held},
    model::{Poll, PollSettings, ResultsVisibility},
    service::{
        clone_poll::{self, ClonePoll},
        close_poll, delete_poll,
        edit_poll::{self, EditPoll},
        give_up_poll, keep_poll, reopen_poll,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{Moment, Patch};
use serde::Deserialize;
use web::{
    CreatingForm, Expected, Filled, Form, Layout, Notice, OnceField, Problem, Share, When,
    outcome::Became,
    words::{counted, counted_or_none},
};

/// Leaves the end of voting as it is.
const AS_IT_IS: &str = "keep";

#[derive(Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ManageForm {
    /// The version the person saw.
    version: u64,
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
            title: Patch::Set(self.title.clone()),
            description: Patch::Set(self.description.clone()),
            candidates: self.candidates().map_or(Patch::Keep, Patch::Set),
            expires_at: if self.ends == AS_IT_IS { Patch::Keep } else { end_of(&self.ends, now).into() },
            settings: Patch::Set(PollSettings { results_visibility: self.results_visibility }),
        }
    }
}

#[derive(Template)]
#[template(path = "rankings/manage.html")]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a piece of the page by itself")]
struct ManagePage {
    layout: Layout,
    share: Share,
    base: String,
    title: String,
    stage: Stage,
    /// Closed by hand, so that it can be opened again.
    closed: bool,
    ballots: String,
    /// What deleting takes along.
    goes: Option<String>,
    /// It was created a moment ago, to be shared now.
    is_new: bool,
    notice: Option<Notice>,
    warning: Option<Notice>,
    filled: Filled<ManageForm>,
    /// Somebody has voted, so the candidates are fixed.
    fixed: bool,
    candidates: Vec<String>,
    ends: Vec<(&'static str, String)>,
    closes: Option<When>,
    once: OnceField,
    /// The way back here from another device; an owner needs none.
    link: Option<String>,
    owned: bool,
    /// Whether this browser may keep the poll for the account that is signed in.
    can_keep: bool,
    became: Became,
    kept: Option<Kept>,
}

impl ManagePage {
    async fn of(gate: &Gate, poll: &Poll, filled: Filled<ManageForm>) -> Result<Self, Problem> {
        let (ctx, now) = (&gate.ctx, gate.ctx.clock.now());
        let total = ctx.with_followed::<Ballots, _>(poll, Held::total).await?;
        let link = gate.visitor.manage_key.as_ref().map(|key| urls::manage_with_key(poll.id, key.as_str()));
        Ok(Self {
            layout: Layout::of(ctx, format!("Manage – {}", poll.title))
                .noindex()
                .script("times.js")
                .script("here.js")
                .live(urls::live(poll.id)),
            share: share(ctx, poll),
            link: link.map(|link| ctx.url(&link)),
            base: urls::poll(poll.id),
            title: poll.title.clone(),
            stage: Stage::of(poll, now),
            closed: poll.closed_at.is_some(),
            ballots: counted_or_none(total, "ballot"),
            goes: (total > 0).then(|| counted(total, "ballot")),
            is_new: ctx.done() == Some("created"),
            notice: (ctx.done() == Some("saved")).then(|| Notice::good("Saved.")),
            warning: unmasking(poll, total, now),
            filled,
            fixed: poll.first_vote_at.is_some() || total > 0,
            candidates: poll.candidates.clone(),
            ends: ends(poll.expires_at),
            closes: poll.expires_at.map(|end| When::new(end, now)),
            once: OnceField(ctx.new_once()),
            owned: gate.visitor.owns(poll),
            can_keep: poll.owner_id.is_none() && gate.visitor.account.is_some() && gate.has_created(),
            became: Became(poll.outcomes.clone()),
            kept: Kept::of(poll, now),
        })
    }
}

/// Whoever watches live results with few ballots can tell whose ballot has just come in.
fn unmasking(poll: &Poll, total: u64, now: jiff::Timestamp) -> Option<Notice> {
    let live = poll.settings.results_visibility != ResultsVisibility::AfterClose;
    (live && poll.state(now).is_open() && total < FEW_BALLOTS).then(|| {
        Notice::new("Results are live and few people have voted.")
            .text("Anyone who watches them can tell how the next person voted. In a small group, show results only when the poll is closed.")
    })
}

fn ends(current: Option<Moment>) -> Vec<(&'static str, String)> {
    let as_it_is = if current.is_some() { "As it is now" } else { "When I close it" };
    let others = ENDS.iter().filter(|(value, _)| !value.is_empty() || current.is_some());
    std::iter::once((AS_IT_IS, as_it_is.to_owned()))
        .chain(others.map(|(value, words)| (*value, (*words).to_owned())))
        .collect()
}

pub async fn show_manage(gate: Gate) -> Result<Response, Problem> {
    let poll = gate.manages().await?;
    let filled = Filled::fresh(ManageForm::of(&poll));
    Ok(filled.status().with(ManagePage::of(&gate, &poll, filled.clone()).await?))
}

pub async fn save(gate: Gate, Form(form): Form<ManageForm>) -> Result<Response, Problem> {
    gate.manages().await?;
    let (ctx, expected) = (&gate.ctx, Expected::version(form.version));
    let edit = form.edit(ctx.clock.now());
    let Err(error) = edit_poll::edit_poll(ctx, &gate.visitor, &expected, &edit).await else {
        return Ok(web::done(urls::manage(gate.id()), "saved").into_response());
    };
    let poll = gate.poll().await?;
    let candidates = form.candidates().unwrap_or_default();
    // What was typed stays; sent again, it goes on top of what is there now.
    let form = ManageForm { version: poll.version, ..form };
    let filled = Filled::refused(form, "Your changes were not saved.", error)?.filed(one_field(&candidates));
    Ok(filled.status().with(ManagePage::of(&gate, &poll, filled.clone()).await?))
}

pub async fn close(gate: Gate) -> Result<Redirect, Problem> {
    gate.manages().await?;
    close_poll::close_poll(&gate.ctx, &gate.visitor, &Expected::any()).await?;
    Ok(Redirect::to(&urls::manage(gate.id())))
}

pub async fn reopen(gate: Gate) -> Result<Redirect, Problem> {
    gate.manages().await?;
    reopen_poll::reopen_poll(&gate.ctx, &gate.visitor, &Expected::any()).await?;
    Ok(Redirect::to(&urls::manage(gate.id())))
}

/// A form without fields of its own.
#[derive(Deserialize)]
pub struct Nothing {}

pub async fn clone(
    gate: Gate,
    CreatingForm { once, .. }: CreatingForm<Nothing>,
) -> Result<Response, Problem> {
    gate.manages().await?;
    let Gate { ctx, visitor } = &gate;
    let made = clone_poll::clone_poll(ctx, visitor, &once, ClonePoll::default()).await?;
    Ok(created(ctx, made.into_inner()))
}

pub async fn delete(gate: Gate) -> Result<Response, Problem> {
    gate.manages().await?;
    delete_poll::delete_poll(&gate.ctx, &gate.visitor, &Expected::any()).await?;
    Ok((gate.ctx.cookies.clone().add(gate.forget()), web::done("/", "deleted")).into_response())
}

pub async fn keep(gate: Gate) -> Result<Redirect, Problem> {
    keep_poll::keep_poll(&gate.ctx, gate.id(), gate.has_created()).await?;
    Ok(Redirect::to(&urls::manage(gate.id())))
}

pub async fn give_up(gate: Gate) -> Result<Redirect, Problem> {
    gate.manages().await?;
    give_up_poll::give_up_poll(&gate.ctx, &gate.visitor).await?;
    Ok(Redirect::to(&urls::poll(gate.id())))
}
