//! `/r/{id}/manage`: the manager's page.

use super::{
    about::{About, FEW_BALLOTS},
    form::{self, PollForm, VISIBILITIES},
    new::created,
    parts::Count,
};
use crate::{
    gate::Gate,
    live::{Ballots, Held},
    model::{Poll, ResultsVisibility},
    service::{
        clone_poll::{self, ClonePoll},
        close_poll, delete_poll, edit_poll, keep_poll, reopen_poll,
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use web::{CreatingForm, Expected, Filled, Form, Layout, NoFields, Notice, Problem, mine::Keep};

#[derive(Template)]
#[template(path = "rankings/manage.html")]
struct ManagePage<'a> {
    layout: Layout,
    about: About<'a>,
    filled: &'a Filled<PollForm>,
    ballots: Count,
    /// It was created a moment ago, to be shared now.
    is_new: bool,
    /// The way back here from another device; an owner needs none.
    link: Option<String>,
    owned: bool,
    /// Whether this browser may keep the poll for the account that is signed in.
    can_keep: bool,
}

async fn drawn(gate: &Gate, poll: &Poll, filled: &Filled<PollForm>) -> Result<Response, Problem> {
    let (ctx, visitor) = (&gate.ctx, &gate.visitor);
    let total = ctx.with_followed::<Ballots, _>(poll, Held::total).await?;
    let about = About::of(ctx, poll);
    let link = |key| ctx.url(&urls::manage_with_key(poll.id, key));
    let page = ManagePage {
        layout: about.layout(format!("Manage – {}", poll.title)).script("times.js").script("here.js"),
        about,
        filled,
        ballots: Count(total),
        is_new: ctx.done() == Some("created"),
        link: visitor.manage_key.as_ref().map(|key| link(key.as_str())),
        owned: visitor.owns(poll),
        can_keep: poll.owner_id.is_none() && visitor.account.is_some() && gate.has_created(),
    };
    Ok(filled.status().with(page))
}

impl ManagePage<'_> {
    /// Whoever watches live results with few ballots can tell whose ballot has just come in.
    fn warning(&self) -> Option<Notice> {
        let live = self.about.poll.settings.visibility() != ResultsVisibility::AfterClose;
        (live && self.about.is_open() && self.ballots.0 < FEW_BALLOTS).then(|| {
            Notice::new("Results are live and few people have voted.")
                .text("Anyone who watches them can tell how the next person voted. In a small group, show results only when the poll is closed.")
        })
    }

    /// Somebody has voted.
    fn candidates_are_fixed(&self) -> bool {
        self.about.poll.first_vote_at.is_some() || self.ballots.0 > 0
    }
}

pub async fn show_manage(gate: Gate) -> Result<Response, Problem> {
    let poll = gate.manages().await?;
    drawn(&gate, &poll, &Filled::fresh(PollForm::of(&poll))).await
}

pub async fn save(gate: Gate, Form(form): Form<PollForm>) -> Result<Response, Problem> {
    gate.manages().await?;
    let (ctx, expected) = (&gate.ctx, Expected::version(form.version));
    let edit = form.edit(ctx.clock.now());
    let Err(error) = edit_poll::edit_poll(ctx, &gate.visitor, &expected, &edit).await else {
        return Ok(web::done(urls::manage(gate.id()), "saved").into_response());
    };
    let (poll, one_field) = (gate.poll().await?, form.one_field());
    // What was typed stays; sent again, it goes on top of what is there now.
    let form = PollForm { version: poll.version, ..form };
    let filled = Filled::refused(form, "Your changes were not saved.", error)?;
    drawn(&gate, &poll, &filled.filed(one_field)).await
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

pub async fn clone(
    gate: Gate,
    CreatingForm { once, .. }: CreatingForm<NoFields>,
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
    let claim = Keep::Claim { created_here: gate.has_created() };
    keep_poll::keep_poll(&gate.ctx, &gate.visitor, claim).await?;
    Ok(Redirect::to(&urls::manage(gate.id())))
}

pub async fn give_up(gate: Gate) -> Result<Redirect, Problem> {
    gate.manages().await?;
    keep_poll::keep_poll(&gate.ctx, &gate.visitor, Keep::GiveUp).await?;
    Ok(Redirect::to(&urls::poll(gate.id())))
}
