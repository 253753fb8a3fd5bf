//! The way in to `/r/{id}/manage`: the key, once, then a cookie.

use super::about::About;
use crate::{
    Error,
    gate::{self, Gate},
    model::{ManageKey, Poll},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use web::{Ctx, Errors, Field, Form, Layout, Problem};

#[derive(Template)]
#[template(path = "rankings/manage_key.html")]
struct KeyPage<'a> {
    layout: Layout,
    about: About<'a>,
    field: Field,
}

/// Why somebody may not manage the poll; on a page with the form for the key.
pub fn refusal(ctx: &Ctx, poll: &Poll, error: Error) -> Problem {
    let wrong = (error == Error::WrongManageKey)
        .then(|| kernel::FieldError { field: "key".into(), message: error.to_string() });
    let errors = Errors(wrong.into_iter().collect());
    let page = KeyPage {
        layout: Layout::of(ctx, format!("Manage – {}", poll.title)).noindex().script("key.js"),
        about: About::of(ctx, poll),
        field: Field::new("key", "Manage key").class("secret").autocomplete("off").errors(&errors).required(),
    };
    // A browser is asked for the key whoever is signed in.
    let error = if ctx.path().starts_with(web::api::BASE) { error } else { Error::ManageKeyNeeded };
    Problem::from(error).with_page(page)
}

#[derive(Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
}

pub async fn enter_key(gate: Gate, Form(form): Form<KeyForm>) -> Result<Response, Problem> {
    let poll = gate.poll().await?;
    let Some(key) = ManageKey::read(&form.key).filter(|key| poll.opens_with(key)) else {
        return Err(refusal(&gate.ctx, &poll, Error::WrongManageKey).wrong_secret());
    };
    let cookie = gate::manage_cookie(&gate.ctx, poll.id, &key);
    Ok((gate.ctx.cookies.clone().add(cookie), Redirect::to(&urls::manage(poll.id))).into_response())
}
