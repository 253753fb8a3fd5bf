//! The link that confirms an e-mail address, or creates the account of someone who is known here without one. Mail programs open links to
//! look at them, so that a button does it.

use super::{
    reset::dead_link,
    session::{from, signed_in},
};
use crate::{
    error::Error,
    service::{confirm_email, take_over},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use web::{Ctx, Filled, Form, Html, Layout, Problem, Query};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ConfirmForm {
    token: String,
    password: String,
}

#[derive(Template)]
#[template(path = "identity/confirm.html")]
struct ConfirmPage {
    layout: Layout,
    token: String,
}

#[derive(Template)]
#[template(path = "identity/take_over.html")]
struct TakeOverPage {
    layout: Layout,
    filled: Filled<ConfirmForm>,
}

fn take_over_page(ctx: &Ctx, filled: Filled<ConfirmForm>) -> Response {
    let layout = Layout::of(ctx, "Choose a password").noindex();
    filled.status().with(TakeOverPage { layout, filled })
}

pub async fn show(ctx: Ctx, Query(form): Query<ConfirmForm>) -> Result<Response, Problem> {
    if let Some(secret) = take_over::parse(&form.token) {
        return Ok(match take_over::find_link(&ctx, &secret).await.map_err(Error::from)? {
            Some(_) => {
                take_over_page(&ctx, Filled::fresh(ConfirmForm { token: form.token, ..Default::default() }))
            }
            None => dead_link(&ctx),
        });
    }
    let layout = Layout::of(&ctx, "Confirm your email address").noindex();
    Ok(Html(ConfirmPage { layout, token: form.token }).into_response())
}

pub async fn confirm(ctx: Ctx, Form(form): Form<ConfirmForm>) -> Result<Response, Problem> {
    let Some(secret) = take_over::parse(&form.token) else {
        confirm_email::confirm_email(&ctx, &form.token).await?;
        let next = if ctx.actor.account.is_some() { urls::ME } else { urls::SIGN_IN };
        return Ok(web::done(next, "confirmed").into_response());
    };
    match take_over::take_over(&ctx, from(&ctx), &secret, &form.password).await {
        Ok(session) => Ok(signed_in(&ctx, session, urls::HOME)),
        Err(Error::DeadLink) => Ok(dead_link(&ctx)),
        Err(error) => Ok(take_over_page(&ctx, Filled::refused(form, "No account was created.", error)?)),
    }
}
