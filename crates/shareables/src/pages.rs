//! The pages: the same use cases as the JSON handlers, complete without scripts.

mod admin;
mod checklist;
mod cookies;
pub mod event;
mod forms;
mod mine;
pub mod new;
mod outcome;
mod people;
pub mod poll;
mod poster;
mod screen;
mod shared;

use crate::{
    Error,
    gate::{Gate, To},
    model::{Entity, Role},
    service::{request_access::request_access, withdraw_answer::withdraw_answer},
    urls::{self, PAGE},
};
use axum::{
    Router,
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use mine::Look;
pub use shared::guarded_preview;
use web::{App, CreatingForm, Fields, Form, Problem, Query, outcome::outcome_page, with_cookies};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/new/{kind}", get(new::show).post(new::create))
        .route(PAGE, get(show).post(answer))
        .route(&format!("{PAGE}/withdraw"), post(withdraw).get(back))
        .route(&format!("{PAGE}/people"), get(people::show))
        .route(&format!("{PAGE}/screen"), get(screen::show))
        .route(&format!("{PAGE}/poster"), get(poster::show))
        .route(&format!("{PAGE}/preview.png"), get(picture))
        .route(&format!("{PAGE}/keep"), post(admin::keep).get(back))
        .route(&format!("{PAGE}/outcome"), outcome_page::<Gate>())
        .route(&format!("{PAGE}/admin"), get(admin::show).post(admin::act))
        .route(&format!("{PAGE}/admin/edit"), get(admin::edit::show).post(admin::edit::save))
}

/// `GET /s/{shortId}`
async fn show(gate: Gate, Query(look): Query<Look>) -> Result<Response, Problem> {
    let opened = gate.open(To::Read).await?;
    match opened.share.entity() {
        Entity::Checklist => checklist::show(&gate, opened).await,
        Entity::Event => mine::show::<event::RsvpForm>(&gate, &opened, look).await,
        Entity::Poll => mine::show::<poll::VoteForm>(&gate, &opened, look).await,
    }
}

/// `POST /s/{shortId}`: what a participant sends, at the page's own address, so that a form that failed stays there.
async fn answer(gate: Gate, sent: CreatingForm<Fields>) -> Result<Response, Problem> {
    if let Some(passcode) = sent.form.filled("passcode") {
        return open(&gate, &passcode, Role::View).await;
    }
    let opened = gate.open(To::Answer).await?;
    match opened.share.entity() {
        Entity::Checklist => checklist::answer(&gate, opened, sent).await,
        Entity::Event if sent.form.has("still") => event::confirm(&gate, opened, &sent.form).await,
        Entity::Event => mine::answer::<event::RsvpForm>(&gate, opened, sent).await,
        Entity::Poll => mine::answer::<poll::VoteForm>(&gate, opened, sent).await,
    }
}

/// `GET /s/{shortId}/preview.png`: what a chat shows beside the link. Of what has a passcode there is none, also for those who know it.
async fn picture(gate: Gate) -> Result<Response, Problem> {
    let opened = gate.visitor.open(&gate.ctx, To::Read).await.map_err(|error| match error {
        Error::PasscodeNeeded(_) | Error::WrongToken => Error::NotFound,
        other => other,
    })?;
    Ok(shared::picture(&opened.share).ok_or(Error::NotFound)?.into_response())
}

/// A passcode typed on a page that needs one for `role`; the viewing passcode opens no organiser's page.
async fn open(gate: &Gate, passcode: &str, role: Role) -> Result<Response, Problem> {
    let granted = match request_access(&gate.ctx, &gate.visitor, passcode).await {
        Ok(granted) if granted.role < role => Err(Error::AdminOnly),
        other => other,
    };
    let granted = granted.map_err(|error| gate.refuse_passcode(passcode, error))?;
    let to = if role == Role::Admin { urls::admin(gate.id()) } else { urls::page(gate.id()) };
    Ok(with_cookies(Redirect::to(&to), cookies::access(&gate.ctx, gate.id(), &granted.token)))
}

/// `POST /s/{shortId}/withdraw`
async fn withdraw(gate: Gate, Form(form): Form<Fields>) -> Result<Response, Problem> {
    let opened = mine::with_code(gate.open(To::Answer).await?, &form);
    match withdraw_answer(&gate.ctx, &opened, opened.code).await {
        Ok(()) | Err(Error::NoSuchAnswer) => {
            let back = web::done(urls::page(gate.id()), "withdrawn");
            Ok(with_cookies(back, cookies::forget_answer(&gate.ctx, gate.id())))
        }
        Err(error) => Err(gate.refuse(error)),
    }
}

/// The address of a form leads to its page, should somebody go there.
async fn back(gate: Gate) -> Redirect {
    Redirect::to(&urls::page(gate.id()))
}
