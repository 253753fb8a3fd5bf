//! A forgotten password: asking for a link, and setting a new one by it.

use crate::{
    error::Error,
    service::{request_reset, reset_password},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use web::{Ctx, Filled, Form, Html, Layout, Problem, Query};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ForgotForm {
    email: String,
}

#[derive(Template)]
#[template(path = "identity/forgot.html")]
struct ForgotPage {
    layout: Layout,
    filled: Filled<ForgotForm>,
    /// Whether this server can send mail at all.
    mails: bool,
    sent: bool,
}

fn forgot_page(ctx: &Ctx, filled: Filled<ForgotForm>, sent: bool) -> Response {
    let layout = Layout::of(ctx, "Forgot your password?").noindex();
    filled.status().with(ForgotPage { layout, filled, mails: ctx.outbound.mail.delivers(), sent })
}

pub async fn show_forgot(ctx: Ctx) -> Response {
    forgot_page(&ctx, Filled::fresh(ForgotForm::default()), false)
}

pub async fn forgot(ctx: Ctx, Form(form): Form<ForgotForm>) -> Result<Response, Problem> {
    match request_reset::request_reset(&ctx, ctx.actor.address, &form.email).await {
        Ok(()) => Ok(forgot_page(&ctx, Filled::fresh(form), true)),
        Err(error) => Ok(forgot_page(&ctx, Filled::refused(form, "No link was sent.", error)?, false)),
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ResetForm {
    token: String,
    password: String,
}

#[derive(Template)]
#[template(path = "identity/reset.html")]
struct ResetPage {
    layout: Layout,
    filled: Filled<ResetForm>,
}

fn reset_page(ctx: &Ctx, filled: Filled<ResetForm>) -> Response {
    let layout = Layout::of(ctx, "Set a new password").noindex();
    filled.status().with(ResetPage { layout, filled })
}

/// A link that works no more.
#[derive(Template)]
#[template(path = "identity/dead_link.html")]
struct DeadLinkPage {
    layout: Layout,
}

pub fn dead_link(ctx: &Ctx) -> Response {
    let layout = Layout::of(ctx, "This link has expired").noindex();
    (StatusCode::GONE, Html(DeadLinkPage { layout })).into_response()
}

pub async fn show_reset(ctx: Ctx, Query(form): Query<ResetForm>) -> Result<Response, Problem> {
    if !reset_password::is_good(&ctx, &form.token).await? {
        return Ok(dead_link(&ctx));
    }
    Ok(reset_page(&ctx, Filled::fresh(ResetForm { token: form.token, ..ResetForm::default() })))
}

pub async fn reset(ctx: Ctx, Form(form): Form<ResetForm>) -> Result<Response, Problem> {
    match reset_password::reset_password(&ctx, &form.token, &form.password).await {
        Ok(()) => Ok(web::done(urls::SIGN_IN, "reset").into_response()),
        Err(Error::DeadLink) => Ok(dead_link(&ctx)),
        Err(error) => Ok(reset_page(&ctx, Filled::refused(form, "Your password was not changed.", error)?)),
    }
}
