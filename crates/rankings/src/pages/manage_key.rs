//! The way in to `/r/{id}/manage`: the key, once, then a cookie.

use super::common::COOKIE_AGE;
use crate::{
    Error,
    model::{ManageKey, Poll, PollId},
    service::{
        access::{Credentials, MANAGE_COOKIE},
        load,
    },
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use web::{Ctx, Errors, Field, Form, Html, Layout, Path, Problem};

#[derive(Template)]
#[template(path = "rankings/manage_key.html")]
struct KeyPage {
    layout: Layout,
    base: String,
    title: String,
    field: Field,
}

/// The form for the key, with status 401.
pub fn ask_for_key(ctx: &Ctx, poll: &Poll, error: Option<&Error>) -> Response {
    let wrong = error.filter(|error| !matches!(error, Error::ManageKeyNeeded | Error::NotTheManager));
    let errors = wrong.map(|error| kernel::FieldError { field: "key".into(), message: error.to_string() });
    let errors = Errors(errors.into_iter().collect());
    let page = KeyPage {
        layout: Layout::of(ctx, format!("{}: manage", poll.title)).noindex().script("key.js"),
        base: format!("/r/{}", poll.id),
        title: poll.title.clone(),
        field: Field::new("key", "Manage key").class("secret").autocomplete("off").errors(&errors).required(),
    };
    (StatusCode::UNAUTHORIZED, Html(page)).into_response()
}

#[derive(Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
}

pub async fn enter_key(
    ctx: Ctx,
    Path(id): Path<PollId>,
    Form(form): Form<KeyForm>,
) -> Result<Response, Problem> {
    let poll = load::poll(&ctx, id).await?;
    let key = ManageKey::read(&form.key);
    let right = key.filter(|key| Credentials::of_key(key.clone()).manages(&poll));
    let Some(key) = right else { return Ok(ask_for_key(&ctx, &poll, Some(&Error::WrongManageKey))) };
    let cookie = ctx.new_cookie(MANAGE_COOKIE, key.as_str(), format!("/r/{id}"), COOKIE_AGE);
    Ok((ctx.cookies.clone().add(cookie), Redirect::to(&format!("/r/{id}/manage"))).into_response())
}
