//! A forgotten password: asking for a link, and setting a new one by it.

use super::form::Trouble;
use crate::{error::Error, service::reset_password};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use serde::Deserialize;
use web::{Ctx, Form, Html, Layout, Problem, Query};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ForgotForm {
    email: String,
}

#[derive(Template)]
#[template(path = "identity/forgot.html")]
struct ForgotPage {
    layout: Layout,
    trouble: Trouble,
    email: String,
    /// Whether this server can send letters at all.
    mails: bool,
    sent: bool,
}

impl ForgotPage {
    fn of(ctx: &Ctx, email: String) -> Self {
        let layout = Layout::of(ctx, "Forgot your password?").noindex();
        Self { layout, trouble: Trouble::default(), email, mails: ctx.outbound.mail.delivers(), sent: false }
    }
}

pub async fn show_forgot(ctx: Ctx) -> Response {
    Html(ForgotPage::of(&ctx, String::new())).into_response()
}

pub async fn forgot(ctx: Ctx, Form(form): Form<ForgotForm>) -> Result<Response, Problem> {
    let page = ForgotPage::of(&ctx, form.email.clone());
    match reset_password::forgot(&ctx, &form.email) {
        Ok(()) => Ok(Html(ForgotPage { sent: true, ..page }).into_response()),
        Err(error) => {
            let trouble = Trouble::of(error, "No letter was sent.")?;
            Ok(trouble.with(ForgotPage { trouble: trouble.clone(), ..page }))
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Link {
    token: String,
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
    trouble: Trouble,
    token: String,
    /// Whether the link still works.
    good: bool,
}

impl ResetPage {
    fn of(ctx: &Ctx, token: String, good: bool) -> Self {
        let layout = Layout::of(ctx, "A new password").noindex();
        Self { layout, trouble: Trouble::default(), token, good }
    }
}

pub async fn show_reset(ctx: Ctx, Query(link): Query<Link>) -> Result<Response, Problem> {
    let good = reset_password::is_good(&ctx, &link.token).await?;
    let status = if good { StatusCode::OK } else { StatusCode::GONE };
    Ok((status, Html(ResetPage::of(&ctx, link.token, good))).into_response())
}

pub async fn reset(ctx: Ctx, Form(form): Form<ResetForm>) -> Result<Response, Problem> {
    match reset_password::reset_password(&ctx, &form.token, &form.password).await {
        Ok(()) => Ok(Redirect::to("/sign-in?done=reset").into_response()),
        Err(error) => {
            let good = error != Error::DeadLink;
            let trouble = Trouble::of(error, "Your password is as it was.")?;
            let page = ResetPage::of(&ctx, form.token, good);
            Ok(trouble.with(ResetPage { trouble: trouble.clone(), ..page }))
        }
    }
}
